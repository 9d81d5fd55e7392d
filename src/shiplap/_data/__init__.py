"""Generated tables. Plain data, no code that runs on text."""

"""Effects of an edit: the differences of two texts, and the chunks that it leaves as they are."""

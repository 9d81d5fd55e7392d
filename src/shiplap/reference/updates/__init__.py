"""What an edit changes: the differences of two texts, and the chunks that it leaves as they are."""

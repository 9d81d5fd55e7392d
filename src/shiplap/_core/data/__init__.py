"""The data family: records of structured data and of lines, and where a text of them may be cut."""

"""The windows family: the loop that cuts chunks, and its overlap."""

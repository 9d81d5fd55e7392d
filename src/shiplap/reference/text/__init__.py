"""The text family: the view of a text, sizes in it, spans."""

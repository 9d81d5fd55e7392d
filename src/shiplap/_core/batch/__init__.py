"""The batch family: many texts in one call."""

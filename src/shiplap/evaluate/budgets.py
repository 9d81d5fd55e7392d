"""Budgets of a retrieval, in characters shown for each question."""

#: Budgets for the report's recall curve of the best of each preset.
BUDGETS = (500, 1000, 2000, 4000, 8000, 16000)

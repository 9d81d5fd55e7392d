"""Budgets of a retrieval, in characters shown of each question."""

#: Budgets at which the best of each preset is measured for the report.
BUDGETS = (500, 1000, 2000, 4000, 8000, 16000)

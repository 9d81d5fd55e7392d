"""Persian: abbreviations."""

# Persons.
TITLES = """
د م
"""

# Parts of books and papers; telephones; dates.
NUMBERED = """
ص صص ج ش س چ هـ ه ق ت
"""

# General; with inner stops; times and units.
ABBREVIATIONS = """
ه.ش هـ.ش ه.ق هـ.ق ق.م ب.م ص.پ پ.م ر.ک رک ن.ک نک ا.ا ب.ظ ق.ظ
"""

NEVER_LAST = """
ر.ک رک ن.ک نک
"""

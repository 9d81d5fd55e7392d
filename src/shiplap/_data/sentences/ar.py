"""Arabic: abbreviations."""

# Persons; academic and professional.
TITLES = """
د أ أ.د م.د ش ج.م
"""

# Parts of books and papers; telephones; dates.
NUMBERED = """
ص ج ط مج ع ف م ق هـ ت رقم ر ق.م ص.ب ك ب ه
"""

# General; with inner stops; times and units.
ABBREVIATIONS = """
ق.م ب.م ق.هـ ص.ب ش.م.م ش.م.ل ش.م ذ.م.م م.ن كم كغ سم مم غ ملم كلم ت.م ج.م.ع و.م.أ
"""

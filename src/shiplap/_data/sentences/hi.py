"""Hindi: abbreviations."""

# Persons; academic and professional; ranks.
TITLES = """
डॉ डा प्रो पं मो कु चौ ले कै मे स्व ई इं
"""

# Parts of books and papers; telephones.
NUMBERED = """
पृ सं क्र नं खं दूर फो
"""

# General; with inner stops; money, times and units.
ABBREVIATIONS = """
रु कि.मी कि.ग्रा मि.मी से.मी ग्रा वि.सं ई.पू ई.स बी.ए एम.ए पी.एच.डी एम.बी.बी.एस भा.ज.पा उ.प्र म.प्र
प्रा.लि लि
"""

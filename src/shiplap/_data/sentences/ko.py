"""Korean: the Latin abbreviations met in Korean text."""

TITLES = """
Dr Gen Mr Mrs Ms Mt Prof Rev Sen St
"""

NUMBERED = """
Art Ch ch chap Eq Fig fig Figs No no Nos Op op P p pp Sec Tab Tel tel Vol vol
"""

ABBREVIATIONS = """
al approx ca Cf cf cit e.g Ed ed Eds eds eg et etc i.e Ibid ibid ie op trans vs
A.D A.M a.m B.A B.C Co Corp Dept Inc Jr Ltd M.A M.D P.M p.m Ph.D Sr U.K U.N U.S U.S.A Univ
Apr Aug Dec Feb Jan Jul Jun Mar Nov Oct Sep Sept
"""

NEVER_LAST = """
approx ca Cf cf e.g eg et i.e ie op vs
"""

STARTERS = ""

ORDINALS = ""

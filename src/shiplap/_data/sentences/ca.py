"""Catalan: abbreviations, sentence starters."""

# Persons; academic and professional; ranks; saints; streets.
TITLES = """
Sr Sra Srta Srs Sres sr sra D Da Dr Dra Drs dr dra Prof prof Profa Arq arq Eng eng Lic lic Mons Mn
mn Rev Rvd Fra Il·lm Excm Excma Hble Molt M.Hble Cap Col Cnel Gral gral Tte Alm St Sta Sts Av av
Avda Ctra ctra Pl pl Pg pg Ptge Rbla Mr Mrs Ms
"""

# Parts of books, papers and laws; addresses; lives.
NUMBERED = """
ap art Art arts cf Cf Ed ed fig Fig figs fol lín núm Núm núms nre no No op p P pàg Pàg pàgs pp par
pt apt reg sec Sec secc sèr tab Tel tel tít t T tom vol Vol vols v vv ca n m C c cfr
"""

# General; with inner stops; companies; days and months; units.
ABBREVIATIONS = """
a.C A.C d.C D.C a.m p.m aC dC abr adj adm admin adv ag aj ajunt Ajunt anon Anon aprox assoc bibl
bibliogr Bibl cat Cat cast cia Cia cit coll Coll coord dept Dept depts dg Dir dj dl dt dv ds dvd ed
eds Eds edit Edit e.g E.g esp etc ex Ex excl Fac febr fr fund gram hab i.e I.e ibíd ibid íd inc Inc
inst Inst int intr it jr jul làm lat Ltd ltda màx mín min ms mun nov N.B n.b núm obs oct org orig
P.D P.S p.e p.ex P.ex pref prov publ q.v ref Ref rep resp rev S.A S.L S.C s.a s.d s.l s.v s.e.u.o
S.P s.XX seg segs sen sig ss supl t.i.c trad Trad univ Univ vg v.gr U.S U.S.A EUA E.U.A urb dil dim
Co Corp Bros
"""

NEVER_LAST = """
aprox e.g E.g i.e I.e p.ex P.ex p.e v.gr
"""

STARTERS = """
A Abans Ací Això Aixó Així Al Algú Alguna Algunes Alguns Algun Aleshores Allà Allí Allò Als Altres
Altra Aquell Aquella Aquelles Aquells Aquest Aquesta Aquestes Aquests Ara Arran Atès Avui Bé Cada
Cal Cap Clar Com Contra D' Dalt Damunt Darrere De Del Dels Des Després Dins Doncs Durant E El Ell
Ella Elles Ells Els Em En Encara Enguany Entre Era Eren És Es Està Estan Ets Et Fa Finalment Fins
Fora Gairebé Gràcies Ha Han He Hem Hi Ho I Igualment Ja Jo L' La Les Li Llavors Lo Los Malgrat Més
Me Mai Massa Mentre Menys Molt Molta Molts Moltes N' Ni Ningú No Nosaltres Només O On Pel Pels Per
Però Perquè Perque Poc Pocs Potser Primer Quan Quant Quants Quasi Que Què Quin Quina Quins Quines
Qualsevol Qui Res S' Sa Se Segons Segur Sembla Sempre Sense Seva Si Sí Sino Sinó Sobre Sobretot Són
Sota Sovint També Tampoc Tan Tant Tanmateix Tot Tota Totes Tothom Tots Tu Un Una Uns Unes Va Van
Vaig Vam Vas Vostè Vostès Vosaltres
"""

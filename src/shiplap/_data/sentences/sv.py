"""Swedish: abbreviations, sentence starters."""

# Persons; academic and professional; ranks; firms and saints.
TITLES = """
Dr dr Fr fr Frk frk Hr hr Mr Mrs Ms Prof prof St S:t S:ta Sr
doc Doc fil ing jur Jur kand lic mag teol tekn
gen kapt Kapt lt löjtn maj öv övlt
f.d F.d
"""

# Parts of books, papers and laws; addresses and telephones; lives.
NUMBERED = """
Art art Bd bd bil Bil del Ed ed f Fig fig fol kap Kap l mom n No no Nr nr o op Op p P par pkt pp r
rad s S sid
sidd sp str t Tab tab tel Tel uppl Uppl v vers Vol vol
född död d skr prop bet
"""

# General; with inner stops; papers; companies; times, units, months; grammar and languages.
ABBREVIATIONS = """
adj adv ang anm Anm avd avs bitr bl bl.a ca cf cit dir div dvs Dvs dyl ed eg egentl el em enl etc ev
exkl
ex exp f ff fig fm frv föreg förf förk förkl forts Forts gm hd hänv ibid id inkl instr inv jfr Jfr
jml kl
kap kr lat lb led max med.dr mfl min milj mm mom mrd mskr möjl m motsv ndr nr nuv obs Obs omkr ordf
osv
pers plur prel proc red Red ref reg resp sek sekr sg sign sing sm spec stift t.ex tab
tf tfn tidn tr trol ty uppg uppl urspr utg Utg utr vard vid vol vs ä äv övers Övers
a.a A.a a.a.S a.k.a a.m b.l.a Bl.a d.v.s D.v.s d.y d.ä d.o dr.h.c e.d e.dyl e.Kr e.m e.o f.f.g f.k
f.Kr f.m f.n f.o.m fr.o.m Fr.o.m
f.v.b g.m h.c i.a i.e i.o.m i.s.f i.st i.st.f k.k k.m.t l.c m.a.o M.a.o m.fl m.h.a m.h.t m.m m.v.h
n.b N.B o.d o.dyl o.likn o.s.a o.s.v p.g.a
P.g.a p.m P.S p.p p.s.s på.gr s.a s.a.s s.k S.k s.m t.h t.o.m T.o.m t.v T.ex u.a u.p.a u.å U.S U.S.A
v.g.v ö.h ö.v
Aktieb Bolag Co Corp Inc Ltd Univ inst Inst
jan febr feb apr jun jul aug sept sep okt nov dec mån tis ons tors fre lör sön
Eng eng fin fra isl ita nor rysk sp tysk
"""

NEVER_LAST = """
ang Bl.a bl.a ca cf D.v.s d.v.s dvs Dvs enl fr.o.m Fr.o.m i.e inkl jfr Jfr M.a.o m.a.o m.h.a omkr
P.g.a p.g.a s.k S.k
T.ex t.ex T.o.m t.o.m
"""

STARTERS = """
Alla Allt Alltså Andra Annars Att Bara Bland Både De Dem Den Denna Dess Dessa Dessutom Det Detta
Dock Du Då Där Däremot Därför Därmed Efter Eftersom Eller Emellertid En Enligt Er Ett Flera Framför
Från Får För Före Förr Först Förutom Genom Ha Han Hans Har Hennes Henne Hon Honom Hur Huruvida Här
Härmed I Ibland Idag Igår Ingen Inget Ingenting Innan Inom Inte Istället Ja Jag Ju Just Kan Kanske
Kom Kring Kunde Låt Liksom Man Med Medan Mellan Men Mera Mest Min Mina Mitt Mot Mycket Många Måste
Möjligen Naturligtvis Nej Ni Nu Nyligen När Nästa Någon Något Några Nästan Och Också Ofta Om Omkring
På Redan Samma Samtidigt Sedan Senare Ska Skall Slutligen Snart Som Speciellt Så Sådan Sådana Sällan
Särskilt Ta Till Tillsammans Tidigare Trots Ty Under Ungefär Ur Utan Utom Uti Vad Var Vare Varför
Varje Varken Vart Vem Vems Vi Via Vid Vidare Vilka Vilken Vilket Vill Visserligen Vår Våra Vårt Är
Äntligen Även Åt Över
"""

# Dates and times.
ORDINALS = """
januari februari mars april maj juni juli augusti september oktober november december
"""

"""Dutch: abbreviations, sentence starters."""

# Persons; academic and professional; church, nobility, ranks; families, firms, saints; particles.
TITLES = """
Dhr dhr dhrn Mej mej Mevr mevr Mr Mrs Mw mw
Dr dr dra Drs drs Ing ing Ir ir lic mr Prof prof
Ds ds Gen H.K.H h.k.h H.M Jhr jhr Jkvr jkvr Kapt kapt kard Kol kol Lt lt Luit luit Maj maj Mgr mgr
Sgt sgt Z.Exc Z.K.H z.k.h Z.M
Fa fa Fam fam Gebr gebr St
v.d v.der
"""

# Parts of books, papers and laws; addresses, telephones, dates.
NUMBERED = """
aant Afb afb afl aflev Art art artt bd Bijl bijl bladz Blz blz cat Dl dl Ed ed eq Fig fig figs Hfst
hfst hs Jrg jrg n No no nos Nr nr Nrs nrs nt Op op p Pag pag Par par pp r ref rr Stb stb Stcrt Tab
tab v Vol vol
km postb Tel tel toest
apr aug dec feb febr geb gest jan jul jun mrt nov okt sep sept
al
"""

# General; with inner stops; papers; companies and institutions; streets; units and months; grammar
# and languages.
ABBREVIATIONS = """
aanv afz alg betr Bijv bijv bijz bv ca cf cit dmv dwz enz etc ev event evt excl geb Gem gem gest
Ibid ibid id incl ipv ivm jl jongstl loc max mbt Min min mn nav nl obv ong overl Prov prov pst Red
resp tav tw vert Vgl vgl vnl vs zg zgn
a.d a.g.v a.h.w a.m a.u.b B.v b.v c.q c.s Chr d.d d.i d.m.v D.V d.v D.w.z d.w.z e.a e.d e.e.a e.v
e.v.a g.b h.o i.c i.e i.g.v i.h.a i.h.b i.h.k i.m i.o i.o.m i.p I.p.v i.p.v i.s.m I.t.t i.t.t I.v.m
i.v.m j.l k.k l.l M.a.w m.a.w M.b.t m.b.t m.b.v m.i.v m.m m.n m.u.v N.a.v n.a.v N.B n.b n.Chr n.m
n.o.t.k n.v.t O.a o.a o.b.v o.g.v o.i.d o.i.v o.l.v o.m o.v.v p.a p.j p.m p.o p.p P.S p.s p.st p.w
q.q s.v.p t.a.v t.b.v t.g.v t.h.t t.n.v t.o.v t.t.v t.w t.z.t u.i v.a v.Chr v.l.n.r v.m v.w.b w.g
w.o w.v.t.t.k z.a z.g z.i z.o.z z.s.m
Afd afd bew diss hoofdst hs hss ill samenst suppl Uitg uitg vertal
B.V C.V Cie Co Corp Dir dir Inc Inst inst Ltd N.V S.A secr Univ univ V.O.F vz
ln Pl pl Str str wg
B.A E.U M.A Ph.D U.S U.S.A V.K V.S
apr aug dec feb febr jan mld mln mrt nov okt sec sep sept
bn bnw bw du enk fr gr mv ww zn znw
Jr jr Sr sr
"""

NEVER_LAST = """
Bijv bijv ca cf dwz loc nl Vgl vgl vnl vs zgn
c.q d.m.v D.w.z d.w.z i.e i.g.v i.h.b i.o.m I.p.v i.p.v i.s.m I.t.t i.t.t I.v.m i.v.m M.a.w m.a.w
M.b.t m.b.t m.b.v m.n m.u.v N.a.v n.a.v O.a o.a o.b.v o.g.v o.l.v t.a.v t.b.v t.g.v t.n.v t.o.v t.w
z.g
"""

# Not "U" and "Uw", which have a capital in polite address.
STARTERS = """
Dat De Deze Die Dit Een Er Het Hij Ik Je Jij Jullie We Wij Ze Zij
Alle Alles Andere Anderen Beide Elk Elke Enkele Geen Haar Hun Ieder Iedere Iedereen Iemand Iets Jouw
Meer Meerdere Mijn Niemand Niets Ons Onze Sommige Sommigen Veel Vele Velen Verschillende Zijn Zulke
Aangezien Als Doordat Dus En Hoe Hoeveel Hoewel Indien Maar Mits Nadat Noch Of Ofschoon Omdat Tenzij
Terwijl Toen Totdat Voordat Waar Waardoor Waarom Wanneer Want Wat Welk Welke Wie Zoals Zodat Zodra
Zolang
Aan Achter Behalve Bij Binnen Boven Buiten Dankzij Door Gedurende In Langs Met Na Naar Naast Om
Ondanks Onder Op Over Rond Sedert Sinds Tegen Tijdens Tot Tussen Uit Vanaf Vanuit Vanwege Volgens
Voor Wegens Zonder
Alleen Altijd Anders Bovendien Daar Daarbij Daardoor Daarin Daarmee Daarna Daarnaast Daarom Daarvoor
Desondanks Echter Eerst Eindelijk Eveneens Gisteren Helaas Hier Hierbij Hierdoor Hiervoor Immers
Inmiddels Intussen Ja Kortom Later Meestal Misschien Natuurlijk Nee Niet Niettemin Nog Nooit Nu
Ondertussen Ook Overigens Plotseling Soms Straks Tevens Toch Uiteindelijk Vaak Vandaag Verder
Vervolgens Vroeger Wel Zo
Heeft Is Kan Was Zou
"""

ORDINALS = ""

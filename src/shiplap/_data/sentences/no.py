"""Norwegian: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic and professional; ranks; saints.
TITLES = """
hr Hr fr Fr frk Frk Dr dr Prof prof mag adv dir ing siv.ing kapt Kapt lt løytn oblt gen Gen St Sta
kgl Kgl Mr Mrs Ms cand stud
"""

# Parts of books, papers and laws; addresses; lives.
NUMBERED = """
art Art bd Bd Bl ed Ed f Fig fig fol kap Kap nr Nr op Op p P pkt Pkt pl s S sp Sp st str t tab Tab
tlf Tlf vol Vol jf Jf jfr Jfr ca Ca d par no Ot.prp Innst St.meld St.prp Prop Meld
"""

# General; with inner stops; companies; days and months; units.
ABBREVIATIONS = """
adj adm adr avd Avd agn alm ang anm Anm ank ann anv apr arr att aug a.a beg bem Bem bet betegn bfr
bibl bl bl.a Bl.a bnr bno ca Ca cm co Co d.d d.e d.m d.s d.s.s d.v.s d.y d.å D.v.s dagl das dep dg
diam dim dl do dvs Dvs e.g e.Kr e.l e.a e.o e.v.t ed eds eg egtl ekskl eks el em etc etg ev evt Evt
ex ekv f.eks F.eks f.Kr f.m f.n f.o.m f.t fam feb febr ff fg fhv fk fl flg fm fmk fon forb fork forf
forts fre fvt fys fyr g.m gl gno gnr gr gt gården h.c hhv Hhv hl hovedst hpl i.a i.d i.e i.f i.h.t
i.s.f ib ibid iflg ift ifbm ihht inc Inc inkl inst instr istf jan jf Jf jfr Jfr jr jun jur kand kap
kat kfr kl Kl komm kons kr kst kvm l l.c lat lb lok lør m.a.o M.a.o m.fl m.m m.o m.o.h m.v m.v.h
maks Maks mdl med medl mfl mht mia mill min mkr mm mnd moh mrd muntl mva mv mån n n.å ndf neds nov
no nyno o o.a o.fl o.l o.s.a o.s.v obl obs Obs off okt omg omkr omr oppg oppl oppr org osv ovenf
overs p.a p.d p.g.a p.m p.p p.s p.t P.t pers pga pkt pl plur pos pp priv prov pst pt r red Red ref
reg rel relig resp rf rk rp s.a s.d s.k s.u s.å saml sek sen sep sept sg sign sing sju sk skr sm sms
sp spes sr st stk stv sv særl sø søn t t.d t.h t.o.m t.v tab td tekn temp tidl Tidl tils tilsv tor
trans ts ty u u.a u.å uavh ubest ult univ utg Utg utt v v.s.a v.h.a vb ved vedk vedl vedr vgl vha
vit vol vs vsa y.n yd yngr årg årh åsg ø øv øvr
"""

NEVER_LAST = """
ang bl.a Bl.a ca Ca D.v.s d.v.s dvs Dvs ekskl evt Evt f.eks F.eks fhv hhv Hhv i.e iflg ifbm inkl jf
Jf jfr Jfr m.a.o M.a.o p.g.a pga t.d t.o.m v.h.a vha vedr
"""

STARTERS = """
Aldri Alle Allerede Allikevel Alt Altså At Av Bak Bare Begge Både Blant Da De Dei Dem Den Denne Der
Deres Derfor Derimot Dermed Dersom Deretter Dessuten Dessverre Det Dette Din Disse Du Då Eg Ein Ei
Eit Eller Ellers En Endelig Enda Enhver Enten Er Et Etter Ettersom Faktisk Flere Fleire For Fordi
Foruten Fra Frå Før Først Gjennom Ha Han Hans Har Hele Heldigvis Heller Hennes Her Herfra Ho Hos Hun
Hva Hvem Hver Hverken Hvilke Hvilken Hvilket Hvis Hvor Hvordan Hvorfor Hvorvidt I Ifølge Igjen
Imidlertid Ingen Innen Inntil Ikke Ikkje Ja Jeg Jo Kan Kanskje Kor Korleis Korfor Kva Kven Kvar Kun
Kunne La Langs Likevel Man Mange Me Med Medan Mellom Men Mens Mer Mest Mi Min Mine Mitt Mot Må
Naturligvis Nei Nettopp Noe Noen Noko Nokon Nokre Nå Når Neste Nesten Og Også Om Omkring Opp Over På
Samme Samt Samtidig Selv Selvom Senere Siden Sidan Sist Sin Skal Snart Som Sånn Slik Således Så
Sjølv Skjønt Til Tidligere Tross Trass Ut Uten Utan Under Var Ved Vi Via Vil Visse Vår Våre Vårt
"""

# Dates and times; places and editions.
ORDINALS = """
januar februar mars april mai juni juli august september oktober november århundre århundrede
århundret hundreår klasse trinn plass divisjon verdenskrig utgave utgåve opplag gang del kapittel
rekke juledag påskedag pinsedag etasje kvartal runde sesong samling omgang
"""

"""Danish: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic and professional; ranks; saints.
TITLES = """
hr Hr fr Fr frk Frk Dr dr Prof prof lic mag cand stud adv dir ing kapt Kapt lt oblt kmd Gen Skt St
Sct sgt kgl Kgl Mr Mrs Ms afd.leder overl prok
"""

# Parts of books, papers and laws; addresses; lives.
NUMBERED = """
art Art bd Bd Bl ed Ed f Fig fig fol kap Kap nr Nr nrs op Op p P pkt Pkt pl s S sp Sp stk Stk str t
tab Tab tlf Tlf vol Vol jf Jf lb lovb ca Ca d par bl no No
"""

# General; with inner stops; companies; days and months; units.
ABBREVIATIONS = """
adj adm adr afd Afd afg afs alm ang anm Anm ank anl apr apt att aug bebr bem Bem bet betegn bibl bl
bl.a Bl.a ca Ca cm co Co d.d d.e d.m d.s d.s.s d.v.s d.y d.æ D.v.s dec dep diam dim div dl dok dvs
Dvs e.g e.Kr e.l e.lign e.o eds egl ekskl eks etc evt Evt f.eks F.eks f.kr f.Kr f.m f.n f.o f.o.m
f.v.t fakt farv feb febr ff fhv flg fm forb foren forf forsk forts fys g.d gl Gl gr gram gymn gys
h.c h.m henv hhv Hhv hj hrs ib ibid iflg Iflg ift i.a i.e i.h.t i.m i.s.f inc Inc inkl inst instr
ital jan jf Jf jr jun jur kbh Kbh km kl Kl kld koll komm kons kr kvt kvm l l.c lb lign lok m m.a.o
M.a.o m.fl m.h.p m.h.t m.m m.v m.v.h maks Maks mdl mdr medl mek mf mfl mht milj mill min mio mm mods
modt mr mrk mul mv n.m n.n n.s n.å naturv ndf nedenn nkr nov no nær o o.a o.l o.lign o.m.a o.s.a
o.s.v obl obs Obs odont okt omkr omr opg opl opr org osv ovenst overs ovf oz p.a p.b.v p.g.a p.m p.p
p.r p.s p.t P.t pag pass pct penge pga pkt pl plur pos pp priv prk prod prov præp præs pt Pt r red
Red ref reg regn rel relig rep repr resp rk rs s.a s.d s.f s.m.b.a s.u s.å sagf saml sc scient sek
sep sept sing skr sml Sml smp sms sp spec spm sr st stk sædv så t t.eks t.h t.o.m t.v tab td tdl
tekn temp tidl Tidl tilh tilsv trans tsk ty u u.a u.b u.l u.st u.å uafh ubest ubøj ult umbr univ utr
v v.h.a v.s.a vb vbs vedk vedr vejl vha vol vs vsa væs yd ydl ytr z zool æ ø øv øvr årg årh års
"""

NEVER_LAST = """
ang bl.a Bl.a ca Ca D.v.s d.v.s dvs Dvs ekskl evt Evt f.eks F.eks fhv hhv Hhv i.e iflg Iflg inkl jf
Jf m.a.o M.a.o p.g.a pga sml Sml t.o.m v.h.a vha vedr t.eks
"""

STARTERS = """
Af Aldrig Alle Alligevel Allerede Alt Altså At Bag Bare Begge Både Blandt Da Dag De Dem Den Denne
Der Derefter Deres Derfor Derimod Dermed Derudover Desuden Desværre Det Dette Din Disse Dog Du Efter
Eftersom Egentlig Eller Ellers En Endelig Endnu Engang Enhver Enten Er Et Faktisk Flere For Forleden
Fordi Foruden Fra Først Før Gennem Gid Hans Har Han Havde Hele Heldigvis Heller Hendes Her Herefter
Hertil Hos Hun Hvad Hvem Hver Hverken Hvilke Hvilken Hvilket Hvis Hvor Hvordan Hvorfor Hvornår I
Ifølge Igen Imidlertid Ingen Inden Indtil Ikke Ja Jeg Jo Kan Kun Kunne Langs Lad Ligesom Man Mange
Med Mellem Men Mens Mig Min Mine Mit Mod Måske Må Naturligvis Nej Netop Ni Nogen Nogle Nok Nu Når
Næste Næsten Og Også Om Omkring Op Over Overalt På Samt Samtidig Selv Selvom Senere Siden Sidst Sin
Skal Skønt Snart Som Sommetider Stadig Således Sådan Så Til Tidligere Trods Ud Uden Under Var Ved Vi
Via Vil Visse Vores Vor Være Æren
"""

# Dates and times; places and editions.
ORDINALS = """
januar februar marts april maj juni juli august september oktober november december århundrede
århundredes klasse sal plads division verdenskrig udgave oplag gang del kapitel række juledag
påskedag pinsedag etage kvartal halvdel runde sæson samling
"""

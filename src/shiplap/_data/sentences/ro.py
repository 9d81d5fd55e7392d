"""Romanian: abbreviations, sentence starters."""

# Persons; academic and professional; ranks; saints; streets.
TITLES = """
Dl dl Dna dna D-l d-l D-na d-na D-ra d-ra D-lui d-lui dlui dnei Dr dr Prof prof conf Conf lect asist
Acad acad ing Ing arh Arh av jud gen Gen col Col lt.col lt Lt cpt Cpt mr Mr serg plt plut Sf sf Pr
pr ierom protos arhim mitr ep str Str bd B-dul b-dul şos șos Şos Șos Cal P-ţa P-ța Mrs Ms
"""

# Parts of books, papers and laws; addresses; lives.
NUMBERED = """
alin Alin Anexa anex art Art bl cap Cap cf Cf ed Ed et ap fig Fig fasc fol lit nr Nr no No p P par
pag Pag pct Pct pp pl poz sc sec secț sect tab Tab tel Tel t tit Tit tom urm v vers vol Vol n m ca
ian feb febr apr aug sept sep oct nov noiem dec
"""

# General; with inner stops; companies; months and units; languages.
ABBREVIATIONS = """
abr adj adv aprox art asoc bibl biol bot ca cca cit chim ș.a ş.a ș.a.m.d ş.a.m.d a.c a.m A.m d.C
d.Hr d.m d.p.d.v e.n î.e.n î.Hr î.d.Hr î.Chr d.Chr etc ex Ex engl etim fam fem fig fiz fr franc
geogr germ gr gram ibid id i.e ist it ital lat lb lit loc.cit m mag magh mas masc med mil min mld
mlrd mln m.n ms mss mun munic muz n n.b N.B n.n n.r n.a n.red neol nom o.k obs op op.cit ord org
orig p.c P.S p.s pers pl plur prep pres psih publ red Red reg rel resp rev rom rus s s.a s.a.m.d s.c
S.C S.A S.R.L S.N S.U.A sec sg sl soc sp span spec ș.cl ş.cl subst t tehn trad Trad tr transl u.m
ucr ung univ urm v V v.m vb vd vs zool Com Co Corp Inc Ltd Bros cm kg km mp ha
"""

NEVER_LAST = """
aprox ca cca ex Ex i.e v V d.p.d.v
"""

STARTERS = """
A Acea Aceasta Această Aceea Aceia Acel Acela Acele Acelea Aceleași Aceeași Acest Acesta Aceste
Acestea Acești Aceștia Acolo Acum Adesea Afară Ai Aici Ajuns Al Ale Alt Alta Altă Alte Alți Altfel
Am Apoi Ar Are Asemenea Astăzi Astfel Atât Atunci Au Avea Avem Azi Aș Așa Bineînțeles Ca Care Cam Ce
Cea Ceea Cei Cel Cele Chiar Cine Cineva Conform Cum Când Cât Câteva Câți Către Cu Că Căci Da Dacă
Dar Datorită Deci De Decât Deja Deoarece Deși Despre Desigur Destul Deocamdată Dintre Din Dintr-o
Dintr-un După Ea Ei El Ele Era Erau Este Eu Există Fără Fie Fiecare Fiind Fost Foarte Habar Iar Iată
Imediat În Înainte Înaintea Încă Însă Între Întru Întrucât Într-adevăr Într-o Într-un Îi Îl Îmi Își
Îți La Le Lor Lui Mai Mă Mâine Mereu Mi-am Mult Multe Mulți Nici Niciodată Nimeni Nimic Niște Noi
Noua Nu Numai O Oare Ori Oricare Orice Oricine Oricum Pe Pentru Peste Până Poate Potrivit Prin
Printre Probabil Sau Sa Se Sigur Spre Sub Sunt Suntem Sânt Să Și Şi Totodată Toate Toată Tocmai Tot
Totuși Toți Trebuie Ultima Ultimul Un Una Undeva Unde Unele Unii Unul Va Vă Voi Vom Vor
"""

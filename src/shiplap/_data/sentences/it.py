"""Italian: abbreviations, sentence starters."""

# Persons; academic and professional; ranks and offices; church and saints; courtesy.
TITLES = """
Mr Mrs Ms Sig sig Sig.na sig.na Sig.ra sig.ra Sig.ri sig.ri Sigg sigg Sigra
Arch arch Avv avv Avv.ti Dott dott Dott.ssa dott.ssa Dottssa Dr dr Dr.ssa dr.ssa Geom geom Ing ing
M.o Prof prof Prof.ssa prof.ssa Proff proff Rag rag
Amm Brig Cap Cav cav Col Comm comm Gen Gr.Uff Magg Mar On on Sen sen Serg Ten Uff
Card card Mons mons Rev rev Sac SS
Chiar.ma Chiar.mo Egr egr Gent gent Gent.ma gent.ma Gent.mo gent.mo Ill.ma Ill.mo ill.mo Preg
Preg.mo Rev.mo Spett spett Spett.le spett.le
"""

# Parts of books, papers and laws; addresses and telephones; centuries and months.
NUMBERED = """
All all App app Art art Artt artt c c.a.p cap Capp capp cc co col coll D.L d.l D.Lgs D.lgs d.lgs D.M
d.m D.P.R d.P.R d.p.r Eq eq es f Fasc fasc ff Fig fig Figg figg fol L l L.R Lett lett Lib lib ll N n
n.ro nn Nr nr Num num N° n° nº Op op P p Pag pag Pagg pagg Par par parr pp Sez sez T t Tab tab tabb
Tav tav Tavv tavv Tit tit tom v Vol vol Voll voll vv
int km Tel tel
ago apr dic feb febb gen genn giu lug mag magg mar nov ott s Sec sec secc set sett
"""

# General and Latin; with inner stops; papers; companies and institutions; streets; units, months;
# grammar.
ABBREVIATIONS = """
al amm ca cat Cf cf Cfr cfr cit citt Dir dir ecc Es es et etc fraz Ibid ibid id loc max op Pres pres
Prov prov rel Resp resp seg segg sg sgg sq sqq ss tot v vicepres vs
a.C a.m a.r ad.es c.a c.c C.d c.d c.m c.p c.p.c c.p.p c.v d.C e.v i.e N.B n.b N.d.A n.d.a N.d.R
n.d.r N.d.T n.d.t p.c P.es p.es p.m P.S p.t p.v q.b s.d s.l s.m s.n s.v u.s u.sc v.q v.s
agg bibl Cur cur Ed ed Edd edd ms mss rist Suppl suppl Trad trad
Ass ass Bros Co Coop coop Corp Dip F.lli f.lli Fac Flli Fond Inc Ist ist Ltd Min S.A S.a.s s.a.s
S.n.c s.n.c S.p.A S.r.l s.r.l Soc soc Univ univ
O.N.U R.U S.O.S U.E U.S U.S.A
C.so c.so L.go l.go P.le p.le P.za p.za P.zza p.zza Str str V.le v.le
apr dic febb genn lug nov ott sett
avv? femm fr gr ingl lat masch plur sing
"""

NEVER_LAST = """
ad.es C.d c.d C.so c.so Cf cf Cfr cfr Es es et i.e L.go l.go op P.es p.es P.le p.le P.za p.za P.zza
p.zza v V.le v.le vs
"""

# Not "Lei", "Loro" and "Suo", which have a capital in polite address.
STARTERS = """
Ciò Egli Ella Essa Esse Essi Esso Gli Il Io L' La Le Lo Lui Mia Mio Noi Nostra Nostro Quegli Quei
Quell' Quella Quelle Quelli Quello Quest' Questa Queste Questi Questo Tu Un Un' Una Uno
Affinché Alcune Alcuni Altra Altre Altri Altro Anche Anzi Appena Benché Che Chi Chiunque Ciascuno
Com' Come Comunque Cos' Cosa Così Dov' Dove Dunque E Ed Entrambi Eppure Finché Infatti Inoltre Ma
Mentre Molte Molti Nessuna Nessuno Né Niente Non Nulla O Ogni Ognuno Oppure Perché Perciò Però
Pertanto Pochi Poiché Purché Qual Qualche Qualcuno Quale Quali Quando Quante Quanti Quanto Quindi Se
Sebbene Siccome Tutta Tuttavia Tutte Tutti Tutto
A Ad Agli Ai Al All' Alla Alle Allo Attraverso Con Contro Da Dagli Dai Dal Dall' Dalla Dalle Dallo
Degli Dei Del Dell' Della Delle Dello Di Dopo Durante Fra Grazie In Malgrado Negli Nei Nel Nell'
Nella Nelle Nello Nonostante Oltre Per Presso Prima Secondo Senza Su Sugli Sui Sul Sull' Sulla Sulle
Sullo Tra Verso
Adesso Allora Ancora Attualmente Certo Domani Ecco Finalmente Forse Già Ieri Infine Intanto Invece
Là Lì Magari Mai Oggi Ora Perfino Persino Poi Purtroppo Qua Qui Sempre Solo Soltanto Spesso
Successivamente Talvolta
C' C'era C'è Ci Era Erano È Fu Furono Ha Hanno Ho Mi Si Sono Ti Vi
"""

ORDINALS = ""

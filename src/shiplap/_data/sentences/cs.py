"""Czech: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic and professional; ranks; church and firms.
TITLES = """
p pí sl
akad arch as Bc BcA CSc DiS doc Doc dr Dr Ing ing JUDr Mgr MgA MDDr MSDr MUDr MVDr odb PaedDr
PharmDr
PhDr PhMr prof Prof RNDr RSDr RTDr ThDr ThLic ThMgr
brig gen genpor genmjr kpt kpl maj mjr npor nrtm plk pplk por ppor pprap prap rtm škpt šprap
br sv Sv fa Fa zn
"""

# Parts of books, papers and laws; addresses and telephones; lives.
NUMBERED = """
art bod Čl čl Č č čís evid Fig fig fol kap Kap lit obr Obr odd odst Odst op Op par písm pol pozn
předl př
příl Příl r roč Roč rov S s Sb sb seš srov st str Str tab Tab tel Tel ust zák Zák zl
nar n zemř z Vol vol No no Nr nr
č.j č.p čj čp
"""

# General; with inner stops; institutions; units, days, months; languages and grammar.
ABBREVIATIONS = """
aj al angl ap apod atd atp Bl bl cca cit cf des dol ed eds el et etc event fr franc hl hod ibid id
inž jap
jm kat kol Kol lat lit m max mil min mj mld mn např Např násl nám něm o obč orig ot pl pol pozn
před předp příp přibl quot red ref resp rev roč rum rus řec s samost sch sg sign slov spol Spol srov
Srov stol
stř sport šk šp špan t tech tis tj tř tur tzn tzv ul upr ukr vč ved věd vl vyd Vyd vz z zejm zejména
zkr
zkrác zv zvl ž žel
a.s s.r.o v.o.s o.p.s o.s z.s k.s s.p n.p n.m m.j t.r t.č t.j t.zv t.zn n.l př.n.l po.Kr př.Kr n.a
U.S U.S.A
D.C S.A a.i j.n mj.i
Co Corp Inc Ltd Bros
led ún úno břez dub kvě čvn čvc srp zář říj list pros
"""

NEVER_LAST = """
cca cf např Např příp přibl resp srov Srov tj tzn tzv vč zejm zvl
"""

STARTERS = """
A Aby Ač Ačkoli Ale Anebo Ani Aniž Ano Asi Aspoň Ať Až Bez Bohužel Brzy Bude Budou By Byl Byla Byli
Bylo Byly Bývá Často Či Čím Co Což Dál Dále Dalším Další Dnes Do Dokonce Dokud Donedávna Dosud
DoufámHo I Ihned Jak Jaká Jaké Jaký Jakmile Jako Je Jedná Jednou Jeho Jejich Její Jelikož Jen Jenom
Jenže Jestli Jestliže Ještě Ji Jich Jiná Jiné Jiní Jsem Jsi Jsme Jsou Jste Již K Každá Každé Každý
Kde Kdo Kdy Kdyby Když Ke Kolem Kolik Kromě Která Které Který Kvůli Letos Lze Má Máme Mají Mám Mezi
Mezitím Mimo Mimochodem Minulý Mnoho Mnozí Možná Můj Musí Může Můžeme My Na Nad Nadto Naopak Napříč
Naše Náš Návíc Navíc Ne Nebo Nebyl Nebyla Nebylo Nechť Nejen Nejprve Nejsou Nelze Nemá Není
Nepochybně Nic Nicméně Nikdo Nikdy Nyní O Obvykle Od Oba On Ona Oni Ono Opět Ostatně Ostatní Ovšem
Po Pod Podle Podobně Pak Pokud Poněvadž Popřípadě Poslední Potom Potřebuje Pouze Pozdější Později
Prý Pro Proč Prostě Proti Proto Protože Právě Před Především Přes Přesto Přestože Při Přitom Přičemž
Řada S Se Si Skutečně Snad Současně Spolu Stále Stejně Své Svou Svůj Ta Tady Tak Také Takový Taková
Takové Takže Tam Tato Te Tedy Tehdy Ten Tento Teď Teprve Ti Tím Tímto To Toho Tohle Tohoto Tomu Toto
Totiž Tu Tuto Ty Tyto Třeba Tudíž U Už V Vám Vaše Včera Ve Velmi Viz Však Vše Všechna Všechno
Všechny Všichni Vy Vždy Vždyť Z Za Zajisté Zároveň Zatím Zatímco Zde Zdá Ze Že Zejména Zítra Znovu
"""

# Dates and times; editions, floors; sport; wars, reigns, armies.
ORDINALS = """
ledna února března dubna května června července srpna září října listopadu prosince led ún břez dub
století stol tisíciletí roku rok ročník ročníku den dne hodina hodiny hodině týden pololetí
čtvrtletí výročí
místo místě místa kolo kola kole liga ligy lize třída třídy třídě skupina skupiny etapa etapy minuta
minutě
poschodí patro patra patře díl dílu část části kapitola kapitoly svazek vydání verze odstavec
odstavce
světová světové světovou světového světový sjezd sjezdu zasedání plénum pluk pluku divize armáda
armády prapor
republika republiky generace stupeň stupně stupni
"""

"""Portuguese: abbreviations, sentence starters."""

# Persons; academic and professional; ranks and offices; church and saints; courtesy.
TITLES = """
Mr Mrs Ms Sr Sr.ª Sra Sras Sres Srs Srta Srtas
Adv Arq Arq.º Dr Dr.ª Dra Dras Drs Eng Eng.º Enga Me Prof Prof.ª Profa Profs
Alm Brig Cap Cb Cel Dep Des Gen Gov Maj Pres Sen Sgt Ten
Card Fr Ir Mons Pe Rev Revmo Sta Sto
Exm.ª Exm.º Exma Exmo Exmos Ilma Ilmo Ilmos
"""

# Parts of books, papers and laws; addresses and telephones; centuries and months.
NUMBERED = """
ac al anex Art art Arts arts cap Caps caps Eq eq ex Fig fig Figs figs fl fls fol inc N n N.º n.º No
no nos Nr nr Núm núm N° n° Nº nº Op op P p pag par parág Pág pág Págs págs pp Proc proc quadr Ref
ref refs sec Seç seç Séc séc sécs T t Tab tab V v Vol vol Vols vols
ap Apt apt Apto apto bl cj cx km lt qd sl Tel tel Telef telef Tels tels
Abr abr Ago ago Dez dez Fev fev Jan jan Jul jul Jun jun mai mar Nov nov out s set
"""

# General and Latin; with inner stops; papers; countries; companies and institutions; streets;
# units, days, months; grammar and languages; names.
ABBREVIATIONS = """
a al aprox Att att c ca Cf cf cit d dest dir et etc Ex ex excl fal hab i.e Ibid ibid ibidem id incl
loc máx mín ms mss nasc Obs obs op pres prov ref rem resp seg segs ss tít vs
a.C a.m d.C e.g N.B n.b N.E n.e N.T P.ex p.ex p.m P.S q.v s.d s.l S.M s.n s.v V.Ex V.Ex.ª V.Exa v.g
V.S V.S.ª V.Sa
adapt aum comp Coord coord Coords coords Ed ed Eds eds il Org org Orgs orgs rev Trad trad
D.F E.U.A EE.UU R.U S.O.S U.E U.S U.S.A
Assoc Bros Cia cia Co Corp Dept Depto Dpto Fac Inc Inst Lda Ltd Ltda ltda Min S.A Sec Secr Soc Univ
Al Av av Bl Estr Jd Lg Lgo Lt Pç Pça Qd Rod Trav Tv Vl
abr ago dez fev jan nov
adj adv fem fr gr ingl lat masc pl sing subst
Fil Fº Jor Jr
"""

NEVER_LAST = """
a c ca Cf cf d e.g i.e loc op P.ex p.ex v.g vs
"""

STARTERS = """
A As Ela Elas Ele Eles Eu Nós O Os Tu Um Uma Umas Uns Você Vocês
Algo Alguém Algum Alguma Algumas Alguns Ambas Ambos Aquela Aquelas Aquele Aqueles Aquilo Cada Essa
Essas Esse Esses Esta Estas Este Estes Isso Isto Meu Meus Minha Minhas Muitas Muito Muitos Nada
Nenhum Nenhuma Ninguém Nossa Nossas Nosso Nossos Outra Outras Outro Outros Poucos Qualquer Quem Seu
Seus Sua Suas Toda Todas Todo Todos Tudo Várias Vários
Aonde Apesar Caso Como Conforme Contudo E Embora Enquanto Entretanto Logo Mas Nem Onde Ou Pois Porém
Porque Portanto Quais Qual Quando Quanto Quantos Que Se Senão Todavia
Além Antes Ao Aos Após Até À Às Com Contra Da Das De Depois Desde Dessa Desse Desta Deste Diante
Disso Disto Do Dos Durante Em Entre Graças Mediante Na Naquela Naquele Nas Nessa Nesse Nesta Neste
Nisso No Nos Num Numa Para Pela Pelas Pelo Pelos Perante Por Segundo Sem Sob Sobre
Ademais Agora Ainda Ali Aliás Amanhã Apenas Aqui Assim Atualmente Daí Então Era É Felizmente
Finalmente Foi Foram Havia Há Hoje Igualmente Inclusive Infelizmente Jamais Já Lá Mais Menos Mesmo
Não Nunca Ontem Posteriormente Provavelmente Quase São Sempre Sim Somente Só Talvez Também Tampouco
Tanto Tão
"""

ORDINALS = ""

"""Spanish: abbreviations, sentence starters."""

# Persons; academic and professional; ranks; church and saints; courtesy.
TITLES = """
Dn Dña Dª Hna Hnas Hno Mr Mrs Ms Sr Sr.a Sra Sras Sres Srta Srtas
Abg Arq Dr Dr.a Dra Dras Dres Econ Ing Lcda Lcdo Lda Ldo Lic Mtra Mtro Prof Prof.a Profa
Alm Cap Cdte Cmte Cnel Cte Gral Sgt Sgto Subtte Tte
Card Emmo Excma Excmo Fr Ilma Ilmo Magfco Mons Pbro Rda Rdo Rvda Rvdo Sta Sto
Dip Sen
"""

# Parts of books, papers and laws; addresses and telephones; centuries and months.
NUMBERED = """
Apdo apdo Art art Arts arts cap Caps caps col cols cuad Ec ec ecs ej epíg f fasc ff Fig fig Figs
figs fol fols inc incs Lám lám Lib lib lín n N.º n.º No Nro nro Núm núm Núms núms N° n° Nº nº Op op
p par Pág pág Págs págs Párr párr Pp pp Sec sec Secc secc T t Tab tab tt v Vol vol Vols vols vv
C.P Ext ext Km km Pta pta Tel tel Teléf teléf Tels tels Tfno tfno
Abr abr Ago ago Dic dic Ene ene Feb feb jul jun mar may Nov nov Oct oct s Sep sep Sept sept set ss
"""

# General and Latin; with inner stops; papers; countries and doubled plurals; companies and
# institutions; streets; units, days, months; grammar and languages; names.
ABBREVIATIONS = """
a admón al aprox Atte atte c ca Cf cf Cfr cfr cit Cta cta d dcha Dto dto Ej ej etc excl Fdo fdo gral
hab ibid Ibíd ibíd incl izq izqda íd loc m máx mín ms mss nac ob obs op pdo Ref ref resp rev sig
sigs ss tít Ud Uds Vd Vds Vid vid Vm vs
a.C A.M a.m B.O.E c.c C.V d.C i.e N.B p.a P.D P.ej p.ej P.M p.m p.o P.S q.d.e.p Q.E.P.D q.e.p.d
s.e.u.o s.f s.l S.M s.n S.S s.v SS.MM V.B V.E v.gr V.O V.S
Comp comp Comps comps Coord coord Coords coords Dir dir dirs Ed ed Edit edit Eds eds il ils reimpr
rúst Trad trad
AA D.F DD DD.HH E.U.A EE EE.UU FF FF.AA FF.CC HH JJ JJ.OO OO R.D R.U RR RR.HH U.E U.S U.S.A UU
Admón Asoc Bros Cía Cías Co Corp Dep Depto Dpto Edo Fac Gob Hnos Inc Inst Ltd Ltda Min Mun Prov S.A
S.A.B S.A.U S.C S.L S.L.U S.R.L Secr Soc Univ
Av Avd Avda Ave Blvd Bo Bulev Cl Cra Ctra Edif Gta Pl Plza Pza Pº Trav Urb
abr ago dic dom ene feb jue lun mié miérc nov oct sáb sep sept vie
adj adv fem fr gr ingl lat masc pl sing sust
Fco Fdez Glez Gmo Gzlez Hdez Jr Mtnez Rdguez Rguez
"""

NEVER_LAST = """
a c ca Cf cf Cfr cfr d DD EE Ej ej FF i.e JJ loc ob op P.ej p.ej RR v.gr Vid vid vs
"""

STARTERS = """
El Ella Ellas Ello Ellos Él La Las Lo Los Nosotras Nosotros Tú Un Una Unas Unos Usted Ustedes
Vosotros Yo
Algo Alguien Algunas Algunos Ambas Ambos Aquel Aquella Aquellas Aquello Aquellos Cada Cualquier Esa
Esas Ese Eso Esos Esta Estas Este Esto Estos Mi Mis Muchas Muchos Nada Nadie Ninguna Ninguno Ningún
Nuestra Nuestras Nuestro Nuestros Otra Otras Otro Otros Pocos Quien Quienes Su Sus Toda Todas Todo
Todos Tu Tus Varias Varios
Adónde Apenas Aunque Como Conque Cómo Cuando Cuanto Cuál Cuáles Cuándo Cuánto Cuántos Donde Dónde E
Mientras Ni O Pero Porque Pues Que Qué Quién Quiénes Si Sin Sino Sí Y
A Al Ante Bajo Con Contra De Del Desde Durante En Entre Excepto Gracias Hacia Hasta Mediante Para
Pese Por Salvo Según Sobre Tras
Actualmente Además Afortunadamente Ahí Ahora Allá Allí Antes Aquí Asimismo Así Ayer Casi Después
Entonces Era Es Finalmente Fue Había Hay Hoy Igualmente Incluso Jamás Lamentablemente Le Les Luego
Mañana Más Me Menos Muy No Nos Nunca Posteriormente Quizá Quizás Se Seguramente Siempre Solo Son
Sólo Tal También Tampoco Tan Tanto Te Ya
"""

ORDINALS = ""

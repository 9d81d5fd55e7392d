"""French: abbreviations, sentence starters."""

# Persons; church, ranks, saints; relatives and firms.
TITLES = """
Dr Drs M Me Mgr Mlle Mlles MM Mme Mmes Mr Mtre Pr Prof
Adj Card Cdt Cne Col Ets Éts Gal Lcl Lt R.P S.A.R S.E S.Exc S.M S.S Sgt St Ste Stes Sts Vve
"""

# Parts of books, papers and laws; addresses and telephones; months.
NUMBERED = """
Al al Ann ann App app Art art cah Ch ch Chap chap col eq ex éd Éq éq f Fasc fasc ff Fig fig figs fo
fol ill l Liv liv ll N n No no Num num N° n° nº Op op P p parag paragr Pl pl pp r ref Réf réf r° s
sc Sect sect sq T t Tab tab Tabl tabl tt V v Vol vol vols vv v°
Appt appt Bât bât Tel tel Tél tél Téléc téléc
Avr avr Déc déc fév Févr févr Janv janv Juil juil Nov nov Oct oct Sept sept
aff civ com conc consid crim D dir Gaz J.O JO Lebon p.-v Pal pén plén préc prop pt pts rec Rec règl
somm soc spéc Bull Cass trav consom chron Chron comm concl Concl juill obs Obs par RTD sess Civ Com
Crim Soc R Rép conv décl
cons décr prot Décr Prot suppl Suppl IR jur Jur Pan pan
"""

# General and Latin; with inner stops; papers; companies and institutions; streets; units, days,
# months; languages and grammar.
ABBREVIATIONS = """
anc Comp Doc inst pr
al alt approx apr augm av ca Cf cf cit coll corr Dir dir env etc ex excl Éd éd Éds éds hab i.e Ibid
ibid ibidem Id id impr incl loc max moy ms Mss mss obs op pers qch qqch qqf qqn ref rem resp rev
rééd réimpr rép sq sqq ss suiv Trad trad v vs
a.m ap.J.-C av.J.-C C.-à-d c.-à-d c.à.d D.E.A J.-C M.A N.B n.b N.d.A N.D.L.R n.d.l.r N.D.T N.d.T
n.d.t P.-S p.-s P.ex p.ex p.m p.o P.S Ph.D q.v R.S.V.P s.d s.l s.l.n.d s.n s.v S.V.P s.v.p
E.-U É.-U É.-U.A O.N.U R.-U U.E U.S U.S.A
Acad Assoc assoc Bros Cie Co Corp Dép dép Dépt dépt enr Féd Inc inc Inst Ltd ltd Ltée ltée Min Ont
Qué S.A S.A.R.L S.A.S S.N.C Soc Sté Univ univ
All Av Bd bd Bld bld Boul boul faub Fg imp pl Rte rte
avr déc dim fév févr h janv juil lun nov oct sam sept
adj adv all angl arab esp fam fém fr gr ital lat masc plur sing subst syn var
aff Aff ass Ass assur Bull bull C.A C.E C.J.C.E C.J.U.E Cass cass chron Chron circ Circ civ Civ com
Com comm Comm conc concl Concl Conc consid Cons const Const consom consomm constr contr Conv conv
crim Crim crit Crit D Déc Defrén doctr Doctr enreg et fasc fisc fonct Gaz gaz gén inf Inf init
int inéd J.O JO jur Jur jurispr Lebon lett lib lég législ mod mon min nouv Obs Ord ord org Pal parl
patr pén Pén plén Plén pol préc préf prélim prés princ priv proc Proc procéd Procéd prop prov publ
Publ rapp Rapp rec Rec règl Règl req Req réun sess soc somm Somm spéc T.G.I TGI trav Trav Trib trib
urb voy Voy Fam intell monét fin adm Adm admin Admin
not décr prot cons Décr Prot réf Réf suppl Suppl confl Légis
Ph égal Arr arr J.-Cl
"""

NEVER_LAST = """
apr C.-à-d c.-à-d c.à.d ca Cf cf env i.e loc op P.ex p.ex v vs
voy Voy spéc
"""

STARTERS = """
C' Ce Ceci Cela Celle Celles Celui Ces Cet Cette Ceux Ça Des Du Elle Elles Il Ils J' Je L' La Le Les
Nous On Tu Un Une
Aucun Aucune Autre Certaines Certains Chacun Chacune Chaque D'autres Leur Leurs Ma Mes Mon Nos Notre
Nul Plusieurs Quelqu' Quelque Quelques Rien Sa Ses Son Ta Tes Ton Tous Tout Toute Toutes Vos Votre
Actuellement Afin Ainsi Alors Aujourd'hui Aussi Autrefois Bien Bientôt Car Cependant Certes Combien
Comme Comment D'abord D'ailleurs D'après D'où Demain Déjà Désormais Donc Dorénavant Effectivement
Encore Enfin Ensuite Et Évidemment Finalement Heureusement Hier Ici Jamais Laquelle Là Là-bas Lequel
Lorsqu' Lorsque Maintenant Mais Malheureusement Même Néanmoins Ni Or Ou Où Parce Parfois Peut-être
Pourquoi Pourtant Puis Puisqu' Puisque Qu' Quand Quant Que Quel Quelle Quelles Quels Qui Quoi
Quoique S'il S'ils Seul Seule Seulement Seuls Si Soudain Souvent Tandis Tantôt Toujours Toutefois
Voici Voilà
A Après Au Aux Avant Avec À Chez Contre Dans De Depuis Derrière Devant Dès Durant En Entre Envers
Grâce Hors Jusqu' Jusque Lors Malgré Outre Par Parmi Pendant Pour Sans Selon Sous Sur Vers
A-t-il Est Est-ce Est-il N' Ne Non Oui S'agit-il Sont
"""

ORDINALS = ""

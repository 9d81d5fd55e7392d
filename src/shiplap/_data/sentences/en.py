"""English: abbreviations, sentence starters."""

# Persons, offices, ranks; saints and places.
TITLES = """
Abp Bp Br Dr Drs Fr Hon Messrs Mlle Mme Mmes Mr Mrs Ms Msgr Mx Prof Profs Rev Revd
Ald Amb Asst Atty Det Gov Govs Insp Pres Rep Reps Sen Sens Supt
Adm Brig Capt Cdr Cmdr Col Comdr Cpl Ens Gen Gens Lieut Lt Maj Pfc Pvt Sgt Spc
Ft Mt St Ste Sts
"""

# Parts of books and papers; mathematics; addresses and telephones; lives and dates; books of the
# Bible.
NUMBERED = """
App Appx Art art Arts arts Bk bk Bks bks Ch ch Chap chap Chaps chaps Chs chs Cl cl col cols Dec Ed
ed Eq eq Eqs eqs Ex ex Exs exs Fig fig Figs figs fol fols Ill Iss iss l ll n nn No no Nos nos Op op
P p Par par para paras Pars Pl pl Plt pp Pt pt Pts pts Ref ref Refs refs Reg Sched sched Sec sec
Secs secs Sect sect Sects sects Ser ser Stat Suppl suppl Tab tab Tabs tabs Tbl tbl v ver vers Vol
vol Vols vols vv
Cor Def Lem Prop Rem Thm
Apt apt Bldg Ext ext Fl Flr Hwy Rm rm Rt Rte Tel tel
Apr Aug b c ca d Feb fl Jan Jul Jun Mar Nov Oct r Sep Sept
Chr Chron Deut Eccl Eph Exod Ezek Gal Heb Hos Isa Jas Jer Judg Kgs Lev Matt Pet Phil Prov Ps Pss Rom
Thess
Addend Aff Amend amend Amends amends Ann ann Civ Compl Const Cong Crim Decl Dep Dkt Div Doc Docs
Evid Exh Exhs Jur Mem Mot Opp Ord Prot Rptr Rs Rul Sch Sess sess So ss Stip subch subd subdiv subds
subpt subpts subsec subsecs subsects Supp Supps supp reg regs Regs Tr Treas Cmnd Cmd Cm Bankr Prac
Prob Pen Veh Welf Ves Burr Cranch Wheat How Dall
tit Tit Cal Wall Wn Cir Ct
R
cmt cmts lit rec recs subpara subparas
Pg pg Pgs pgs s Lits lits Will Geo Vict Eliz Edw Hen Pat Pats Spec spec
Memo fn fns subh sub-para sub-paras sub-cl
"""

# General and Latin; books and papers; companies and institutions; degrees and names; times; days
# and months; countries and cities; states and provinces; streets and directions; units; journals.
ABBREVIATIONS = """
A.K.A a.k.a abbr al approx c Ca ca Cf cf cit d.b.a E.g e.g eg esp est et etc excl f.k.a ff i.a I.e
i.e Ibid ibid id ie incl loc max misc N.B n.b n.d n.p op orig P.S p.s q.v R.I.P R.S.V.P resp s.v sc
scil seq seqq usu v Viz viz vs w.r.t
anon comp comps dist Ed ed Eds eds illus publ repr rev rpt trans transl
A.G Acad Assn Assoc B.V Bros Co Corp Cos Dept dept Div Govt govt Inc Inst Intl L.L.C L.L.P L.P Ltd
Mfg Mgmt N.V P.C P.L.C Plc Pty S.A S.p.A Soc Univ univ
B.A B.S B.Sc C.E.O C.P.A D.D D.D.S D.Phil D.Sc D.V.M Ed.D Esq J.D Jr K.C LL.B LL.D LL.M M.A M.B.A
M.D M.P M.Phil M.S M.Sc Ph.D Q.C R.N Sr
A.D A.M a.m B.C B.C.E C.E hr hrs min mins mo mos P.M p.m sec secs wk wks yr yrs
Apr Aug Dec Feb Fri Jan Jul Jun Mon Nov Oct Sat Sep Sept Thu Thur Thurs Tue Tues Wed
D.C D.R.C E.U G.B L.A N.Y.C N.Z U.A.E U.K U.N U.S U.S.A U.S.S.R
Ala Alta Ariz Ark Calif Colo Conn Del Fla Ga Ind Kan Kans Ky La Mass Md Mich Minn Miss Mo Mont N.C
N.D N.H N.J N.M N.S N.S.W N.Y Neb Nebr Nev Okla Ont Ore P.E.I P.R Pa Penn Que R.I S.C S.D Sask Tenn
Tex Va Vt W.Va Wash Wis Wisc Wyo
Av Ave Blvd Cir Ct Expy Hts Ln Mts N.E N.W P.O Pkwy Rd S.E S.W Sq Ter
bbl cu doz ft lb lbs m.p.h oz qt r.p.m sq tbsp tsp yd yds
Appl Biol Bull Chem Comput Conf Eng Int Lett Med Natl Phys Proc Sci Symp Trans
Abt Admin Adver Agric Am Amer App Arb Att'y Auth Bankr Bd Biophys Bldg Burr Cas Cath cert Cert Chi
Civ Cl Cnty Colum Com Comm Commw comm Compl concur Consol Const Constr Cont Contr Coop Cr Crim cur
Cty Decl Dep Def Dig dissent Dir Disc Dkt Econ Educ Elec Emp Emps Enter Entm't Env't Eur Evid Exch
Exec Exh Fam Fed Fid Fin Geo Guar Harv Hosp Hous Immigr Imp Imps Indem Indus Ins Inv Invs Jur Juv
Lab Legis Liab Litig Mach Maint Mem Merch Mil Misc Mkt Mktg Mot Mun Mut Nat'l nom Op Opp Org Pac Pen
Pens Pers Pet Petr Pharm Pl Pls Prac Prelim Prob Prods Prop Props Prot Pub Publ Publ'n Rec Ref Reg
Regs Rehab Rel Rels Res Restat Rptr Rts Rul Ry Sch Sched Schs Secs Serv Servs Sess Shpg Soc'y Stan
Stat Sup Supp Supers Sur Surg Sys Tech Techs Tel Temp temp Theol Tr Transp Treas Trib Twp Unif
Unempl Urb Util Utils Vet Welf Wheat Wkly Cmnd Cmd Cranch Ld Lds Lloyd's Ord Ordin Q.B K.B A.C W.L.R
E.C.R O.J Mgt Distrib Distribs Dev Devs Env Engr Engrs Equip Founds Grp Hldg Hldgs Holdg Invest
Prof'l Sec'y Subcomm Subs sub
Cal Ill Cong tit Cons Off Wn Ann Nos Bus attn
rel plc Pat Pats Adv Spec lits mtg mtgs conc Conc Ersk Wm Jas Chas Thos Jos Robt
Benj Saml Edw Hrg Commr
Rest Emot decd Deb Imm Parl corr Priv Ltr
"""

NEVER_LAST = """
A.K.A a.k.a approx c Ca ca Cf cf cu d.b.a E.g e.g eg esp et f.k.a i.a I.e i.e ie loc op P.O sc scil
sq v Viz viz vs w.r.t
"""

STARTERS = """
A An He Here It She That The There These They This Those We You
All Another Any Both Each Every Everyone Everything Few Her His Its Many Most My No-one Nobody None
Nothing Other Others Our Several Some Someone Something Such Their Your
About Above According Across After Against Along Among At Before Besides Between By Despite During
Except For From In Like On Over Regarding Since Through Throughout To Toward Towards Under Unlike
Until Upon With Within Without
Although And As Because But How If Nor Or So Though Unless What When Whenever Where Whereas Wherever
Whether Which While Who Whom Whose Why Yet
Additionally Afterwards Again Also Always Consequently Currently Even Eventually Finally Fortunately
Furthermore Hence However Indeed Initially Instead Just Later Likewise Maybe Meanwhile Moreover
Never Nevertheless Next Nonetheless Not Now Often Once Only Otherwise Overall Perhaps Recently
Similarly Sometimes Soon Still Then Therefore Thus Today Tomorrow Unfortunately Usually Yesterday
Are Can Could Did Do Does Had Has Have Is Let Must Please Should Was Were Would
Messrs Mr Mrs Ms
Didn't Don't He's Isn't It's Let's She's That's There's They're We're What's You're
HE HOWEVER SHE THE THERE THEREFORE THESE THEY THIS THOSE WE YOU
"""

ORDINALS = ""

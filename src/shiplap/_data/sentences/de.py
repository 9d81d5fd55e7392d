"""German: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic; church, nobility, ranks; families, firms, saints.
TITLES = """
Fr Frl Hr Hrn Mr Mrs Ms
Dipl Dipl.-Inf Dipl.-Ing Dipl.-Kfm Dipl.-Päd Dipl.-Phys Dipl.-Psych Doz Dr Dr.-Ing Dres Ing Lic Mag
Priv.-Doz Prof Profs
Br Frhr Gf Hl hl Hptm Hzg Kard Lt Maj Oblt Obstlt Pfr Präs Sen Sr
Fa Fam Gebr St
"""

# Parts of books, papers and laws; music; addresses, telephones, dates.
NUMBERED = """
Abb Abbn Abs Abschn Abt Anh Anl Anm Art Artt Aufl Ausg Az Bd Bde Bdn Beil Bek Beschl Bl Bsp Buchst
Def Drs Drucks Fig Fn Gl H Hft Jg Jgg Kap Kl Lfg Lief Lit lit No Nr nr Nrn Nrr Par Pos Rdn Rdnr Rn
Rz S Ser Sp Str Suppl T Tab Taf Tl Urt Var Vol Z Ziff Zl
Op op
Hausnr Postf Stk Tel Whg Zi
Apr Aug ca Dez Feb Febr geb gest J Jan Jh Jhd Jul Jun Mär Mrz Nov Okt Sep Sept str
ABl Alt Alternat BAnz BGBl BStBl BT-Drs BR-Drs BT-Drucks BR-Drucks BVBl Dok EGr Erwgr ErwGr Entsch
GBl GMBl GVBl GVOBl Halbs Hs HS KOM MBl Prot ProtNr RdErl Rec RegBl RGBl RL Rs Rspr Spstr Slg Tz Tzn
UAbs Unterabs Unterabschn Vorb Vorbem VO Ziffn Zs Einl Gliederungsnr Lfd Kz
UR-Nr JherJb E
"""

# General; written apart or with inner stops; times and dates; law and papers; companies and
# institutions; degrees; units; languages and confessions; streets.
ABBREVIATIONS = """
abzgl allg anschl ausgen ausschl ausschließl bek bes Betr betr bspw bzgl bzw ca desgl dgl dt dto Ebd
ebd ebda ehem eigentl eigtl einschl entspr etc etw evtl exkl Expl f ff geb gegr gem gen gesch
gesetzl gest gez ggf ggfs ggü hrsg i.e inkl insb insbes jährl jmd jmdm jmdn jmds jun led lfd lt max
mind monatl möbl mtl nachm od örtl Pers rd resp sen sog spez stellv svw tägl teilw ungef unveröff
urspr ursprüngl usf usw verh vermutl versch verw Vgl vgl vorm wchtl wg wiss zit zul zus zw zz zzgl
zzt
a a.a.O a.D a.d a.M a.o b b.w d d.Ä D.h d.h d.J d.M e e.G e.K e.V g.U h h.c h.M i i.A i.Allg i.allg
i.B i.Br I.d.R i.d.R i.e.S i.G i.H.v i.L i.R i.S i.S.d i.S.v i.Ü i.V i.w.S k.A k.u.k m m.a.W M.E m.E
m.W n n.b o o.Ä o.ä o.B o.g o.J o.O o.V p.a p.Adr s s.a s.l S.o s.o S.u s.u s.v u u.a u.Ä u.ä u.dgl
u.E u.s.w U.U u.U u.v.a u.v.m u.z v V.a v.a v.l.n.r z Z.B z.B z.b.V z.Hd Z.T z.T z.Z Z.Zt z.Zt
Apr Aug Chr Dez Di Do Feb Febr Jahrh Jh Jhd Jhdt Jhs Mär Mi Min Mo Mon Mrz n.Chr n.u.Z Nov Okt Sa
Sek Sep Sept Std v.Chr v.u.Z
Abk al Anm Aufl Ausg Bearb Beil Bem Beschl Bsp cf cit Diss Entsch Erg erg erw et Forts Gesetzl Hg
Hgg Hrsg Ibid ibid Lit Mitarb Mitw Mss Neuaufl op Red Reg Rspr Slg Suppl Urt überarb Übers übers
verb Verf Verl vs Zs Ztg Ztschr
Bez Bhf Cie Co Corp Ges Hbf Inc Inst Kfm Ltd Mitgl Nachf Univ Vertr Verw Vors
B.A B.Eng B.Sc dent habil hum iur jur LL.M M.A M.Eng M.Sc med nat oec Ph.D phil pol rer sc theol vet
Dtzd Einw Ew Mio Mrd Pck Pfd Pkg Stck Stk Tsd Ztr
Adj Adv amerik arab chin engl europ ev evang Fem franz frz griech ital jap kath lat luth Mask Neutr
niederl österr Pl Plur poln prot röm russ schwed Sg span Subst türk ugs umg
Av Ave Blvd Str str
U.K U.S U.S.A
ABl Ag Alt Amtl amtl anges Anh Anl Ant Ast Ausf BAnz Begr BegrRegE Bekl Bet BGBl BStBl BT-Drs BR-Drs
BT-Drucks BR-Drucks Einl Entw Erl Erwgr ErwGr Fn gerichtl ges gew GVBl GVOBl Halbs Hs Kl Komm krit
Lfg m.Anm m.w.Nachw MBl Nachw Nds nrk RGBl Rn Rs Rz Tz UAbs Unterabs Vorb Vorbem Vorschr vorst
nachf vorl zust zutr ausf Bespr bejah vern ebso Abw abw Beschw Ber Rev veröff Veröff rechtskr gg
geänd eingef neugef aufgeh i.V.m i.d.F i.Erg i.Zw Gen Regbez Landkr Bgm Min.-Präs Bev Rdnr Fkt
Wirtsch Philos Phil Mus Naturw Techn techn wirtsch wissensch Wiss naturw mathem Math Hist hist biol
Biol chem Chem phys Phys
Rechtspr st re li Dok Hess Bay Sächs Thür Brem Hamb Württ Schl.-Holst Rhl.-Pf Inh Gläub Schuldn Az
Sp Fundst Kläg Festschr Grds grds Zust Abl abl
Verh mdl JherJb Rundschr schweiz
"""

NEVER_LAST = """
betr bspw bzgl bzw ca einschl gen ggü i.e insb insbes lfd lt rd sog stellv urspr Vgl vgl wg zw
cf d D.h d.h e et geb i i.Br I.d.R i.H.v i.S.d i.S.v m.a.W M.E n o.g op rer s.a u U.U v V.a v.l.n.r
vs z Z.B z.B z.Hd Z.T Z.Zt
"""

# No nouns; not "Sie", "Ihr", "Ihnen", "Ihre", which have a capital in polite address.
STARTERS = """
Das Dem Den Der Des Die Du Ein Eine Einem Einen Einer Eines Er Es Ich Man Mich Mir Uns Wir
Alle Allen Alles Andere Anderes Beide Dein Deine Dies Diese Diesem Diesen Dieser Dieses Einige Euer
Eure Jede Jedem Jeden Jeder Jedes Jene Jenem Jener Jenes Kein Keine Keiner Keines Manche Mancher
Mehrere Mein Meine Meinen Meiner Sein Seine Seinem Seinen Seiner Solche Unser Unsere Unserer Viele
Vielen Welche Welchen Welcher Welches
Aber Als Bevor Bis Da Damit Dass Denn Doch Entweder Falls Indem Nachdem Ob Obgleich Obwohl Oder Seit
Seitdem Sobald Sodass Sofern Solange Sondern Sowohl Und Während Weder Weil Wenn
Allerdings Anschließend Auch Außerdem Bald Bereits Bisher Dabei Dadurch Dafür Dagegen Daher Danach
Daneben Dann Daran Darauf Daraufhin Daraus Darin Darum Darunter Darüber Davon Davor Dazu
Dementsprechend Demnach Dennoch Deshalb Deswegen Dort Ebenso Eigentlich Endlich Erst Ferner Folglich
Früher Gestern Gleichzeitig Heute Hier Hierbei Hierfür Hiermit Hierzu Immer Insgesamt Inzwischen
Jedoch Jetzt Leider Manchmal Meist Meistens Mittlerweile Möglicherweise Natürlich Nie Niemals Noch
Nun Nur Offenbar Oft Plötzlich Schließlich Schon So Sogar Somit Später Stattdessen Trotzdem Übrigens
Vermutlich Vielleicht Wahrscheinlich Zudem Zuerst Zuletzt Zunächst Zwar
Am An Ans Anstatt Auf Aufgrund Aus Außerhalb Bei Beim Durch Für Gegen Gemäß Hinter Im In Innerhalb
Laut Mit Nach Neben Ohne Statt Trotz Um Unter Über Vom Von Vor Wegen Zu Zum Zur Zwischen
Etwa Etwas Ja Jemand Nein Nicht Nichts Niemand Wann Warum Was Wem Wen Wer Weshalb Wie Wieso Wo
Wodurch Woher Wohin Womit
"""

# Dates and times; editions, floors, places; sport; wars, armies, events.
ORDINALS = """
Advent Adventssonntag Apr April Aug August Dez Dezember Feb Feber Febr Februar Geburtstag
Geburtstages Geburtstags Halbjahr Hochzeitstag Jahr Jahrestag Jahrestage Jahrestages Jahrestags
Jahrhundert Jahrhunderte Jahrhunderten Jahrhunderts Jahrtausend Jahrtausends Jan Januar Jänner Jh
Jhd Jhs Juli Juni Lebensjahr Lebensjahres Lebensjahrs Mai Mär März Minute Monat Monats Nov November
Okt Oktober Quartal Quartals Schwangerschaftswoche Sekunde Semester Semesters Sep Sept September
Stunde Tag Tage Tages Todestag Todestages Woche
Absatz Absatzes Abschnitt Abschnitts Akt Aktes Auflage Ausgabe Band Bandes Bezirk Bezirks Buch
Buches Etage Folge Gang Generation Grad Grades Kapitel Kapitels Klasse Klassen Klavierkonzert Mal
Male Obergeschoss OG Ordnung Platz Platzes Preis Punkt Rang Reihe Satz Satzes Schritt Schuljahr
Sinfonie Staffel Stelle Stock Stockwerk Strophe Stufe Symphonie Szene Teil Teiles Teils UG
Untergeschoss Vers Versuch Wahl
BC Bundesliga Durchgang Etappe FC FFC FSV Gruppe Halbzeit Hälfte Kreisliga Lauf Liga Runde Saison SC
Spieltag Spieltages Spieltags SV TSV VfB Viertel Wahlgang
Arbeitskreis Armee Armeekorps Änderungsgesetz Bataillon Bataillons Brigade Bundeskanzler
Bundespräsident Bundestag Bundestages Bundestags Deutscher Division Dynastie Festival Flotte
Infanterie Infanterie-Division Internationaler Kammer Kompanie Kongress Kreuzzug Kreuzzuges
Kreuzzugs Legislaturperiode Nachtrag Novelle Olympische Olympischen Panzer-Division Panzerdivision
Parteitag Platzierte Präsident Regiment Regiments Republik Senat Senats Sitzung Sonate Strafsenat
Treffen Vatikanische Vatikanischen Vatikanisches Verordnung Wahlperiode Weltkrieg Weltkriegen
Weltkrieges Weltkriegs Zivilsenat
Aufl Bd Jg Jhdt Kap Abschn Änd ÄndG BImSchV Kl Lfg Legislaturp Ergl Ergänzungslieferung
Änderungsverordnung Durchführungsverordnung
"""

# Words before an ordinal: articles, prepositions with an article, possessives.
DETERMINERS = """
Das das Dem dem Den den Der der Des des Die die eine einem einen einer
Ab ab Am am Beim beim Bis bis Im im Ins ins Seit seit Vom vom Zum zum Zur zur
seinem seinen seiner
"""

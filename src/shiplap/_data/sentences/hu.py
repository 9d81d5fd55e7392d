"""Hungarian: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic and professional; ranks; saints.
TITLES = """
dr Dr Prof prof ifj Ifj id Id özv Özv szt Szt St doc Doc mb főmérn vezérőrgy alez ezr őrgy szds
fhdgy hdgy tiz szkv Mr Mrs Ms Msgr
"""

# Parts of books, papers and laws; addresses; lives.
NUMBERED = """
bek Bek bd Bd fej Fej f füz köt Köt kat l Lásd no No Nr nr old Old par sz Sz tábl táj tel Tel tc tv
vol Vol kb Kb kiad Kiad szül megh u krt hrsz fsz em ép lph
"""

# General; with inner stops; companies; days and months; units.
ABBREVIATIONS = """
alt aug ápr átl bp Bp biz bt Bt c.c ca cm csüt cs db dec d.e du D.u d.u e é eds Egy elv ép érk etc
évf ex febr feb fn fok fsz Ft Ford foly franc g gen gk gr gör h hiv hivat hn ill Ill in int ism Ism
ir ibid jan jegyz jún júl j kb Kb ker Ker képv kft Kft kg kh kiad kk km kör köv Köv kp kr Kr krt kt
ktsz közp közs l ld Ld lt m máj magy márc max megj Megj min mn mss műsz mv n nagyközs ném nb No nov
nr ny nyrt Nyrt ogy okt ol old olv op ôsz osztr össz Össz p pl Pl pu péld pén q r rk rkp rt Rt rov
röv Röv s sat sgy spec stb sz szabv szb szd szept szerk Szerk szer szomb szoc t tá tb tc tk tkp Tkp
tört törv tsz tszf tv u ua ún Ún uo Ui ui úm uv ü ügyv üz v vál vár vb vh vill vki vm vmi vö Vö vs
vsz zrt Zrt z a.m A.m i.e I.e i.sz I.sz i.m I.m Kr.e Kr.u K.m.f N.B P.S s.k s.a t.c t.k u.n v.ö
B.ú.é.k
"""

NEVER_LAST = """
ill Ill kb Kb ld Ld pl Pl tkp Tkp ua ún Ún uo ui Ui vö Vö
"""

STARTERS = """
A Az Ahhoz Ahogy Ahol Aki Akik Akkor Alig Általában Ám Amelyek Amely Ami Amikor Amit Amíg Annak
Annyi Arra Arról Attól Avval Azok Azon Azonban Azóta Azt Aztán Azért Azzal Ha Hanem Hogy Hogyan Hol
Holnap Hová Honnan Hiszen Hiába Be Bár Bizonyára Bizonyos Csak Csakhogy De Dehogy Ebben Ebből Eddig
Egy Egyes Egyik Egyre Egyszer Egyszerre Egyszerűen Együtt Ehhez Ekkor Előbb Először Elég És Én Ennek
Ennél Ennyi Erre Erről Esetleg Este Ettől Ez Ezek Ezen Ezer Ezért Ezt Ezután Ezzel Éppen Főleg
Gyakran Hát Helyette Ilyen Ilyenkor Igaz Igen Így Illetve Immár Itt Itthon Jelenleg Jól Kár Ki
Kicsit Kik Kit Kivel Később Két Kétségtelen Közben Lehet Lehetséges Legalább Ma Mai Majd Majdnem Már
Más Másnap Mások Másik Még Megint Mégis Mely Melyik Mennyi Mert Mi Mikor Milyen Mind Minden Mindenki
Mindez Mindig Mindkét Mindjárt Mintha Mint Miután Mit Miért Most Mostanában Mondjuk Mégsem Míg Mivel
Nagyon Naponta Ne Néha Nekem Néhány Neki Nélkül Nem Nemcsak Ni Nincs Noha Nos Nyilván Ő Ők Ön Önök
Oda Ott Pedig Persze Például Reggel Régen Rendszerint Sajnos Se Senki Semmi Sem Sok Sokan Sokat
Sokszor Sőt Talán Te Tegnap Tehát Természetesen Ti Több Többek Többször Tovább Továbbá Tudod Túl
Ugyan Ugyanakkor Ugyanez Ugyanis Úgy Után Utána Vagy Vagyis Vajon Valahol Valaki Valami Valóban
Valószínűleg Van Vannak Végre Végül Vele Viszont Volt Voltak
"""

# Dates; places, wars, editions.
ORDINALS = """
január február március április május június július augusztus szeptember október november december
januárjában februárjában márciusában áprilisában májusában júniusában júliusában augusztusában
szeptemberében októberében novemberében decemberében század században századi századból kerület
kerületben kerületi osztály osztályos osztályban emelet emeleten fejezet bekezdés paragrafus törvény
törvénycikk kiadás kötet évfolyam évfolyamos hely helyen helyezett világháborúban forduló fordulóban
nap napján napig naptól éves évi évben rész részben számú hadsereg hadosztály ezred dinasztia Béla
Endre Ferenc István János Károly Lajos László Lipót Mihály Pál Pius Rákóczi Ulászló Zsigmond Vilmos
Frigyes Henrik Fülöp György Miklós Sándor Péter Katalin Erzsébet Napóleon József
"""

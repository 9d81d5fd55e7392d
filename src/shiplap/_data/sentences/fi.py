"""Finnish: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic and professional; ranks; saints.
TITLES = """
hra Hra rva Rva nti Nti tri Tri toht Toht prof Prof maist dos Dos dipl.ins DI ins tal.neuv kenr Kenr
ltn maj Maj evl ev kapt Kapt alik ylik luutn rov Rov piisp arkkip pyh Pyh St v.t Dr Mr Mrs Ms
"""

# Parts of books, papers and laws; addresses; lives.
NUMBERED = """
art Art kpl luk Luk mom n No Nro nro nr Nr Os p P pv s S ss siv Siv sid Sid taul Taul tal kuv Kuv
vrt Vrt puh Puh Fax fax vol Vol op Op ks Ks k kl Kl klo Klo synt Synt kuoll Kuoll as rek
"""

# General; with inner stops; companies; days and months; units.
ABBREVIATIONS = """
aik alk alkup alv ap apul ark arv ats a.k.a b.t eaa ed Ed eduskunt eKr e.Kr e.m em engl ent erik
erit esim Esim est etc fil ganz gr h hal harv hist huom Huom hv hlö ibid il ilm ilmeis ip ital jKr
j.Kr j.n.e jne jälk jms jm j.m jkn jnk jmk joht Joht jr jv kaup kd keskim kk klo km kok kpl kr kreik
ks Ks kts Kts kv käänt lak lask lat lh lib lk lkm lp ltk luonn lv ly lyh läh l lääk maanant maks mat
merk mh min milj miel mk ml mlk mm m.m mon monik mrd ms muist muk mus mv myöh n Nim nim n.s ns nyk
oik ok op oppil osast o.s o.y o.t.o Oy Ab Oyj ay ry t.mi perj pj pl pnä pohj pol por pp pros psykol
pst puh puol pv päiv r ranск ransk red rek rk rm rs ruots s sakr saks san sd seur sis sit sk sl sn
sos srk st suom s.o s.v suuruisk t ta tav teht tek teol tied tk tms toim Toim tp ts tv t.s t.m.s
tsto tuhat tus tyy uk ulk um usk v vaih vall valt vars vas vast vk ven vhtv vir vm vpk vrk vrt Vrt
vs vt v.a va v.s yht yks yl yleisk ylim ym y.m yms y.m.s yo ymp ystäv äid äm
"""

NEVER_LAST = """
em esim Esim ent huom Huom ks Ks kts Kts mm m.m ns n.s s.o ts t.s vrt Vrt keskim
"""

STARTERS = """
Aina Aikaisemmin Aikoinaan Ainakin Ainoastaan Aluksi Ehkä Ei Eivät Eikö En Emme Ennen Entä
Erityisesti Esimerkiksi Et Että Ette Eli Han Harva He Heidän Heille Heitä Hyvin Hän Hänellä Hänen
Hänet Häntä Ilman Itse Ja Jo Joka Joku Jokainen Jolloin Jopa Jos Joskus Jossa Jotkut Juuri Kaikki
Kaiken Kaikkien Kanssa Kenen Kerran Keskellä Ken Koko Kolme Koska Kuin Kuinka Kuitenkin Kuka Kukaan
Kumpi Kun Kyllä Käytännössä Kohta Lisäksi Lopulta Lopuksi Me Meidän Meillä Meitä Mihin Miksi Mikä
Mikäli Milloin Minkä Minne Minua Minulla Minun Minusta Minä Missä Mistä Miten Mitä Mitään Molemmat
Monet Monta Moni Muita Mukana Mutta Muut Muuten Myös Myöhemmin Ne Niiden Niin Niinpä Niissä Niistä
Niitä Noin Nuo Nyt Nykyisin Nykyään Näiden Näin Näissä Näitä Nämä Olen Oli Olisi Olivat On Onko Ovat
Paitsi Pian Puhumattakaan Sama Samaan Samalla Samoin Samana Se Sekä Sen Senkin Siellä Sieltä Siihen
Siinä Siis Siitä Silloin Silti Sinne Sinun Sinä Sitten Sitä Sikäli Sillä Siksi Sinänsä Suurin
Suunnilleen Tai Taas Tavallisesti Te Teidän Tietysti Toinen Toisaalta Toisin Tosin Tuo Tuolloin Tuon
Tuota Tule Tällä Tällöin Tämä Tämän Tänä Tänään Täällä Tähän Tässä Tästä Tätä Usein Useat Vaan Vai
Vaikka Vain Varsinkin Vasta Vielä Viime Vuonna Voiko Yhdessä Yksi Yleensä Yli Ympäri
"""

# Dates; places, wars, editions.
ORDINALS = """
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta
lokakuuta marraskuuta joulukuuta tammikuun helmikuun maaliskuun huhtikuun toukokuun kesäkuun
heinäkuun elokuun syyskuun lokakuun marraskuun joulukuun päivä päivänä päivän luokka luokan luokalla
luku luvun luvulla vuosisadan vuosisadalla vuosisata vuosi kerros kerroksessa painos kierros
kierroksella sija sijalla maailmansota maailmansodan divisioona divisioonan armeija kappale artikla
artiklan vuosikerta kerta kertaa
"""

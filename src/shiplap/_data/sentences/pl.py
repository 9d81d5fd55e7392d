"""Polish: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic; church; ranks and offices; streets and squares.
TITLES = """
Mr Mrs p pp
Doc doc Dr dr dypl hab Inż inż Mgr mgr Prof prof
Abp abp Bp bp bł błog Kard kard Ks ks Śp śp Św św
adm adw asp chor Dyr dyr Gen gen kmdr kom kpr Kpt kpt mjr plut podkom por ppor ppłk prez prok płk
Red red sierż wiceprez zast
Pl pl Ul ul
"""

# Parts of books, papers and laws; addresses, telephones, time, lives.
NUMBERED = """
Art art Cz cz Dz dz ed Fot fot il ilustr l lit Lp lp n No no Nr nr nry Op op Par par Pkt pkt Poz poz
Przyp przyp r roczn Rozdz rozdz rozp Ryc ryc Rys rys S s schem ss Str str sygn T t Tab tab tt Ust
ust Vol vol w ww wyd wz z Zał zał zesz
Godz godz kl km lok m Tel tel
c ca ok ur zm
"""

# General; with inner stops and written apart; years and units; books and papers; companies,
# institutions, places; languages and grammar.
ABBREVIATIONS = """
al bież bm br cd cdn czyt dot ds ew ewent gm gł im itd itp jw maks min najw następ naucz Np np nt o
odp Ok ok oo orient pn Por przyn ps pt śr Tj tj Tzn tzn Tzw tzw ub ur wg ws wsp współ ww wł zał zm
Zob zob zw zwł
a.m b.d b.m b.r b.z c.d c.d.n C.K c.k e J.E j.n j.w k.c k.k k.p.a k.p.c k.p.k l.mn l.poj M.in m.in n
n.e n.p.g n.p.m o.o p.m p.n.e p.o P.S R.P U.S U.S.A ub.r z.o.o
dol egz godz kw mies os proc r rr sek st stopn szt tyg tys w
cf cit Cyt cyt dz et etc Ibid ibid ibidem loc op Oprac oprac pol popr przekł Przeł przeł rkp rozsz
Tłum tłum uzup vs wyb Wyd wyd zeb
Co Corp dep dz.cyt Inc inst jedn Jr kier Ltd nacz oddz pow S.A Sp sp spółdz Sr stow Tow tow uniw woj
Wydz wydz zarz
ang czas czes fr franc hiszp lm lp męs niem przym przysł rodz ros rum rzecz staropol szwedz ukr węg
żeń łac
"""

NEVER_LAST = """
cf dot ds et M.in m.in Np np nt op p.o Por pt Sp sp Tj tj Tzn tzn Tzw tzw ur vs wg ws Zob zob
"""

# Not "Ty" and "Ci", which have a capital in letters.
STARTERS = """
Bez Dla Do Dzięki Ku Między Mimo Na Nad O Obok Od Około Oprócz Po Pod Podczas Pomimo Poza Prócz
Przed Przez Przy Spod Spośród U W We Według Wobec Wokół Wśród Wzdłuż Z Za Zamiast Ze Zgodnie Znad
A Aby Albo Ale Ani Bo Bowiem Chociaż Choć Co Czy Dlaczego Dlatego Dokąd Gdy Gdyby Gdyż Gdzie Ile Jak
Jaka Jaki Jakie Jednak Jednakże Jeśli Jeżeli Kiedy Kto Która Które Który Którzy Lecz Lub Natomiast
Niech Oraz Podobnie Ponadto Ponieważ Skąd Skoro Więc Zanim Zatem Żeby
Coś Ich Im Inne Inni Inny Ja Jego Jej Każda Każde Każdy Kilka Kilku Ktokolwiek Ktoś Moja Moje Mój Mu
My Nam Nas Nasz Nasza Nasze Nic Niektóre Niektórzy Nigdy Nikt Oba Obaj Obie On Ona One Oni Ono Sam
Sama Swoją Swój Ta Tamta Tamten Tą Te Tego Tej Ten Tę To Tych Tym Wiele Wielu Wszyscy Wszystkie
Wszystko
Byli Był Była Było Czasami Czasem Często Dopiero Dotąd Dzisiaj Dziś Jednocześnie Jest Jeszcze Jutro
Już Może Nagle Najpierw Następnie Nawet Nie Niestety Obecnie Oczywiście Odtąd Ostatecznie Początkowo
Podobno Potem Później Prawdopodobnie Przecież Również Są Stamtąd Stąd Szczególnie Tak Taka Taki
Takie Także Tam Teraz Też Tu Tutaj Tylko Tymczasem Wczoraj Wkrótce Wówczas Wreszcie Wtedy Właśnie
Zaś Zawsze Zresztą Zwykle Zwłaszcza Żaden Żadna
"""

# Months; times; places and classes; sport; wars, armies, events; decades.
ORDINALS = """
czerwca czerwiec grudnia grudzień kwiecień kwietnia lipca lipiec listopad listopada lutego luty maj
maja marca marzec październik października sierpień sierpnia styczeń stycznia wrzesień września
dnia dniu dzień godzina godzinie godziny kwartale kwartał kwartału miesiąc miesiąca miesiącu
minionego minucie minuta minutę minuty półrocze rocznica rocznicą rocznicę rocznicy rok rokiem roku
sekunda sekundzie stulecia stulecie tydzień tygodnia tygodniu ubiegłego urodzin urodzinach urodziny
wiek wiekiem wieków wieku zeszłego
akcie akt aktu części część edycja edycję edycji klasa klasę klasie klasy miejsca miejsce miejscu
piętra piętro piętrze punkt punktu raz rozdziale rozdział rozdziału rząd rzędu rzędzie semestr
semestru stopień stopnia stopniem strona stronie tom tomie tomu wydania wydanie wydaniu
etap etapie etapu kolejce kolejka kolejkę kolejki lidze liga ligi mecz mistrzostwa okrążenie
okrążeniu połowa połowie połowy runda rundy rundzie sezon sezonu
Armia armia Armię Armii armii Batalion batalion Batalionu batalionu Brygada brygada Brygadę Brygady
brygady Dywizja dywizja Dywizję Dywizji dywizji Eskadra Eskadry Festiwal Festiwalu Flota Floty
Kompania kompania Kompanii kompanii Kongres Kongresu Konkurs Konkursu Korpus Korpusu
Międzynarodowego Międzynarodowy Mistrzostw Mistrzostwa Ogólnopolski Ogólnopolskiego Pułk pułk
Pułkiem Pułku pułku Symfonia symfonia symfonii Zjazd Zjazdu
XIX XVI XVII XVIII XX
"""

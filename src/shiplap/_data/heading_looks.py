"""What headings without marks look like: the numbers of the looks, and the words that begin one.

The reference reads these as they stand; the core is given the same by csrc/tools/gen_headings.py.
"""

from __future__ import annotations

#: What is known of the headings of a text, as one number: nothing; that it has none; or HAS_MARKED, with a bit for
#: each look that counts as a heading too, or with FIND_LOOKS where that is to be found out; and ADORNED where
#: titles are underlined by other marks than `=` and `-`, as in reStructuredText.
UNKNOWN, NO_HEADINGS, HAS_MARKED, LABELLED, NUMBERED, CAPITALS, TITLE, FIND_LOOKS, ADORNED = (
    0, 1, 2, 4, 8, 16, 32, 64, 128
)  # fmt: skip
#: Two more looks: of lines that are NUMBERED in a text without markup, and items of a list in Markdown; and of
#: titles that are indented or centred.
OUTLINED, INDENTED = 256, 512
#: The grammar that was chosen for a text without a path, in the same number: so many times its place among the
#: GRAMMARS of `region_kinds.py`.
AS_GRAMMAR = 1024
AS_MARKDOWN, AS_PLAIN = AS_GRAMMAR, 2 * AS_GRAMMAR

#: The names of parts of laws, contracts, reports and books, before a number, in languages of Europe and others.
_LABELS = """
    Article Art. Section Sec. Sect. Subsection Chapter Chap. Ch. Subchapter Part Subpart Title Subtitle Annex
    Appendix
    Schedule Clause Rule Book Volume Vol. Division Exhibit Attachment Addendum Amendment Paragraph Para.
    Recital
    Act Scene Canto Letter Lesson Lecture Unit Module Tome
    Artikel Art Abschnitt Unterabschnitt Kapitel Teil Titel Anhang Anlage Buch Paragraf Hauptstück Beilage
    Chapitre Partie Titre Annexe Livre Sous-section Appendice Paragraphe Acte Scène
    Artículo Articulo Sección Capítulo Parte Título Anexo Libro Disposición Cláusula Apéndice Tomo
    Articolo Sezione Capitolo Capo Titolo Allegato Clausola
    Artigo Seção Secção Livro Apêndice
    Capítol Títol Secció
    Afdeling Hoofdstuk Deel Bijlage Paragraaf Boek
    Artikkel Kapittel Vedlegg Avsnitt Avdelning Bilaga Afsnit Bilag
    Artykuł Rozdział Dział Część Załącznik Księga Tytuł Oddział
    Článek Čl. Část Hlava Kapitola Příloha Oddíl Článok Časť Príloha Oddiel
    Članak Član Člen Glava Poglavlje Poglavje Prilog Priloga Odjeljak Neni
    Articolul Capitolul Secțiunea Secţiunea Titlul Partea Anexa Cartea
    Madde Bölüm Kısım Ek Pasal Bab Bagian Lampiran Điều Chương Phần Mục Airteagal Artikolu Peatükk
    Статья Ст. Глава Раздел Подраздел Часть Приложение Параграф Книга Том
    Стаття Розділ Частина Додаток
    Член Чл. Част Члан Поглавље
    Άρθρο Κεφάλαιο Μέρος Παράρτημα Τμήμα Τίτλος
    المادة مادة الفصل فصل الباب القسم ماده بخش סעיף פרק חלק
    अनुच्छेद अध्याय धारा भाग มาตรา หมวด บทที่ ภาค
"""

#: The same, and in capitals: two for each.
LABELS = tuple(form for word in dict.fromkeys(_LABELS.split()) for form in (word, word.upper()))

#: Numbers as words, after a label or before one of COUNTED: "Chapter One", "Article premier", "Erster Teil".
_NUMBERS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
    erster erste erstes zweiter zweite zweites dritter dritte drittes vierter vierte viertes fünfter fünfte
    fünftes
    sechster sechste sechstes siebter siebte siebtes siebenter achter achte achtes neunter neunte neuntes
    zehnter
    zehnte zehntes elfter elfte zwölfter zwölfte
    un deux trois quatre cinq sept huit neuf dix premier première deuxième second seconde troisième quatrième
    cinquième sixième septième huitième neuvième dixième unique
    primero primera segundo segunda tercero tercera cuarto cuarta quinto quinta sexto sexta séptimo séptima
    octavo
    octava noveno novena décimo décima único única uno dos tres cuatro cinco seis siete ocho nueve diez
    primo prima secondo seconda terzo terza quarto quarta sesto settimo ottavo nono decimo unico
    primeiro primeira terceiro terceira sétimo sétima oitavo oitava nono nona
    eerste tweede derde vierde vijfde zesde zevende achtste negende tiende
    pierwszy pierwsza drugi druga trzeci trzecia czwarty czwarta piąty piąta szósty szósta siódmy ósmy
    первый первая второй вторая третий третья четвертый четвертая пятый пятая шестой шестая седьмой седьмая
    восьмой восьмая девятый девятая десятый десятая
    перший перша другий друга третій третя четвертий
"""
NUMBERS = tuple(
    dict.fromkeys(form for word in _NUMBERS.split() for form in (word, word.capitalize(), word.upper()))
)

#: The names of such parts after a number, three for each: "2. cikk", "5 artikla", "Première partie".
_COUNTED = """
    § cikk fejezet rész artikla luku osa liite člen poglavje straipsnis skyrius priedas pants nodaļa pielikums
    kap
    teil abschnitt unterabschnitt kapitel titel buch hauptstück partie section chapitre titre livre
    parte sección capítulo título libro capitolo titolo sezione seção livro part chapter book hoofdstuk
    afdeling deel
    rozdział dział część глава раздел часть книга розділ частина
"""
COUNTED = tuple(form for word in _COUNTED.split() for form in (word, word.capitalize(), word.upper()))

#: Words before the number of a figure, a table or a listing: its caption is no heading.
_CAPTIONS = """
    Figure Fig. Fig Table Tab. Listing Plate Chart Diagram Photo Image Illustration
    Abbildung Abb. Tabelle Bild Grafik Tableau Graphique Figura Tabla Cuadro Gráfico Imagen
    Tabella Grafico Tabela Quadro Figuur Tabel Afbeelding Grafiek Rysunek Rys. Wykres
    Рисунок Рис. Таблица Табл. График Таблиця Σχήμα Εικόνα Πίνακας Figur Tabell Şekil Tablo
"""
CAPTIONS = (*dict.fromkeys(form for word in _CAPTIONS.split() for form in (word, word.upper())), "그림")
#: The same in one character of Chinese or Japanese: 图1, 表 2.
SHORT_CAPTIONS = "图圖図表"
#: Words before the number of a page.
_PAGES = """
    page p. seite s. página pág. pagina pag. strona str. страница стр. сторінка σελίδα sida side sayfa sheet
    blatt
"""
PAGES = tuple(
    dict.fromkeys(form for word in _PAGES.split() for form in (word, word.capitalize(), word.upper()))
)
#: Names of months and days, and the other words that dates, times and numbers of pages have in them.
_NAMES = """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
    mon tue wed thu fri sat sun
    januar jänner februar märz mai juni juli oktober dezember
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    lundi mardi mercredi jeudi vendredi samedi dimanche
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
    lunes martes miércoles jueves viernes sábado domingo
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    lunedì martedì mercoledì giovedì venerdì sabato domenica
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    segunda terça quarta quinta sexta feira
    januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
    poniedziałek wtorek środa czwartek piątek sobota niedziela
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    понедельник вторник среда четверг пятница суббота воскресенье
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
    понеділок вівторок середа четвер пʼятниця субота неділя
    ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου
    δεκεμβρίου
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    maj augusti marts
"""
_WITHIN_DATES = """
    of the de del do di den der le am um a m p pm at to st nd rd th er г года року uhr h utc gmt cet est z
    年 月 日 時 时 分 号 년 월 일 시 분 第 共 页 頁 ページ 쪽 페이지 제
"""
DATES = tuple(
    dict.fromkeys(
        form
        for word in (*_NAMES.split(), *_WITHIN_DATES.split())
        for form in (word, word.capitalize(), word.upper())
    )
)
#: The kinds of words, by which the core looks them up.
KINDS = ("LABELS", "NUMBERS", "COUNTED", "CAPTIONS", "PAGES", "DATES")

#: What stands before a number and after it in Chinese, Japanese and Korean: 第三章, 제3조.
ORDINALS = "第제"
NUMERALS = "〇零一二三四五六七八九十百千"
COUNTERS = "章節节條条編编部款項项篇회장절조편관항"

#: Code points of a title, without what links lead to, and of a line that ends with a mark.
MAX_TITLE = 80
MAX_ENDED = 120
#: Words after the number of a heading that ends with a mark: more are a sentence.
MAX_WORDS = 5
#: Code points before a heading in its line, and those that a tab is worth.
MAX_INDENT = 64
TAB = 8

#: Code points of a piece of text that is read for its looks; how far pieces are apart at most; and the last one.
PIECE = 1024
PIECE_STEP = 65536
LAST_PIECE = 983040
#: Code points of a text by which its headings are known: the last piece, and what is read after it; by which it is
#: known whether it has marks: the sample of `reference.regions.regions`, and its last line.
KNOWN_BY = 1 << 20
MARKS_KNOWN_BY = 1 << 15

#: Indented paragraphs of a text for each that is not, for OUTLINED to count.
MIN_INDENTED = 4
#: Lines of a look with a body, and pieces that have one, for it to count; all pieces for one that has a title.
MIN_LINES = 2
MIN_PIECES = 2
SHARE = 4
#: Marked headings in the pieces beside which titles do not count.
MAX_MARKED = 1

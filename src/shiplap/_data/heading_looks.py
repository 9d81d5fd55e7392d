"""Patterns of headings without marks: the words that begin a heading, and bounds.

The reference reads these as they stand; the core is given the same, with the numbers of the patterns
(`heading_numbers.py`), by csrc/tools/gen_headings.py.
"""

from __future__ import annotations

#: The names of parts of laws, contracts, reports and books, before a number, in languages of Europe and others:
#: what is added to a text; then from the largest parts to the smallest, a group for each of TIERS.
_LABELS = (
    """
    Annex Appendix Schedule Exhibit Attachment Addendum Amendment
    Anhang Anlage Beilage Annexe Appendice Anexo Apéndice Allegato Apêndice Bijlage Vedlegg Bilaga Bilag
    Załącznik Příloha Príloha Prilog Priloga Anexa Ek Lampiran Приложение Додаток Παράρτημα
    """,
    """
    Book Volume Vol. Tome Part Subpart Title Subtitle Division Act Module Unit
    Teil Titel Buch Hauptstück Partie Titre Livre Acte Parte Título Libro Tomo Titolo Livro Títol
    Deel Boek Avdelning Afsnit Dział Część Księga Tytuł Část Časť
    Titlul Partea Cartea Kısım Phần Раздел Часть Книга Том Розділ Частина Μέρος Τίτλος
    الباب القسم חלק भाग ภาค
    """,
    """
    Chapter Chap. Ch. Subchapter Scene Canto Letter Lesson Lecture Version Release
    Kapitel Chapitre Scène Capítulo Capitolo Capo Capítol Hoofdstuk Kapittel Rozdział Hlava Kapitola
    Glava Poglavlje Poglavje Capitolul Bölüm Bab Chương Peatükk Глава Поглавље Κεφάλαιο
    الفصل فصل פרק अध्याय หมวด บทที่
    """,
    """
    Section Sec. Sect. Subsection Abschnitt Unterabschnitt Sous-section Sección Sezione Seção Secção Secció
    Afdeling Avsnitt Oddział Oddíl Oddiel Odjeljak Secțiunea Secţiunea Bagian Mục Подраздел Τμήμα بخش
    """,
    """
    Article Art. Clause Rule Paragraph Para. Recital Item Regulation Recommendation Principle
    Exercise Problem Question
    Artikel Art Paragraf Paragraphe Artículo Articulo Disposición Cláusula Articolo Clausola Artigo Paragraaf
    Artikkel Artykuł Článek Čl. Článok Članak Član Člen Neni Articolul Madde Pasal Điều Airteagal Artikolu
    Статья Ст. Параграф Стаття Член Чл. Част Члан Άρθρο
    المادة مادة ماده סעיף अनुच्छेद धारा มาตรา
    """,
)
#: The words of each group: its tier is the number of the group.
ANNEX, PART, CHAPTER, SECTION, ARTICLE = range(5)

#: Labels of more than one word, of the last group.
_MORE_LABELS = tuple(f"Disposición {kind}" for kind in ("adicional", "transitoria", "derogatoria", "final"))
#: The same, and in capitals: two for each.
LABELS = tuple(
    form for word in (*" ".join(_LABELS).split(), *_MORE_LABELS) for form in (word, word.upper())
)
#: The greatest rank (`looks.rank`) of the words of a group, and of those before it.
LAST_ANNEX, LAST_PART, LAST_CHAPTER, LAST_SECTION = (len(" ".join(_LABELS[: k + 1]).split()) for k in range(4))

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
    cinquième sixième septième huitième neuvième dixième unique ier ière
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
    első második harmadik negyedik ötödik ensimmäinen toinen kolmas neljäs viides første anden andre tredje fjerde
    femte första andra birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu
    BİRİNCİ İKİNCİ DÖRDÜNCÜ BEŞİNCİ YEDİNCİ SEKİZİNCİ
"""
NUMBERS = tuple(
    dict.fromkeys(form for word in _NUMBERS.split() for form in (word, word.capitalize(), word.upper()))
)

#: The names of such parts after a number, three for each: "2. cikk", "5 artikla", "Première partie"; in the same
#: groups.
_COUNTED = (
    "liite priedas pielikums",
    """
    rész osa daļa sadaļa dalis jaotis titulua kısım -бөлім
    teil titel buch hauptstück partie titre livre parte título libro titolo livro part book deel
    dział część раздел часть книга розділ частина
    """,
    """
    fejezet luku poglavje skyrius nodaļa peatükk kapitulua kafli kap kapitel kapittel chapitre capítulo capitolo
    chapter hoofdstuk rozdział глава bölüm -тарау -глава -bob
    """,
    "abschnitt unterabschnitt section sección sezione seção afdeling jagu skirsnis",
    "§ cikk artikla člen straipsnis pants artikulua madde -бап -берене -modda",
)
COUNTED = tuple(
    form for word in " ".join(_COUNTED).split() for form in (word, word.capitalize(), word.upper())
)
#: The same ranks of these words: they follow those of the forms of LABELS.
LAST_COUNTED_ANNEX, LAST_COUNTED_PART, LAST_COUNTED_CHAPTER, LAST_COUNTED_SECTION = (
    len(LABELS) + len(" ".join(_COUNTED[: k + 1]).split()) - 1 for k in range(4)
)

#: Words before the number of a figure, a table or a listing: its caption is no heading.
_CAPTIONS = """
    Figure Fig. Fig Table Tab. Listing Plate Chart Diagram Photo Image Illustration
    Abbildung Abb. Tabelle Bild Grafik Tableau Graphique Figura Tabla Cuadro Gráfico Imagen
    Tabella Grafico Tabela Quadro Figuur Tabel Afbeelding Grafiek Rysunek Rys. Wykres
    Рисунок Рис. Таблица Табл. График Таблиця Σχήμα Εικόνα Πίνακας Figur Tabell Şekil Tablo
    Graph Map Scheme Algorithm Box Photograph Video Foto Karte Kasten Schaubild Schema Schéma Carte Encadré Mapa
    Recuadro Esquema Riquadro Mappa Schemat Mapka Карта Схема Obrázek Obr. Tabulka Graf Kart Karta
"""
#: The same of more than one word, and post boxes.
_MORE_CAPTIONS = (
    *(
        f"{first} {word}"
        for first in ("Supplementary", "Supplemental", "Extended Data", "Appendix", "Online")
        for word in ("Figure", "Fig.", "Table", "Box", "Video")
    ),
    "PO Box", "P.O. Box", "P. O. Box", "Postfach",
)  # fmt: skip
CAPTIONS = (
    *dict.fromkeys(form for word in (*_CAPTIONS.split(), *_MORE_CAPTIONS) for form in (word, word.upper())),
    "그림",
)
#: Words before a colon or a number in notes of sources, of dates of a text, of ways to reach somebody; and, with a
#: colon, names of fields.
_NOTES = """
    source|sources|photo|photos|image|images|picture|credit|credits|photo credit|image credit|courtesy of
    received|accepted|revised|submitted|published|published online|posted|updated|last updated
    last modified|last revised|created|printed|retrieved|accessed|copyright ©|copyright (c)|copyright
    keywords|key words|doi|isbn|issn|tel.|tel
    telephone|phone|mobile|fax|e-mail|email
    quelle|quellen|foto|fotos|bild|stand|telefon|schlüsselwörter|eingegangen|letzte änderung|zuletzt geändert
    publié|reçu|accepté|crédit photo|mots-clés|mots clés|téléphone|tél.|dernière mise à jour
    fuente|fuentes|imagen|recibido|aceptado|publicado|palabras clave|teléfono|última actualización
    fonte|fonti|fontes|immagine|ricevuto|parole chiave|palavras-chave|telefone|telefono|recebido|aceito
    bron|bronnen|trefwoorden|źródło|zdjęcie|słowa kluczowe|zdroj|klíčová slova|kilde|källa|nyckelord
    источник|фото|ключевые слова|тел.|телефон|джерело|πηγή|kaynak
"""
_FIELDS = """
    type|status|stability|severity|priority|author|authors|date|present|attendees|absent|from|to|cc|subject|re|tags
    category|categories|location|venue|duration|typ|autor|autorin|datum|anwesend|abwesend|betreff|ort
    apologies|regrets|excused|attendance|in attendance|chair|chairman|chairwoman|chairperson|minutes taken by
    minute taker|name|title|by|signed|signature|dated|time|place|place and date|date and place|encl.|enclosure
    enclosures|witness|attest|entschuldigt|protokollführer|protokollführerin|protokollführung|teilnehmer
    teilnehmerinnen|vorsitz|ort und datum|ort, datum|zeit|uhrzeit|unterschrift|anlagen|presenti|assenti|luogo
    luogo e data|firma|data|presentes|ausentes|asistentes|lugar|lugar y fecha|fecha|hora|assinatura|aanwezig
    afwezig|plaats|plaats en datum|handtekening|obecni|nieobecni|miejsce|присутствовали|отсутствовали|дата|место
"""
#: The same with white space before the colon.
_SPACED_FIELDS = """
    présents|absents|excusés|excusée|excusé|lieu|date|lieu et date|heure|nom|signature|objet|auteur|président
"""
NOTES = tuple(
    dict.fromkeys(
        form
        for notes, colon in (
            (_NOTES, ""), (_FIELDS, ":"), (_SPACED_FIELDS, ":"), (_SPACED_FIELDS, " :"), (_SPACED_FIELDS, "\xa0:"),
        )
        for note in notes.strip().replace("\n", "|").split("|")
        for form in (
            note.strip().capitalize() + colon, note.strip().title() + colon, note.strip().upper() + colon,
        )
    )
)  # fmt: skip
#: The last words of an address that begins with a number.
STREETS = ("Street", "St", "St.", "Avenue", "Ave", "Ave.", "Boulevard", "Blvd", "Blvd.", "Lane", "Rd", "Rd.")
#: The ends of the names of streets before the number of a house, and the words that begin others.
_STREET_ENDS = """
    street avenue road lane drive boulevard straße strasse str. gasse allee chaussee promenade weg platz straat
    gracht gatan vägen gata gate gade vej katu tie
"""
STREET_ENDS = tuple(
    form for word in _STREET_ENDS.split() for form in (word, word.capitalize(), word.upper())
)
STREET_BEGINS = (
    "Rue", "Via", "Viale", "Piazza", "Calle", "Avenida", "Plaza", "Carrer", "Rua", "Avenue", "Boulevard", "Ul.",
    "ul.", "Ulica", "ulica", "ул.", "улица",
)  # fmt: skip
#: Signs that begin an entry of a list, beside ITEM_BULLETS, before white space.
ENTRY_SIGNS = "☐☑☒✓✔✕✖✗✘→⇒➔➜➤►▶▸▹★☆①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
#: The same in one character of Chinese or Japanese: 图1, 表 2.
SHORT_CAPTIONS = "图圖図表"
#: Words before the number of a page. A word that begins another one follows it.
_PAGES = """
    page no.|page no|page nr.|page nr|page number|page num.|page #|page n°|page №|seite nr.|seite nr
    página nº|página n.º|pagina n.|pagina nr.|strona nr|страница №
    page|p.|pg.|pg|seite|s.|página|pág.|pagina|pag.|strona|str.|страница|стр.|сторінка|σελίδα|sida|side|sayfa|sheet
    blatt|folio|fol.
"""
PAGES = tuple(
    dict.fromkeys(
        form
        for word in _PAGES.strip().replace("\n", "|").split("|")
        for form in (word.strip(), word.strip().capitalize(), word.strip().title(), word.strip().upper())
    )
)
#: The last lines of letters, orders of courts, and documents, and notes between their pages.
_CLOSINGS = """
    sincerely|yours sincerely|sincerely yours|yours faithfully|yours truly|very truly yours|respectfully
    respectfully submitted|respectfully yours|regards|best regards|kind regards|warm regards|best wishes
    hochachtungsvoll|cordialement|bien cordialement|sincères salutations|atentamente
    cordialmente|un cordial saludo|saludos cordiales|cordiali saluti|distinti saluti|atenciosamente
    met vriendelijke groet|met vriendelijke groeten|hoogachtend|mit freundlichen Grüßen|mit freundlichen Grüssen
    mit freundlichem Gruß|mit freundlichem Gruss|freundliche Grüße|viele Grüße|beste Grüße
    z poważaniem|с уважением|med vänlig hälsning
    med vänliga hälsningar|med venlig hilsen|med vennlig hilsen|ystävällisin terveisin
    so ordered|it is so ordered|it is hereby ordered|affirmed|reversed|vacated|reversed and remanded
    vacated and remanded|affirmed in part and reversed in part|by the court|signature page follows
    signature page to follow|signature pages follow|signatures follow|signatures on following page
    signatures on next page|signatures appear on following page|end of document|end of page|the end
    continued|continued on next page|continued on the next page|continued from previous page|to be continued
    fortsetzung folgt|page intentionally left blank|this page intentionally left blank
    this page is intentionally left blank|this page was intentionally left blank|intentionally left blank
    confidential|strictly confidential|privileged and confidential|vertraulich|streng vertraulich
"""
CLOSINGS = tuple(
    dict.fromkeys(
        form
        for closing in _CLOSINGS.strip().replace("\n", "|").split("|")
        for form in (
            closing.strip()[0].upper() + closing.strip()[1:], closing.strip().title(), closing.strip().upper(),
        )
    )
)  # fmt: skip
#: Words before the place or the day of a signature.
_SIGNINGS = """
    dated this|dated at|dated as of|done at|done in|given at|given under|given this|signed at|signed in|signed this
    signed on|executed this|executed on|executed at|entered this|witness my hand|sworn to|subscribed and sworn
    fait à|fait au|geschehen zu|gegeben zu|ausgefertigt|hecho en|fatto a|feito em|feito no|gedaan te|sporządzono
"""
SIGNINGS = (
    *(
        f"{form} "
        for signing in _SIGNINGS.strip().replace("\n", "|").split("|")
        for form in (signing.strip().capitalize(), signing.strip().upper())
    ),
    "WITNESS my hand ", "© ",
)  # fmt: skip
#: Names of months and days, and the other words that dates, times and numbers of pages have in them.
_NAMES = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
    januar jänner februar märz mai juni juli oktober dezember
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
    janvier février avril juin juillet août septembre octobre novembre décembre
    lundi mardi mercredi jeudi vendredi samedi dimanche
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
    lunes martes miércoles jueves viernes sábado domingo
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    lunedì martedì mercoledì giovedì venerdì sabato domenica
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    stycznia lutego kwietnia czerwca lipca sierpnia września października listopada grudnia
    poniedziałek wtorek środa czwartek piątek sobota niedziela
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    понедельник вторник среда четверг пятница суббота воскресенье
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
    понеділок вівторок середа четвер пʼятниця субота неділя
    ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου
    δεκεμβρίου
    şubat nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    augusti marts
"""
_WITHIN_DATES = """
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun mars marca maja maj ocak mart
    segunda terça quarta quinta sexta feira q
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
#: How many of DATES, the first, are names of months and days: with one of them a date needs no digit.
NAMED_DATES = len(
    {form for word in _NAMES.split() for form in (word, word.capitalize(), word.upper())}
)
#: Words after a time, between whose numbers a full stop may be.
TIMES = ("Uhr", "h", "am", "pm", "a.m", "p.m", "AM", "PM", "hod")
#: The kinds of words, by which the core looks them up.
KINDS = (
    "LABELS", "NUMBERS", "COUNTED", "CAPTIONS", "PAGES", "DATES", "MATTER", "NOTES", "STREETS", "STREET_ENDS",
    "STREET_BEGINS", "TIMES", "CLOSINGS", "SIGNINGS",
)  # fmt: skip

#: What stands before a number and after it in Chinese, Japanese and Korean: 第三章, 제3조; the counters in the
#: groups of LABELS.
ORDINALS = "第제"
NUMERALS = "〇零一二三四五六七八九十百千"
COUNTED_PARTS, COUNTED_CHAPTERS, COUNTED_SECTIONS = "编編部篇편", "章장", "節节절款관"
COUNTERS = COUNTED_PARTS + COUNTED_CHAPTERS + COUNTED_SECTIONS + "條条項项회조항"

#: Titles of the front and the back matter of a text, which stand at its highest level.
_MATTER = """
    abstract|executive summary|preface|foreword|preamble|prologue|epilogue|afterword
    conclusion|conclusions|recitals|dedication|contents|table of contents|list of figures
    list of tables
    acknowledgement|acknowledgements|acknowledgment|acknowledgments|references|bibliography|works cited
    literature cited|further reading|index|glossary|abbreviations|list of abbreviations|appendix|appendices|annex
    annexes|schedule|schedules|signatures|endnotes|colophon|about the author|about the authors|author contributions
    terms and conditions
    funding|data availability|conflict of interest|conflicts of interest|competing interests|supplementary material
    kurzfassung|vorwort|geleitwort|präambel|nachwort|schluss|inhalt
    inhaltsverzeichnis|danksagung|literatur|literaturverzeichnis|quellenverzeichnis|abkürzungsverzeichnis
    abbildungsverzeichnis|tabellenverzeichnis|glossar|anhang|anhänge|anlagen|stichwortverzeichnis|sachregister
    résumé|préface|avant-propos|préambule|remerciements|références|bibliographie|glossaire|annexe
    table des matières|sommaire|postface
    resumen|prefacio|prólogo|preámbulo|conclusiones|agradecimientos|referencias|bibliografía|índice
    glosario|anexo|anexos|epílogo|exposición de motivos
    sommario|riassunto|prefazione|premessa|conclusioni|ringraziamenti|riferimenti|bibliografia|indice
    glossario|allegati|resumo|prefácio|conclusão|agradecimentos|referências|sumário|glossário
    voorwoord|conclusie|dankwoord|inhoudsopgave|literatuurlijst|bijlagen|woordenlijst
    przedmowa|zakończenie|podziękowania|literatura|spis treści|załączniki
    аннотация|предисловие|заключение|благодарности|литература|список литературы|содержание|оглавление
    приложения|зміст|висновки|література
    förord|referenser|forord|referanser|referencer
    摘要|前言|序言|序|目录|目錄|参考文献|參考文獻|致谢|附录|结论|はじめに|目次|謝辞|おわりに|머리말|목차|참고문헌|서문
"""
MATTER = tuple(
    dict.fromkeys(
        form
        for title in _MATTER.strip().replace("\n", "|").split("|")
        for form in (title.strip().capitalize(), title.strip().title(), title.strip().upper())
    )
)

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
#: Code points of a text in which all lines are read for labels.
LABELS_KNOWN_BY = 65536
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

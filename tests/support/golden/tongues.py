"""Languages as the generator writes them: own words and phrases, chosen for what sentence rules look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Tongue(NamedTuple):
    """The writing of a language: its words, insertions, ends of sentences, the text between words,
    between sentences, and after a part of one."""

    words: Sequence[str]
    inserts: Sequence[str]
    ends: Sequence[str]
    space: str
    gap: str
    comma: str


def lines(text: str) -> list[str]:
    """Return the lines of a text, without blank ones at its ends."""
    return text.strip("\n").split("\n")


def tongue(
    words: str, inserts: str, ends: Sequence[str], space: str = " ", gap: str = " ", comma: str = ","
) -> Tongue:
    """Return a language, from words between spaces and inserts one a line."""
    return Tongue(words.split(), lines(inserts), ends, space, gap, comma)


TONGUES = {
    "en": tongue(
        """
        the a of and to in that it was on they with for lantern harbour gravel kettle orchard weather river
        stone window morning ledger wheel copper quiet narrow patient hollow early carried opened counted
        measured repaired forgot walked followed because although while until never always again almost
        slowly together
        """,
        """
Dr. Marlow
Mr. and Mrs. Tandy
(see Fig. 3 and pp. 12-14)
e.g. the lower one
i.e. nobody
at 4 p.m. sharp
No. 7
the U.S. Army
J. R. Holt
approx. 3.75 km
https://example.org/a.b/c?d=e.f&g=1
version 2.10.3
$1,250.50
"Stop! Now?" he said
“Why? Who knows!” she asked
Acme Inc. of St. Clare
in Jan. 1902
a.reader@example.org
... and then
the well-known rock'n'roll
[12]
Prof. A. B. Quill, Ph.D.,
.5 litres
etc.
file.name.txt
""",
        [".", ".", ".", ".", "!", "?", "?!", "...", '."', ".)", "; in short.", ".[3]"],
    ),
    "de": tongue(
        """
        der die das und in zu den mit von nicht ein eine als auch es an Laterne Hafen Kies Kessel Garten
        Wetter Fluss Stein Fenster Morgen Rechnung Straße größer früh öffnete zählte maß vergaß über während
        bis nie wieder langsam zusammen Donaudampfschifffahrt
        """,
        """
z. B. am Ufer
Dr. Müller
am 3. Mai
bzw. morgen
„Wohin? Nach Hause!“, fragte sie
d. h. niemand
Nr. 12
ca. 3,5 km
1.250,50 €
S. 14 ff.
usw.
im 19. Jahrhundert
St. Gallen
u. a. der Kessel
""",
        [".", ".", ".", "!", "?", "…", ".“", " (vgl. Abb. 2)."],
    ),
    "fr": tongue(
        """
        le la les un une et de du dans que qui il elle avec pour lanterne port gravier bouilloire verger
        temps rivière pierre fenêtre matin été déjà où à ouvrit compta mesura oublia après pendant jamais
        encore lentement ensemble l’herbe d’eau qu’il
        """,
        """
M. Dupré
Mme Lenoir
p. ex. le bas
« Où ? Ici ! » dit-elle
l’art. 5
env. 3,5 km
n° 7
cf. p. 12
etc.
J.-P. Roux
1 250,50 €
""",
        [".", ".", ".", " !", " ?", "…", ". »"],
    ),
    "es": tongue(
        """
        el la los una y de en que se con para linterna puerto grava tetera huerto tiempo río piedra ventana
        mañana niño señal abrió contó midió olvidó después mientras nunca otra vez despacio juntos
        """,
        """
el Sr. Gómez
la Dra. Ruiz
p. ej. el bajo
¿Por qué? ¡Nadie lo sabe!
pág. 12
EE. UU.
aprox. 3,5 km
«No. Nunca.»
""",
        [".", ".", ".", "!", "?", "...", ".»"],
    ),
    "it": tongue(
        """
        il la i le un una e di in che si con per lanterna porto ghiaia bollitore frutteto tempo fiume pietra
        finestra mattina perché città aprì contò misurò dopo mentre mai ancora piano insieme l'acqua
        dell'orto
        """,
        """
il sig. Bianchi
la dott.ssa Neri
ad es. il basso
«Dove? Qui!» disse
pag. 12
ecc.
ca. 3,5 km
art. 5
""",
        [".", ".", ".", "!", "?", "...", ".»"],
    ),
    "pt": tongue(
        """
        o a os as um uma e de em que se com para lanterna porto cascalho chaleira pomar tempo rio pedra
        janela manhã não também abriu contou mediu depois enquanto nunca outra vez devagar juntos coração
        """,
        """
o Sr. Lopes
a Dra. Maia
p. ex. o baixo
pág. 12
“Onde? Aqui!”, disse
aprox. 3,5 km
n.º 7
""",
        [".", ".", ".", "!", "?", "...", ".”"],
    ),
    "nl": tongue(
        """
        de het een en van in dat op met voor niet lantaarn haven grind ketel boomgaard weer rivier steen
        raam morgen rekening opende telde mat vergat terwijl tot nooit weer langzaam samen 's zee ijs ruïne
        """,
        """
dhr. Visser
mevr. Bakker
bijv. de onderste
d.w.z. niemand
blz. 12
ca. 3,5 km
‘Waarheen? Naar huis!’ vroeg ze
enz.
""",
        [".", ".", ".", "!", "?", "...", ".’"],
    ),
    "pl": tongue(
        """
        i w z na do nie to się latarnia port żwir czajnik sad pogoda rzeka kamień okno ranek źródło łódź
        otworzył policzył zmierzył zapomniał podczas aż nigdy znowu powoli razem
        """,
        """
np. dolny
tj. nikt
dr Nowak
ul. Długa
str. 12
ok. 3,5 km
„Dokąd? Do domu!” spytała
m.in. czajnik
w XIX w. pod lasem
""",
        [".", ".", ".", "!", "?", "…", ".”"],
    ),
    "ru": tongue(
        """
        и в не на что он с как это по фонарь гавань гравий чайник сад погода река камень окно утро счёт
        тихий открыл посчитал измерил забыл пока никогда снова медленно вместе ещё
        """,
        """
т. е. никто
и т. д.
г. Тверь
А. С. Ветров
напр., нижний
ок. 3,5 км
«Куда? Домой!» — спросила она
стр. 12
в 1902 г. весной
ул. Лесная
""",
        [".", ".", ".", "!", "?", "…", ".»"],
    ),
    "el": tongue(
        """
        ο η το και σε από με για που δεν φανάρι λιμάνι χαλίκι βραστήρας κήπος καιρός ποτάμι πέτρα παράθυρο
        πρωί άνοιξε μέτρησε ξέχασε ενώ μέχρι ποτέ πάλι σιγά μαζί
        """,
        """
π.χ. το κάτω
δηλ. κανείς
κ. Παππάς
«Πού; Σπίτι!» ρώτησε
σελ. 12
κ.λπ.
περ. 3,5 χλμ.
""",
        [".", ".", ".", "!", ";", "…", ".»"],
    ),
    "tr": tongue(
        """
        ve bir bu da için ile ne fener liman çakıl çaydanlık bahçe hava ırmak taş pencere sabah ışık açtı
        saydı ölçtü unuttu iken asla yine yavaş birlikte İstanbul'da
        """,
        """
Dr. Yılmaz
örn. alttaki
yy. sonunda
vb.
II. Mehmed
s. 12
yakl. 3,5 km
“Nereye? Eve!” diye sordu
""",
        [".", ".", ".", "!", "?", "…", ".”"],
    ),
    "zh": tongue(
        """
        我们 今天 下雨 山上 老人 睡觉 了 去 市场 买 水果 城市 很 大 书 读 因为 所以 然后 昨天 天气 好 不
        灯笼 港口 石头 窗户 早晨 河 安静 忘记 一起
        """,
        """
“你去吗？”他问
3.5公里
（见图2。）
《雨》
Dr. Wang
ABC公司
第1章
「不。」
GDP 增长 4.2%
""",
        ["。", "。", "。", "！", "？", "……", "。”", "；", "｡"], "", "", "，",
    ),
    "ja": tongue(
        """
        雨が 降る 山で 老人は 眠って いる 今日は 市場へ 行った 果物を 買う 町の 大きな 本を 読みます です
        カード コーヒー ゲーム そして 昨日 灯りの 港は 石と 窓から 静かに 忘れた ガラス ｶﾀｶﾅ が\u3099
        """,
        """
「行きますか？」と彼は言った
（図2。）
3.5キロ
『雨。』
Ｎｏ．１
ABC社
一、
""",
        ["。", "。", "。", "！", "？", "…", "。」", "｡", "！？"], "", "", "、",
    ),
    "ko": tongue(
        """
        비가 온다 산에서 노인은 잔다 오늘 시장에 갔다 과일을 샀어요 도시는 크다 책을 읽습니다 그리고 어제
        등불이 항구는 돌과 창문에서 조용히 잊었다 함께
        """,
        """
“어디로? 집으로!” 그가 말했다
약 3.5 km
제1장
No. 7
(그림 2 참조.)
""",
        [".", ".", "요.", "니다.", "!", "?", "…", "니다", "요"],
    ),
    "th": tongue(
        """
        ฝน ตก หนัก ใน ภูเขา คน แก่ นอน น้ำ บ้าน เมือง ปลา กิน ข้าว วันนี้ เรา ไป ตลาด ซื้อ ผลไม้ สวย มาก
        ที่สุด เพราะ เก้าอี้
        """,
        """
พ.ศ. 2560
ฯลฯ
3.5 กม.
“ไปไหน?”
ๆ
km
""",
        ["", "", "", "!", "?", "ฯ"], "", " ", " ",
    ),
    "km": tongue(
        """
        ភ្លៀង ធ្លាក់ នៅ ភ្នំ មនុស្ស ចាស់ ដេក ទឹក ផ្ទះ ទីក្រុង ត្រី បាយ ថ្ងៃនេះ យើង ទៅ ផ្សារ ទិញ ផ្លែឈើ
        """,
        """
៣.៥ គ.ម.
«ទៅណា?»
ៗ
""",
        ["។", "។", "៕", "?", "!"], "", " ", " ",
    ),
    "my": tongue(
        """
        မိုး ရွာ တောင် လူ အိုကြီး အိပ် ရေ အိမ် မြို့ ငါး စား ထမင်း ယနေ့ ဈေး သွား ဝယ် ကျွန်တော်
        """,
        """
၃.၅ ကီလို
“ဘယ်လဲ”
၁၂
""",
        ["။", "။", "။ ", "?"], "", "", "၊ ",
    ),
    "lo": tongue(
        """
        ຝົນ ຕົກ ພູ ຄົນ ນ້ຳ ເຮືອນ ເມືອງ ປາ ກິນ ເຂົ້າ ມື້ນີ້ ພວກເຮົາ ໄປ ຕະຫຼາດ
        """,
        """
3.5 ກມ.
ໆ
""",
        [".", "", "?", "!"], "", " ", " ",
    ),
    "ar": tongue(
        """
        المطر ينزل على الجبل الرجل القديم نام في البيت ثم ذهب إلى السوق اليوم ماء كتاب مدينة صغيرة كل يوم
        حجر نافذة
        """,
        """
د. سمير
3.5 كم
«إلى أين؟ إلى البيت!»
(انظر ص. 12)
٣٫٥
""",
        [".", ".", "؟", "!", "؛", "...", ".»"], comma="،",
    ),
    "fa": tongue(
        """
        باران می\u200cبارد روی کوه پیرمرد خوابید خانه رفت بازار امروز آب کتاب شهر کوچک سنگ پنجره صبح
        """,
        """
دکتر رضایی
۳٫۵ کیلومتر
«کجا؟ خانه!»
ص. ۱۲
""",
        [".", ".", "؟", "!", "…"], comma="،",
    ),
    "ur": tongue(
        """
        بارش ہوتی ہے پہاڑ پر بوڑھا آدمی سو گیا گھر میں بازار آج پانی کتاب شہر پتھر کھڑکی صبح
        """,
        """
ڈاکٹر علی
3.5 کلومیٹر
”کہاں؟ گھر!“
""",
        ["۔", "۔", "؟", "!"], comma="،",
    ),
    "hi": tongue(
        """
        बारिश होती है पहाड़ पर बूढ़ा आदमी सो गया घर में बाज़ार आज पानी किताब शहर क्षेत्र ज्ञान श्रीमती पत्थर
        खिड़की
        """,
        """
डॉ. शर्मा
3.5 कि.मी.
“कहाँ? घर!”
१२
""",
        ["।", "।", "॥", "?", "!"],
    ),
    "hy": tongue(
        """
        անձրև գալիս է լեռ վրա ծեր մարդ քնեց տուն գնաց շուկա այսօր ջուր գիրք քաղաք քար պատուհան առավոտ
        """,
        """
դոկտ. Սարյան
3,5 կմ
«Ո՞ւր։ Տո՛ւն։»
""",
        ["։", "։", "։", "…"],
    ),
    "am": tongue(
        """
        ዝናብ ይዘንባል በተራራ ላይ ሽማግሌ ሰው ተኛ ቤት ሄደ ገበያ ዛሬ ውሃ መጽሐፍ ከተማ ድንጋይ መስኮት ጠዋት
        """,
        """
ዶ/ር አለሙ
3.5 ኪ.ሜ
«ወዴት፧»
""",
        ["።", "።", "፧", "!", "፨"], comma="፣",
    ),
}  # fmt: skip

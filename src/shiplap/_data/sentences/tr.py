"""Turkish: abbreviations, sentence starters, nouns after an ordinal."""

# Persons; academic and professional; ranks; saints and places.
TITLES = """
Hz Mr Mrs Ms Sn St Şh
Arş Av Dipl Doç Dr Ecz Fzt Gör Hem Mim Müh Op Ord Öğr Prof Uzm Vet Yrd
Alb Amr Asb Bnb Gen Kd Korg Kur Mrş Org Tğm Tuğg Tümg Ütğm Yb Yzb
"""

# Parts of books, papers and laws; addresses and telephones; lives.
NUMBERED = """
Böl böl bs C c Cet Çiz çiz den E f Fig Fık fık K m Mad mad Md md n No no Nu nu p Par par pp prg Res
S s Sf sf sh ss ş Şek şek Şkl Tab tab Vol vol y
Apt D P.K Tel tel
d doğ ö öl yak yakl yy
"""

# General; with inner stops; papers; companies, institutions, streets; times, months, units;
# languages.
ABBREVIATIONS = """
Alm Ar ark Bk bk Bkz bkz bşk çoğ Far Fr gnl hk hkk İng İsp İt Karş karş Krş krş Lat Mac maks min Moğ
msl nşr ort Osm Ör ör örğ Örn örn Rus terc tlf vb vd vs yakl yn Yun yy
A.B A.B.D a.e a.g.e a.g.m a.g.t a.g.y a.s a.y b.s İ.Ö İ.S K.K.T.C k.s M.Ö M.S P.S r.a S.A.V s.a.v
S.S.C.B T.B.M.M T.C T.D.K T.T.K t.y U.S U.S.A v.b v.d v.s y.y
Ans Bas Bsk bsk cf cit Çev çev Der Ed ed etc Haz ibid Jr Kit Ktp neşr op Red red Sr Thk thk Trc trc
Yay Yayl yzr
A.Ş Apt Bak Bld Blk Blv Böl Bşk Bulv Cad Cd Co Corp Dz Enst Fak Gn Hold Hst Hv Inc Kom Koop Kuv Lab
Ltd Mah Mey Mh Müd San Sit Sk Sok Şb Şti T.A.Ş Tic Üni Üniv Ünv
Ağu Cmt Cum dk Eyl Kas kr lt May Nis Oca Paz Per Pzt sa snt Şub Tem
"""

NEVER_LAST = """
Bk bk Bkz bkz cf Karş karş Krş krş msl op Ör ör Örn örn yakl
"""

# Not "Siz", which has a capital in polite address.
STARTERS = """
Aynı Bana Başka Bazı Bazıları Ben Beni Benim Bir Birçoğu Birçok Biri Birisi Birkaç Biz Bize Bizi
Bizim Böyle Bu Buna Bunda Bundan Bunlar Bunlardan Bunların Bunu Bunun Bununla Bütün Çoğu Çok Diğer
Diğerleri Hem Hepsi Her Herkes Hiç Hiçbir Hiçbiri Kendi Kendileri Kendisi Kimi Kimse O Ona Ondan
Onlar Onlara Onları Onların Onu Onun Öyle Sen Şöyle Şu Şunlar Tüm
Ama Ancak Ayrıca Böylece Böylelikle Çünkü Dolayısıyla Eğer Fakat Gerçi Halbuki Lakin Madem Meğer
Mesela Nitekim Oysa Oysaki Örneğin Öyleyse Şayet Üstelik Ve Veya Ya Yahut Yani Zira
Hangi Hani Kaç Kim Kimin Nasıl Ne Neden Nerede Nereden Nereye Niçin Niye
Aniden Ardından Artık Asla Aslında Bazen Belki Bile Birden Bugün Burada Buradan Buraya Daha Daima
Dün Elbette En Eskiden Evet Eyvah Galiba Gene Genellikle Gerçekten Gitgide Hadi Hatta Haydi Hayır
Hâlâ Hemen Henüz Hep Herhalde İlkin İşte Keşke Kuşkusuz Lütfen Maalesef Muhtemelen Nadiren Nihayet
Orada Oradan Oraya Önce Önceleri Öncelikle Öte Özellikle Peki Sadece Sakın Sanki Sonra Sonuçta
Sonunda Sık Sıkça Şimdi Şurada Tabii Yalnız Yalnızca Yarın Yine Zaten
"""

# Times; parts and places; sport; wars, armies, courts; streets; rulers after a Roman numeral.
ORDINALS = """
ay ayda ayı ayında dakika dakikada dakikası dakikasında Dönem dönem dönemde dönemi Gün gün günde
günü gününde Hafta hafta haftada haftası haftasında saat saatte saniye yaş Yüzyıl yüzyıl yüzyıla
yüzyılda yüzyıldaki yüzyıldan yüzyıllar yüzyıllarda yüzyılın yy Yıl yıl yıldönümü yıldönümünde yılı
yılında yılını yılının
adım aşama aşaması Baskı baskı baskısı Bölüm bölüm bölümde bölümü bölümün Cilt cilt ciltte defa
Derece derece dereceden fıkra fıkrası fıkrasında grubu Grup grup Kademe kademe Kat kat kata katta
katı katın katına katında kere kez kişi Madde madde maddede maddenin maddesi maddesinde maddesine
maddesinin perde sayfa sayfada sayfası Sınıf sınıf sınıfa sınıflar sınıfta sınıfı sınıfın sıra
sırada sıraya sırayı
çeyrek devre Etap etap Lig lig ligde maç periyot raunt Tur tur turda
Ağır Aile Alay Asliye Balkan Bölge Bölük Ceza Cumhurbaşkanı Cumhuriyet Daire Dairesi Dünya Festivali
Filo Geleneksel Haçlı Hava Hukuk İcra İdare İnönü İş Kolordu Kolordusu Kongre Kongresi Körfez
Meşrutiyet Noter Noterliği Olağan Olağanüstü Ordu Oturum Sulh Tabur Tugay Tümen Türk Ulusal
Uluslararası Vergi Viyana
Cadde Caddesi Havalimanı Köprü Kısım Levent Mahalle Sokağı Sokak
Abdülhamid Abdülhamit Abdülmecid Ahmed Ahmet Bayezid Beyazıd Beyazıt Charles Elizabeth Franz
Friedrich George Henry Katerina Katerina'nın Keyhüsrev Keykavus Konstantin Kılıçarslan Leopold Louis
Mahmud Mahmut Mehmed Mehmet Murad Murat Mustafa Napolyon Nikolay Osman Paul Petro Philip Philippe
Pius Ramses Selim Süleyman Theodosius Wilhelm
"""

# To say, ask, cry, answer, whisper, in the forms of reports; and the particle of quotations.
REPORTING = """
der dedi dedik dedikten dediler dedim dedin deme demek demeye demiş demişler demişti deniyor denir denildi
dendi derdi derken derler deyince deyip dersin dersiniz diye diyebilir diyen diyenler diyerek diyor diyordu
diyordum diyorlar diyorlardı diyorsun diyorum diyoruz
sordu sorar sordular sordum sormuş sormuştu sorunca soruyor soruyordu soruyorlar soruyorum sorusu sorusuna
sorusunu sorusunun soruları sorularına sorularını
bağırdı bağırdılar bağırıyor bağırıyordu bağırmış haykırdı haykırdılar haykırıyor haykırıyordu seslendi sesleniyor
seslenmiş fısıldadı fısıldıyor yanıtladı cevapladı söylendi söyleniyor söyledi söylüyor mırıldandı mırıldanıyor
inledi gürledi güldü gülümsedi atıldı ekledi ekliyor yazdı yazıyor yazmış konuştu
"""

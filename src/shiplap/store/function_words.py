"""Function words by language: the words of a question that say nothing about its subject.

The lists have the closed classes of each language, complete where a class is small, and no other words: articles,
pronouns, prepositions, conjunctions, forms of the auxiliary verbs (be, have, do, will, can, must, may),
particles of negation, question words, and what an apostrophe leaves of them (`don't`, `l'eau`). Words that also
name a thing in the same language are left out, such as the noun `can`'s German neighbour `Sein` is not.

The language of a question is the one whose list has most of its words, at least two; a single word decides only if
no other list has it. The order of the lists decides between equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from shiplap.store.terms import terms

_WORDS = {
    "en": """
        a an the this that these those such
        i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her
        hers herself it its itself they them their theirs themselves one someone somebody something anyone anybody
        anything everyone everybody everything
        who whom whose which what when where why how whether
        am is are was were be been being have has had having do does did doing done will would shall should can
        could may might must ought
        and or but nor so if then than because as while although though unless until
        of at by for with about against between into through during before after above below to from up down in out
        on off over under upon within without toward towards among per via
        not no
        there here just also too very only same own any some each every both few more most other another
        get gets got please
        don t s ll re ve d m isn aren wasn weren hasn haven hadn doesn didn won wouldn shouldn couldn cannot
    """,
    "de": """
        der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines dieser
        diese dieses diesem diesen jener jene jenes jenem jenen jeder jede jedes jedem jeden
        ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine er ihn ihm sein seine seinen
        seinem seiner seines sie ihr ihre ihren ihrem ihrer ihres es wir uns unser unsere unseren euch euer man
        sich selbst wer wen wem wessen was welcher welche welches welchen welchem wann wo woher wohin warum
        weshalb wieso wie wofür womit wodurch worauf woran worin wozu
        bin bist ist sind seid war waren wäre wären gewesen habe hast hat haben hatte hatten hätte hätten werde
        wirst wird werden wurde wurden würde würden worden kann kannst können konnte könnte könnten muss müssen
        musste soll sollen sollte sollten will wollen wollte darf dürfen durfte mag möchte
        und oder aber sondern denn doch wenn als ob dass daß weil da damit obwohl während bis
        in im an am auf aus bei beim mit nach seit von vom zu zum zur durch für gegen ohne um über unter vor hinter
        neben zwischen wegen trotz
        nicht kein nein ja auch noch nur schon sehr so hier dort dann dabei dazu davon etwas nichts alle alles
        allen bitte mal denn
    """,
    "fr": """
        le la les l un une des du de d ce cet cette ces c ça cela ceci celui celle ceux celles
        je j me m moi mon ma mes tu te t toi ton ta tes il elle on se s soi son sa ses nous notre nos vous votre
        vos ils elles leur leurs lui eux y en
        qui que qu quoi dont où quel quelle quels quelles lequel laquelle lesquels lesquelles quand comment
        pourquoi combien
        suis es est sommes êtes sont était étaient être été étant sera seront serait ai as a avons avez ont avait
        avaient avoir eu aura auront aurait fait faire faut peut peux peuvent pouvez pouvons pourrait pouvoir dois
        doit doivent devez devrait veux veut voulez
        et ou mais donc or ni car si comme lorsque puisque parce afin
        à au aux dans par pour sur sous avec sans vers chez entre depuis pendant contre avant après selon
        ne n pas plus non oui aussi très bien tout toute tous toutes même là ici alors
    """,
    "es": """
        el la los las lo un una unos unas este esta estos estas esto ese esa esos esas eso aquel aquella aquellos
        yo me mi mis mí tú te ti tu tus él ella ello se sí su sus nosotros nos nuestro nuestra nuestros nuestras
        vosotros os usted ustedes ellos ellas le les
        quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas quien que cual cuales cuando
        donde como por qué porqué
        soy eres es somos son era eran fue fueron ser sido siendo sea estoy está están estaba estar estado he
        has ha hemos han había habían haber hay puedo puede pueden podemos poder podría debo debe deben debería
        hace hacer tengo tiene tienen tener
        y e o u pero sino ni si porque aunque mientras pues
        de del a al en con sin por para sobre entre desde hasta hacia según contra durante ante bajo tras
        no sí más muy también ya solo sólo todo toda todos todas algún alguna algunos algunas mismo misma así
    """,
    "it": """
        il lo la i gli le l un uno una del dello della dei degli delle dell d al allo alla ai agli alle all dal
        dallo dalla dai dagli dalle dall nel nello nella nei negli nelle nell sul sullo sulla sui sugli sulle sull
        questo questa questi queste quello quella quelli quelle quel quei ciò
        io mi me mio mia miei mie tu ti te tuo tua egli lui lei si sé suo sua suoi sue noi ci ce nostro nostra
        nostri nostre voi vi ve vostro vostra loro ne c s
        chi che cosa cos quale quali qual quando dove dov come com perché quanto quanta quanti quante cui
        sono sei è siamo siete era erano essere stato stata stati sia ho hai ha abbiamo avete hanno aveva avere
        posso può possono possiamo potrei potrebbe devo deve devono dovrei dovrebbe fa fare voglio
        e ed o od ma però se né anche mentre dunque quindi
        di a ad da in con su per tra fra senza verso contro dopo prima durante
        non no più molto già solo tutto tutta tutti tutte stesso stessa così qui
    """,
    "pt": """
        o a os as um uma uns umas do da dos das no na nos nas ao à aos às pelo pela pelos pelas num numa este esta
        estes estas isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo
        eu me mim meu minha meus minhas tu te ti teu tua você vocês ele ela se si seu sua seus suas nós nosso nossa
        nossos nossas eles elas lhe lhes
        quem que qual quais quando onde como quanto quanta quantos quantas porque porquê quê cujo cuja
        sou és é somos são era eram foi foram ser sido seja estou está estão estava estar tenho tem têm tinha
        ter há havia haver posso pode podem podemos poder poderia devo deve devem deveria faço faz fazer
        e ou mas nem se pois embora enquanto
        de em com sem por para sobre entre desde até contra durante após sob
        não sim mais muito também já só todo toda todos todas mesmo mesma assim algum alguma alguns algumas
    """,
    "nl": """
        de het een dit dat deze die
        ik me mij mijn je jij jou jouw u uw hij hem zijn zij ze haar het we wij ons onze jullie hun hen zich men er
        wie wat welke welk wanneer waar waarom hoe waarmee waarvoor waarin waarop wiens
        ben bent is zijn was waren geweest wees heb hebt heeft hebben had hadden gehad word wordt worden werd
        werden kan kun kunt kunnen kon konden zal zult zullen zou zouden moet moeten moest mag mogen wil willen
        doe doet doen en of maar want dus als dan toen omdat hoewel terwijl tot
        van in op aan met voor door bij naar uit over om te tot onder tegen tussen zonder na sinds per
        niet geen nee ja ook nog al wel zeer zo hier daar alle alles andere
    """,
    "sv": """
        en ett den det de denna detta dessa
        jag mig min mitt mina du dig din ditt dina han honom hans hon henne hennes sig sin sitt sina vi oss vår
        vårt våra ni er ert era dem deras man
        vem vad vilken vilket vilka när var vart varför hur vems
        är var vara varit har hade ha haft blir blev bli blivit kan kunde kunna ska skall skulle måste får fick
        vill ville bör gör göra gjorde
        och eller men utan för om att som därför medan än så
        i på av med till från vid hos mellan under över genom efter före mot ur inom
        inte ej nej ja också bara mycket mer alla allt här där då
    """,
    "da": """
        en et den det de denne dette disse
        jeg mig min mit mine du dig din dit dine han ham hans hun hende hendes sig sin sit sine vi os vores i jer
        jeres dem deres man
        hvem hvad hvilken hvilket hvilke hvornår hvor hvorfor hvordan hvis
        er var være været har havde have haft bliver blev blive kan kunne skal skulle må måtte vil ville bør får
        fik gør gøre gjorde
        og eller men at som fordi når end så om da
        på af med til fra ved hos mellem under over gennem efter før mod ud inden for
        ikke nej ja også kun meget mere alle alt her der
    """,
    "no": """
        en ei et den det de denne dette disse
        jeg meg min mitt mine du deg din ditt dine han ham hans hun henne hennes seg sin sitt sine vi oss vår vårt
        våre dere deres dem man
        hvem hva hvilken hvilket hvilke når hvor hvorfor hvordan
        er var være vært har hadde ha hatt blir ble bli kan kunne skal skulle må måtte vil ville bør får fikk gjør
        gjøre gjorde
        og eller men at som fordi enn så om da
        i på av med til fra ved hos mellom under over gjennom etter før mot ut inn innen for
        ikke nei ja også bare mye mer alle alt her der
    """,
    "fi": """
        minä minun minua minut sinä sinun sinua hän hänen häntä me meidän meitä te teidän teitä he heidän heitä
        se sen sitä siinä siitä siihen ne niiden niitä tämä tämän tätä tässä tästä nämä näiden näitä tuo tuon
        kuka kenen ketä mikä minkä mitä missä mistä mihin milloin miksi miten kuinka mitkä kumpi joka jonka jota
        jossa jotka joiden
        olen olet on olemme olette ovat oli olivat olla ollut voi voin voit voivat voisi täytyy pitää pitäisi saa
        ja tai vai mutta sekä että jos kun koska vaikka kuin niin
        ei en et emme ette eivät
        myös vain vielä hyvin kanssa ilman ennen jälkeen
    """,
    "pl": """
        ten ta to ci te tego tej temu tym tych tymi tę tą taki taka takie
        ja mnie mi mną mój moja moje ty ciebie tobie ci cię twój on jego go jemu mu nim ona jej ją nią my nas
        nam nami nasz wy was wam oni ich im nimi one się siebie sobie swój
        kto kogo komu co czego czemu jaki jaka jakie jakich który która które którego której których kiedy gdzie
        skąd dokąd dlaczego jak ile czy
        jestem jesteś jest są był była było byli być będzie będą mam masz ma mają mieć może mogę można mogą musi
        trzeba należy
        i oraz albo lub ale lecz że żeby aby jeśli jeżeli bo ponieważ więc gdy
        w we z ze na do od dla o po przy przez przed nad pod za bez między u
        nie tak też także tylko już bardzo tu tam
    """,
    "ru": """
        я меня мне мной мой моя моё мои ты тебя тебе тобой он его него ему нему им ним она её ее неё ей ней оно
        мы нас нам нами наш наша наше наши вы вас вам вами ваш ваша ваше ваши они их них им ними себя себе собой
        свой своя своё свои этот эта это эти этого этой этому этих тот та то те того той тех такой такая такое
        такие кто кого кому кем что чего чему чем какой какая какое какие каких который которая которое которые
        когда где куда откуда почему зачем как сколько чей ли
        быть был была было были есть будет будут буду может могу можно могут должен должна должны нужно надо
        и или а но да если чтобы потому поэтому хотя пока
        в во на с со к ко от ото до из изо у о об обо по за для без под над при про через между перед после
        не нет ни же бы тоже также только уже ещё еще очень здесь там так все всё весь вся
    """,
    "tr": """
        bir bu şu o bunlar şunlar onlar
        ben beni bana benim sen seni sana senin onu ona onun biz bizi bize bizim siz sizi size sizin onları onların
        kendi
        kim kimin kime ne neden niçin niye nasıl nerede nereye nereden hangi kaç zaman mı mi mu mü mıdır midir
        var yok değil olan olarak olur olması olmak oldu için ile gibi kadar göre sonra önce
        ve veya ya da de ama fakat ancak çünkü eğer ise ki hem
        çok daha en her tüm bütün
    """,
}  # fmt: skip


@lru_cache(1)
def function_words() -> dict[str, frozenset[str]]:
    """Return the function words of each language, as terms of the index."""
    return {code: frozenset(terms(text)) for code, text in _WORDS.items()}


def language_of(words: Sequence[str]) -> str | None:
    """Return the language of a question, given its words as terms, or None if its words do not say.

    >>> [language_of(words.split()) for words in ("how do i sleep", "wie schlaft man", "why rust", "die hard")]
    ['en', 'de', 'en', None]
    """
    lists = function_words()
    counts = {code: sum(word in known for word in words) for code, known in lists.items()}
    best = max(counts, key=counts.__getitem__)
    is_shared = sum(map(bool, counts.values())) > 1
    return None if counts[best] < (2 if is_shared else 1) else best

"""Words for everybody and for some, for exceptions, and for frequencies. Pure data."""

from . import speakers

# "Sharp" words exclude; the others may also add something: "besides Spanish I speak French".
EXCEPTION = (
    r"(?:(?P<but>\b(?:nothing|anything|nobody|anyone|no one|none) but)|(?P<sharp>\b(?:except(?:ing)?(?: for)?|(?:all|everything|everyone|anything) but|excluding|au(?:ß|ss)er|bis auf|mit ausnahme von|excepto|salvo|menos|sauf|hormis|excepté|tranne|eccetto|exceto)|除了)"
    r"|\b(?:apart from|aside from|other than|besides|abgesehen von|aparte de|à part|a part|en dehors d[eu]|кроме|помимо))"
    r"(?P<what>(?: (?!i\b|i'm\b|im\b|ich\b|yo\b|je\b|я\b|we\b)[^\W\d_]+){1,3}|(?<=除了)[\u4e00-\u9fff]{1,6}?(?=[,，]|以外|之外|我|都|$))"
)

# The user as the exception, in plain words: "everybody eats fish except me". Words that may also add
# somebody ("besides me") make an exception only from all or from nobody.
EXCEPT_ME = (
    r"(?P<sharp>\b(?:(?:except(?:ing)?(?: for)?|excluding|minus) (?:me|myself)|(?:ausser|ausgenommen|bis auf) (?:mir|mich|ich)|mit ausnahme von mir|nur ich nicht"
    r"|(?:menos|excepto|salvo|quitando) yo|(?:sauf|hormis|excepte) moi|(?:tranne|eccetto|salvo|meno|escluso) (?:me|io)|(?:menos|exceto|salvo|fora|tirando) eu)\b|除(?:了)?我)"
    r"|\b(?:(?:but|besides|apart from|aside from|other than) (?:me|myself)|abgesehen von mir|aparte de mi(?! \w)|(?:(?:mis )?a part|en dehors de) moi|a parte (?:me|io)|(?:кроме|помимо|за исключением) меня)\b"
)
# The relatives whom the user adds to themselves: "except me and my brother".
_AND_MINE = r"(?: (?:and|und|y|et|e|и) (?:my|mein\w*|mi|mon|ma|(?:il |la )?mi[oa]|(?:o |a )?(?:meu|minha)|мо\w{1,3}) \w+)?"
EXCEPT_US = rf"(?:{EXCEPT_ME}){_AND_MINE}"
NOBODY = r"\b(?:nobody|no one|none of (?:us|them)|keiner|niemand|nadie|personne|никто|nessuno|ninguem)\b|没人|没有人"
EVERYBODY = r"\b(?:all|every\w*|each|whole|entire|alle\w*|jede\w*|ganze\w*|tod[oa]s?|tout(?:e|es)?|tous|tutt[oaie]|все|всех|вся|кажд\w+)\b|都|大家|[每所]"

# Many people as the subject at the beginning of a clause, in plain words: "most of my friends", "everyone at
# work", "in meiner Klasse sind alle". What is said of them need not hold for the user.
_PART = (
    r"(?:all|both|most|many|some|few|several|half|none|neither|plenty|lots|a (?:lot|few|couple)|the (?:majority|rest)|(?:two|three) (?:thirds|quarters)"
    r"|alle|beide|(?:die )?meisten|viele|manche|einige|(?:die )?halfte|keine?r?|(?:die )?mehrheit|die halbe"
    r"|todos|todas|toda|todo|ambos|(?:la )?mayor parte|(?:la )?mayoria|muchos|muchas|algunos|algunas|(?:la )?mitad|ningun[oa]?|varios|varias"
    r"|tous|toutes|toute|tout|(?:la )?plupart|beaucoup|certains|certaines|(?:la )?moitie|aucune?|plusieurs"
    r"|tanti|tante|tutti|tutte|tutta|tutto|(?:la )?maggior parte|(?:la )?maggioranza|molti|molte|alcuni|alcune|(?:la )?meta|nessun[oa]?"
    r"|(?:a )?maior parte|(?:a )?maioria|muitos|muitas|alguns|algumas|(?:a )?metade|nenhuma?"
    r"|(?:у )?(?:все|всех|многих|некоторых|половины|большинства|никого)|многие|некоторые|половина|большинство|никто)"
)
_GROUP = (
    r"(?:people|mates?|pals?|peers|relatives|classmates|guests|members|class|team|office|family|families|household|street|block|building|neighbou?rhood|village|town|department|dept|company|firm|school|crew|group|course|club|gym|church|choir|band|cohort"
    r"|leute|freund(?:en|innen)|bekannt\w*|verwandt\w*|mitschuler\w*|kommiliton\w*|klasse|mannschaft|familie|strasse|dorf|stadt|abteilung|firma|schule|gruppe|kurs|verein|chor|wg|buro"
    r"|gente|familiares|invitados|clase|equipo|oficina|familia|calle|edificio|barrio|pueblo|ciudad|departamento|empresa|colegio|grupo|curso|gimnasio|coro"
    r"|gens|potes?|copains|copines|proches|invites|classe|equipe|bureau|famille|rue|immeuble|quartier|village|boite|entreprise|ecole|groupe|chorale"
    r"|compagne|parenti|ospiti|squadra|ufficio|famiglia|palazzo|quartiere|paese|reparto|azienda|scuola|gruppo|corso|palestra"
    r"|pessoas|pessoal|colegas|parentes|convidados|turma|escritorio|rua|predio|bairro|setor|escola|academia"
    r"|люд\w+|одноклассник\w*|однокурсник\w*|друз\w+|подруг\w*|родственник\w*|класс\w?|групп\w|команд\w|семь\w+|отдел\w?|компани\w|улиц\w|офис\w?)"
)
_IN = r"(?:of|in|at|on|from|around|im|am|auf|bei|beim|aus|von|vom|en|de|del|dans|chez|sur|a|au|aux|du|d|di|dei|degli|nei|negli|ai|agli|(?:del|nel|al)l[aeo]?|nel|al|da|do|das|dos|no|na|nos|nas|em|в|на|у|из|среди)"
_THE = r"(?:the|this|that|these|those|der|die|das|dem|den|des|el|la|los|las|le|les|l|il|lo|gli|i|os|as|o)"
_LINK = rf"(?: (?:{_IN}|{_THE}|{speakers.POSSESSIVE}))"
_WHERE = (
    rf"(?: (?:else|here|there|sonst|hier|aqui|ici|qui|здесь|вокруг))?(?: {_IN}{_LINK}{{0,2}} \w+)"
)
_EVERYONE = r"(?:every ?(?:one|body)|nobody|no ?one|niemand|todo el mundo|nadie|tout le monde|nessuno|todo (?:o )?mundo|toda a gente|ninguem|никто)"
# With words that also mean "everything" a place has to stand.
_ALL = rf"(?:{_EVERYONE}|alle|keiner|jeder|todos|tous|personne|tutti|(?:у )?(?:все|всех))"
_OF_US = r"(?:of us|von uns|de nosotros|d ?entre nous|de nous|di noi|de nos|из нас)"
QUANTIFIED = (
    r"^ ?(?:(?:and|but|so|ok|hey|hi|btw|that|since|as|because|und|aber|weil|dass|y|pero|que|et|mais|e|ma|mas|che|и|а|но|что) ){0,2}"
    r"(?:(?:almost|nearly|practically|fast|beinahe|casi|presque|quasi|quase|почти) )?"
    rf"(?:{_PART}{_LINK}{{0,3}} (?:(?!(?:days?|weeks?|months?|years?|times?)\b)\w+ )??(?P<who>{_GROUP}|(?:{speakers.PERSON}|{speakers.PERSON_ALONE})s?)(?: {speakers.OF_ME})?{_WHERE}?"
    rf"|(?!all |alle |tous|tutti|все|todos|none|kein|ningun|aucun|nessun|nenhum|никто){_PART} {_OF_US}{_WHERE}?"
    rf"|{_EVERYONE}{_WHERE}?|{_ALL}{_WHERE}"
    rf"|(?P<at>{_IN}{_LINK}{{0,2}} \w+(?: {_IN}{_LINK}{{0,2}} \w+)?)(?P<does>(?: (?!(?:wir|we|nous|noi|nosotros|мы)\b)\w+){{0,2}}?) {_ALL})\b"
)
# One that is unlike the many: "everyone except my boss".
BUT_ONE = (
    r" (?:except(?:ing)?(?: for)?|excluding|apart from|besides|minus|ausser|bis auf|excepto|salvo|menos|sauf|hormis|excepte|a part|tranne|eccetto|meno|exceto|fora|кроме|помимо)"
    rf"{_LINK}? (?!yo\b|eu\b|io\b|i\b)\w+"
)
# Of what is said in other words, "the cactus" in "all my plants die except the cactus" is had all the same.
HAVING = r"\b(?:have|has|got|own|hab\w*|hat|ten(?:go|emos)|tiene\w?|jai|ai|avons|ho|abbiamo|tenho|temos|tem|есть|имею)\b"
# Signs that a clause also says something of the user.
OF_USER = rf"\b(?:i|ive|id|we|me|us|ich|wir|mir|mich|uns|yo|nosotros|je|j|nous|moi|io|noi|eu|я|мы|мне|меня|нас|нам|{speakers.POSSESSIVE})\b"

# From "never" to "always"; an earlier match takes precedence over a later one.
FREQUENCY = (
    r"\b(?:hardly ever|rarely|seldom|barely ever|barely|hardly|once in a blue moon|almost never|not (?:very |that )?often|kaum|selten|fast nie|casi nunca|rara vez|apenas|raramente|presque jamais|rarement|редко|почти никогда)\b|很少|偶尔才|几乎不|不常",
    r"\b(?:never|nie|niemals|nunca|jamas|jamais|никогда)\b|从不|从来不",
    r"\b(?:sometimes|occasionally|now and then|every now and then|once in a while|from time to time|manchmal|gelegentlich|ab und zu|a veces|de vez en cuando|parfois|de temps en temps|иногда|время от времени)\b|有时|偶尔",
    r"\b(?:often|frequently|a lot|oft|haufig|viel|a menudo|mucho|souvent|beaucoup|часто|много)\b|经常|常常",
    r"\b(?:always|every (?:single )?(?:day|time|morning|night)|constantly|immer|standig|jeden tag|jedes mal|siempre|todos los dias|toujours|tous les jours|chaque jour|всегда|постоянно|каждыи день)\b|总是|每天|一直",
)

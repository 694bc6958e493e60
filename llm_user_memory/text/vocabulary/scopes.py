"""Words that make an exception, and words for frequencies. Pure data."""

# "Sharp" words exclude; the others may also add something: "besides Spanish I speak French".
EXCEPTION = (
    r"(?:(?P<but>\b(?:nothing|anything|nobody|anyone|no one|none) but)|(?P<sharp>\b(?:except(?:ing)?(?: for)?|(?:all|everything|everyone|anything) but|excluding|au(?:ß|ss)er|bis auf|mit ausnahme von|excepto|salvo|menos|sauf|hormis|excepté)|除了)"
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

# From "never" to "always"; an earlier match takes precedence over a later one.
FREQUENCY = (
    r"\b(?:hardly ever|rarely|seldom|barely ever|barely|hardly|once in a blue moon|almost never|not (?:very |that )?often|kaum|selten|fast nie|casi nunca|rara vez|apenas|raramente|presque jamais|rarement|редко|почти никогда)\b|很少|偶尔才|几乎不|不常",
    r"\b(?:never|nie|niemals|nunca|jamas|jamais|никогда)\b|从不|从来不",
    r"\b(?:sometimes|occasionally|now and then|every now and then|once in a while|from time to time|manchmal|gelegentlich|ab und zu|a veces|de vez en cuando|parfois|de temps en temps|иногда|время от времени)\b|有时|偶尔",
    r"\b(?:often|frequently|a lot|oft|haufig|viel|a menudo|mucho|souvent|beaucoup|часто|много)\b|经常|常常",
    r"\b(?:always|every (?:single )?(?:day|time|morning|night)|constantly|immer|standig|jeden tag|jedes mal|siempre|todos los dias|toujours|tous les jours|chaque jour|всегда|постоянно|каждыи день)\b|总是|每天|一直",
)

"""Words that make an exception, and words for frequencies. Pure data."""

# "Sharp" words exclude; the others may also add something: "besides Spanish I speak French".
EXCEPTION = (
    r"(?:(?P<but>\b(?:nothing|anything|nobody|anyone|no one|none) but)|(?P<sharp>\b(?:except(?:ing)?(?: for)?|(?:all|everything|everyone|anything) but|excluding|au(?:ß|ss)er|bis auf|mit ausnahme von|excepto|salvo|menos|sauf|hormis|excepté)|除了)"
    r"|\b(?:apart from|aside from|other than|besides|abgesehen von|aparte de|à part|a part|en dehors d[eu]|кроме|помимо))"
    r"(?P<what>(?: (?!i\b|i'm\b|im\b|ich\b|yo\b|je\b|я\b|we\b)[^\W\d_]+){1,3}|(?<=除了)[\u4e00-\u9fff]{1,6}?(?=[,，]|以外|之外|我|都|$))"
)

# From "never" to "always"; an earlier match takes precedence over a later one.
FREQUENCY = (
    r"\b(?:hardly ever|rarely|seldom|barely ever|barely|hardly|once in a blue moon|almost never|not (?:very |that )?often|kaum|selten|fast nie|casi nunca|rara vez|apenas|raramente|presque jamais|rarement|редко|почти никогда)\b|很少|偶尔才|几乎不|不常",
    r"\b(?:never|nie|niemals|nunca|jamas|jamais|никогда)\b|从不|从来不",
    r"\b(?:sometimes|occasionally|now and then|every now and then|once in a while|from time to time|manchmal|gelegentlich|ab und zu|a veces|de vez en cuando|parfois|de temps en temps|иногда|время от времени)\b|有时|偶尔",
    r"\b(?:often|frequently|a lot|oft|haufig|viel|a menudo|mucho|souvent|beaucoup|часто|много)\b|经常|常常",
    r"\b(?:always|every (?:single )?(?:day|time|morning|night)|constantly|immer|standig|jeden tag|jedes mal|siempre|todos los dias|toujours|tous les jours|chaque jour|всегда|постоянно|каждыи день)\b|总是|每天|一直",
)

"""Wishes about answers: orders, wishes for one answer only, and empty wishes. Pure."""

import re
from collections.abc import Sequence

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import likings, plain, requests
from ..text.words import fold, is_negated, sentences
from .language import languages
from .matching import count_in, telling, words_of
from .subjects import compiled

_LANGUAGES = (
    r"(?:english|german|french|spanish|italian|portuguese|dutch|russian|chinese|mandarin"
    r"|japanese|korean|polish|turkish|arabic|hindi|swedish|norwegian|danish|finnish|greek"
    r"|ukrainian|czech)"
)
_STYLES = (
    r"(?:short|brief|concise|simple|plain|long|detailed|formal|informal|casual|polite|direct"
    r"|blunt|friendly|precise|technical)"
)
_THINGS = (
    r"(?:emojis?|emoticons|jokes?|puns?|comments?|tables?|lists?|bullet points?|headings?"
    r"|headlines?|introductions?|intros?|preambles?|summaries"
    r"|summary|apologies|disclaimers?|warnings?|compliments?|exclamation marks?|em dashes"
    r"|dashes|abbreviations|jargon|slang|markdown|bold|code|links"
    r"|questions|follow-up questions|filler|small talk|flattery|metaphors|analogies|anglicisms)"
)
_FROM_NOW = r"(?:(?:please|from now on|in (?:the )?future|henceforth|going forward|always)[,:]? )*"
_ORDERS = (
    (
        rf"(?:answer|reply|respond|write|speak|talk|explain)(?: to me| me)?(?: only"
        rf"| always)? in ({_LANGUAGES})", "Wants answers in {0}"),
    (
        r"(?:answer|reply|respond|give (?:me )?(?:all )?(?:measurements|units))(?: only"
        r"| always)? in (metric(?: units)?|imperial(?: units)?|bullet points|full sentences"
        r"|one (?:line|sentence)|simple words)", "Wants answers in {0}"),
    (
        rf"(?:keep (?:it|(?:your |the )?(?:answers|replies|responses)|things)|make (?:it"
        rf"|(?:your )?answers)|be)(?: more| very| as)? ({_STYLES})(?: as possible)?",
        "Wants {0} answers"),
    (
        rf"(?:do not|don['’]?t|never|no|stop|avoid|without)(?: ever)?(?: (?:use|using|tell"
        rf"|telling|make|making|add|adding|include|including|give|giving|write|writing|put"
        rf"|putting|send|ask|asking))?(?: me)?(?: any| your)? ({_THINGS})",
        "Wants answers without {0}"),
    (r"call me ([\w'’-]+)", "Wants to be called {0}"),
)  # fmt: skip
_COMPILED = tuple(
    (
        regex(
            rf"{_FROM_NOW}{pattern}(?: please| in (?:your |the )?(?:answers|replies"
            rf"|responses))?[.!]*",
            re.I,
        ),
        wish,
    )
    for pattern, wish in _ORDERS
)

# The verbs with which a wish begins, and the words for answers.
_WISH = regex(
    r"^(?:the )?(?:user )?(?:(?:always|never|doesnt|does not|do not|dont|no|non|nao|ne|generally"
    r"|strongly|usually) )?(?:want\w*|prefer\w*|like\w*|love\w*|would like|need\w*"
    r"|expect\w*|ask\w*|appreciat\w*|valu\w*|enjoy\w*|demand\w*|request\w*|dislike\w*"
    r"|hate\w*"
    r"|mochte\w*|bevorzug\w*|will|mag|wunscht|schatzt|erwartet|braucht|quier\w*|prefier\w*"
    r"|dese\w*|le gusta\w*|necesita|espera|valora|veut|prefere|souhaite|aime|apprecie"
    r"|attend|aimerait|vuole|desidera|quer|deseja"
    r"|хочет|предпочитает|любит|не хочет|не любит|ценит|просит|нравятся|нравится)\b"
    r"|^(?:用户)?(?:希望|喜欢|想要|偏好|要求|更喜欢|不希望|不喜欢|需要)"
)
_IS_FUTURE = regex(r"(?:the )?(?:user )?will (?!always\b)", re.I)
_ANSWERS = regex(
    r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|output|assistant|replies"
    r"|measurements|antwort\w*|erklarung\w*|respuestas?|explicacion\w*|contestacion\w*"
    r"|reponses?|explications?|rispost\w*|spiegazion\w*|respost\w*|explicac\w*|ответ\w*|объяснен\w*)\b|回答|回复|答案|解释"
)
_ADDRESS = regex(
    r"\b(?:addressed|address|called|du|siezt|geduzt|tutoye\w*|vouvoye\w*|tutear|usted"
    r"|на ты|на вы)\b|称呼"
)


def _plain_words(words: str) -> frozenset[str]:
    return frozenset(map(plain, words.split()))


_EMPTY = _plain_words(
    """
    assistant ai bot chatbot him them nicely time assistent asistente ассистент
    option options choice choices thing things understand understanding learn learning know
    improve chose choses truc trucs marche cosas cosa ding dinge sache dingen нормальные
    нормальный нормально вещи essays essay emails email letters something somebody everything
    sense make makes answered question questions answer answers reply replies response
    responses explanation explanations code solution solutions help information info result
    results output advice instructions text texts recipe recipes example examples data numbers
    facts content stuff number writing documentation suggestions suggestion recommendations
    recommendation idea ideas tip tips assistance support feedback work works working worked
    good great nice accurate correct right helpful useful clear clearly quality high best
    better well fine proper properly reliable relevant real actual actually truthful true
    honest valid perfect excellent efficient effective understandable comprehensible complete
    functional bug free errors error mistakes mistake without that which is are be done
    well-written written and or to the a of in with for quick quickly fast easy easily
    straight practical appropriate antwort antworten erklarung erklarungen losung losungen
    hilfe informationen texte ergebnisse gute guter gutes gut korrekte korrekt richtige
    richtig hilfreiche hilfreich nutzliche klare klar genaue genau funktionierenden
    funktionierende funktioniert funktionieren der die das fehler ohne fehlerfreie saubere
    sauberen und den verstandliche bessere passende respuesta respuestas explicacion
    explicaciones codigo solucion soluciones ayuda ayuden informacion textos buena buenas
    bueno buenos correcta correctas correcto util utiles clara claras claro precisa precisas
    exactas bien que funcione funciona funcionan le y las los el la de explicado explicada
    errores sin explicadas hechas reponse reponses explication explications aide informations
    bonne bonnes bon bons correcte correctes utile claire claires clair clairs precise
    precises qui marchent fonctionne fonctionnent les des et exactes juste justes erreurs sans
    du ответ ответы ответов объяснения код решение решения помощь помощи информацию тексты
    текстов хорошие хорошо хороший правильные правильный полезные полезный понятные понятный
    точные точный который работает работающий качественные качественный написанные и без
    ошибок accuracy clarity correctness honesty efficiency usefulness reliability helpfulness
    tasty delicious yummy lecker leckere leckeres rico ricas ricos rica deliciosas sabrosas
    delicieux
    delicieuse delicieuses ecrit ecrits ecrites ecrite вкусные вкусный код кода рабочий
    рабочего рабочие рабочее
    textes text texts recipe recipes recettes recetas rezepte рецепты
    precision truth factual value valuable meaningful interesting it when they runs run
    compiles fully very more not wrong broken bad incorrect problem problems thorough
    thoroughly smart genauigkeit klarheit qualitat ehrlichkeit ehrliche verlassliche sinnvolle
    erklarte erklart tipps claridad calidad honestidad consejos honestas clarte qualite
    honnetete conseils idees fiables точность ясность качество советы
    """
)
_MISTAKES = _plain_words("error errors mistake mistakes bugs fehler errores erreurs ошибок ошибки")
_PRAISE = _plain_words(
    """
    good great nice accurate correct right helpful useful clear best better proper reliable
    relevant real perfect excellent quality written gute guter gutes korrekte richtige
    hilfreiche klare buena buenas bueno buenos correcta correctas util utiles bonne bonnes bon
    bons correctes utiles claires хорошие хороший правильные полезные качественные нормальные
    нормальный
    """
)
_WITHOUT = _plain_words("without no ohne sin sans без senza sem")
_QUOTED = regex(r"[\"“”„«»「」『』]|(?<!\w)['‘].+['’](?!\w)")
_PHRASE = regex(r"(?<!\w)[\"“„«「‘'][^\"“”»」’']{1,60}[\"“”»」’']")
_EMPTY_CHINESE = regex(
    r"^(?:的|和|与|能|可以|回答|答案|回复|解释|代码|信息|建议|结果|方案|帮助|内容|准确|正确|有用|清楚|清晰|好|更好|高质量|可靠|有效|可用|准确性|质量|正确性|专业|详细的|能|运行"
    r"|实用|真实|详实|靠谱|用|得到|获得)+$"
)

_ONLY_NOW = regex(
    r"\b(?:this|these|that|its for|it s for|for (?:a|my|the) (?:friend|colleague"
    r"|neighbou?r|boss|mom|mum|dad|kid\w*|class|poster|slide\w*|meeting|presentation|talk)"
    r"|here|this time|just now|just this|below|above|the following"
    r"|stavolta|questa volta|per quest[oa]|d?esta vez|dessa vez"
    r"|diesmal|hier|diese\w*|dies|das hier|das ganze|den hier|esta(?: vez)?|este|esto|aqui"
    r"|cette(?: fois)?|ce|ca|cet|ces|ceci|cela|ici|celui ci|la suivante|эт\w+|сейчас|здесь"
    r"|вот|в этот раз)\b|这次|这个|这段|这篇|这句|这封|这道|这|下面|本次"
)
_LASTING = regex(
    r"\b(?:always|from now|every|never|ever|in general|generally"
    r"|each (?:time|answer|reply|response|message|question|explanation|of|day|week)|from here on"
    r"|going forward|in future|no more(?! than\b)|once and for all|for good|permanently"
    r"|when(?:ever)? you (?:talk|speak|write|answer|reply|respond|explain|code)|definitivement"
    r"|une fois pour toutes|definitivamente|endgultig|dauerhaft|насовсем|раз и навсегда"
    r"|prefer\w*|prefier\w*|bevorzug\w*|предпочит\w*|stop|arrete[zr]?|smett\w+|hort? (?:bitte )?auf"
    r"|deja(?:d|te)? de|par[ae] de|перестан\w*|хватит"
    r"|immer|ab jetzt|ab sofort|in zukunft"
    r"|kunftig|nie|niemals|jedes mal|grundsatzlich"
    r"|siempre|a partir de ahora|nunca|cada|de ahora en adelante|toujours|desormais"
    r"|a partir de maintenant|dorenavant|jamais|chaque|всегда|впредь|отныне|никогда|кажд\w+"
    r"|больше не|с этого момента|sempre|mai|ogni|tod[oa] (?:vez|dia)|nao .{1,20} mais)\b"
    r"|以后|总是|永远|每次|从现在|一律|始终|都用|今后|一直"
)
# Words for one answer or text only, and words for all of them.
_FOR_THIS = regex(
    r"\b(?:(?:in|for|with|on) (?:this|that) (?:one|answer|reply|response|e?mail|message"
    r"|text|post|letter|question|essay|story|section|paragraph|chat|case|script|task)"
    r"|this time|just this once"
    r"|only here|for once|ausnahmsweise|diesmal|(?:in|fur"
    r"|bei) diese[mnrs]? (?:\w+ )?(?:antwort|text|mail|fall|mal|brief|frage)|(?:en|para"
    r"|por) est[aeo] (?:respuesta|correo|texto|vez|caso|carta|mensaje)"
    r"|(?:dans|pour) (?:cette?|ce) (?:reponse|fois|texte|mail|message|lettre|question)"
    r"|exceptionnellement|(?:в|для|на) эт\w+ (?:раз|ответ\w*|текст\w*|письм\w*|вопрос\w*)"
    r"|на этот раз|stavolta|(?:per )?questa volta|d?esta vez|dessa vez)\b|这次|本次|就这一次"
)
_DONT = regex(r"\bdont\b")
_FROM_HERE = regex(
    r"\b(?:always|from now on|from here on|ever|immer|ab jetzt|siempre|toujours|desormais"
    r"|всегда|впредь)\b|以后|总是|永远"
)
_PREFERENCE = regex(
    r"\b(?:i (?:\w+ )?(?:like|love|want|hate|need|prefer|appreciate)|id (?:like|rather"
    r"|prefer)|not a fan|no|not|call me"
    r"|without|ich (?:mag|will|mochte|hatte)|lieber|kein\w*|nicht|ohne|mir|quiero"
    r"|me gusta\w*|no me|sin|je (?:veux|prefere|n?aime|voudrais)"
    r"|jaime\w*|pas|sans|cant (?:do|eat|have|use|stand|read|hear|see|drink)|voglio|vorrei"
    r"|preferisco|mi piac\w+|odio|senza|non|quero|queria|gostaria"
    r"|prefiro|gosto|sem|nao|я (?:люблю|хочу|не)|мне|не|без)\b"
    r"|我(?:喜欢|想|要|希望|讨厌|更)|不要|别"
)
_TASK = regex(
    r"\b(?:translate|rewrite|make|draft|create|summari[sz]e|proofread|edit|convert|shorten"
    r"|format|leave|write (?:me )?an?|ubersetz\w*|schreib\w*|mach\w*|fass\w*|formulier\w*"
    r"|kurz\w*|traduce|traduceme|redacta|resume|escribe|escribeme|haz|hazme|traduis"
    r"|traduis moi|redige|resume|ecris|fais|переведи|напиши|сделай|перепиши|составь)\b|翻译"
    r"|改写|写一|帮我写|列一下|润色"
)
# "Mach keine Listen" forbids, and orders no text.
_FORBIDS = regex(
    r"\b(?:dont|do not|never) \w+|\bmach\w* (?:mir )?(?:bitte )?(?:kein\w*|nie)"
    r"|\bne \w+ (?:pas|jamais|plus)|\bno \w+|\bне \w+|别\w|不要\w"
)
_OF_ANSWERS = regex(
    r"\b(?:answer\w*|repl\w+|respon\w+|explain\w*|explanation\w*|talk to me|speak to me"
    r"|keep it|be (?:brief|short|concise|blunt|direct|honest)|you|me|antwort\w*|erklar\w*"
    r"|respuest\w*|respond\w*|contest\w*|explica\w*|hablame|repon\w*|expliqu\w*|parle moi"
    r"|отвеча\w*|ответ\w*|объясн\w*|emojis?|emoticons?|smil[ie]\w*|смаилик\w*)\b|回答|回复|解释"
)


_RELATIVE = regex(r" (?:that|which|who) (?:will|would|can|could|should|has|have|\w+s) ")
_CLAUSE = regex(r"[,;:.!?](?=\s|$)|\n")
# The user's own plans, in the words of the fact "Wants to write a memoir".
_OWN_PLAN = regex(
    r"\b(?:(?:i|we) (?:(?:really|also|just|always|would|do) ){0,2}"
    r"(?:want|wanted|like|love|plan|hope|wish|aim)|(?:id|wed) (?:like|love)) to (?P<verb>\w+)\b"
)

_ORDER = regex(
    r"(?:(?:please|pls|hey|ok|so|and|bitte|por favor) )*(?:(?:can|could|would) you"
    r"|give|write|make|use|explain|plan|list|create"
    r"|show|tell|put|keep|add|suggest|recommend|gib|schreib|mach|nimm|dame|haz|escribe|usa|donne|fais|ecris|дай|напиши|сделай)\b"
)

# About the answer just given: "shorter please".
_COMPARES = regex(
    r"(?:(?:ok|okay|hm|thanks|but|and|now|please|pls|a bit|a little|bit|much|even|way|still"
    r"|etwas|bitte|noch|viel|un poco|mas|un peu|plus|немного|еще) )*"
    r"(?:shorter|longer|simpler|easier|briefer|clearer|funnier|warmer|softer|shorten|(?:more|less)"
    r" \w+|too (?:long|short|formal|complicated)|kurzer|langer|einfacher|corto|breve|sencillo"
    r"|largo|court|simple|long|короче|проще|длиннее|подробнее)\b"
)


def as_wish(fact: str) -> str:
    """Return an order about the answers as a wish: "Wants answers in German"; else the fact.

    Only known forms of orders are changed.
    """
    for pattern, wish in _COMPILED:
        if match := pattern.fullmatch(fact.strip()):
            object_ = match[1] if match[1][:1].isupper() else match[1].lower()
            if match[1].lower() in vocabulary.countries():
                object_ = match[1].capitalize()
            return wish.format(object_)
    return fact


def is_empty(fact: str) -> bool:
    """Tell whether a wish is true of everybody: "Prefers code that works"."""
    said = plain(fact)
    joined = said.replace(" ", "")
    match = _WISH.match(said) or _WISH.match(joined)
    if not match:
        return False
    rest = (said if _WISH.match(said) and not _is_chinese(joined) else joined)[
        match.end() :
    ].split()
    if _is_chinese(joined):
        return bool(_EMPTY_CHINESE.match("".join(rest)))
    told = [word for word in rest if word not in _EMPTY]
    leaves_out = bool(_WITHOUT & set(rest))
    if not told:
        return bool(rest) and (not leaves_out or bool(_MISTAKES & set(rest)))
    if leaves_out or _QUOTED.search(fact):
        return False  # no "Great question" phrases
    return len(told) == 1 and told[0] == rest[-1] and bool(_PRAISE & set(rest[:-1]))


def is_for_once(fact: str, quote: str, typed: str) -> bool:
    """Tell whether the fact takes a wish for one answer or text as a lasting one."""
    said = plain(fact)
    if _IS_FUTURE.match(fact) and "de" not in languages(typed):
        return False
    if not (
        _WISH.match(said)
        or _WISH.match(said.replace(" ", ""))
        or said.startswith(("never wants", "никогда не"))
    ):
        return False
    joined = said.replace(" ", "") if _is_chinese(said) else said
    about_answers = bool(_ANSWERS.search(joined) or _ADDRESS.search(joined))
    asked = [_joined(sentence) for sentence in sentences(typed) if _is_near(sentence, quote, fact)]
    if not asked:
        return False
    for clause in map(plain, _CLAUSE.split(quote)):
        own = _OWN_PLAN.search(clause)
        if own and said.startswith(f"wants to {own['verb']} "):
            asked = _RELATIVE.split(clause[own.start("verb") :])[:1]
    if any(_FOR_THIS.search(words) and not _FROM_HERE.search(words) for words in asked):
        return True
    if any(map(_lasts, asked)):
        return False
    if any(_ONLY_NOW.search(words) for words in asked):
        return (
            about_answers
            or "never" in said
            or any(_TASK.search(words) or _ORDER.match(words) for words in asked)
        )
    return False


def may_be_for_once(fact: str, quote: str, typed: str) -> bool:
    """Tell whether a lasting wish about the answers may have been meant for one of them only.

    It is surely lasting if the user said so, said what they like, or forbade something.
    """
    said = _joined(fact)
    if not _WISH.match(said):
        return False
    about_answers = bool(_ANSWERS.search(said))
    near = [sentence for sentence in sentences(typed) if _is_near(sentence, quote, fact)]
    asked = list(map(_joined, near))
    is_of_part = any(map(_forbids_part, near)) and not any(map(_is_of_all_texts, near))
    is_of_name = compiled(requests.FACT_CALLED).search(said)
    if (is_of_part and not is_of_name) or _is_of_tasks(said, asked):
        return True
    if not about_answers and not all(_ORDER.match(one) or _COMPARES.match(one) for one in asked):
        return False
    return bool(asked) and not any(
        _lasts(words)
        or _PREFERENCE.search(words)
        or compiled(requests.OF_ALL_ANSWERS).search(words)
        for words in asked
    )


def is_of_this(quote: str) -> bool:
    """Tell whether a request speaks of what is in front of the user: "here", "this time"."""
    return bool(_ONLY_NOW.search(_joined(quote)))


def _is_of_tasks(said: str, asked: Sequence[str]) -> bool:
    """Tell whether a wish about answers rests on orders of one text only, none said to last."""
    about_answers = _ANSWERS.search(said) or _ADDRESS.search(said)
    return bool(about_answers and asked) and all(
        _TASK.search(_FORBIDS.sub(" ", words))
        and not _OF_ANSWERS.search(words)
        and not _lasts(words)
        for words in asked
    )


def _forbids_part(sentence: str) -> bool:
    """Tell whether a sentence forbids a phrase or a part of one text: "don't put 'dear all'"."""
    said = _joined(sentence)
    is_part = _QUOTED.search(sentence) or compiled(requests.PART_OF_TEXT).search(said)
    return bool(is_part and (_FORBIDS.search(said) or is_negated(sentence)))


def _is_of_all_texts(sentence: str) -> bool:
    """Tell whether a sentence states a liking, or is about all texts, or about the answers."""
    said = _joined(_PHRASE.sub(" ", sentence))
    patterns = (_LASTING, _OF_ANSWERS, *map(compiled, (requests.STANDING, likings.LIKED)))
    return any(pattern.search(said) for pattern in patterns)


def _lasts(words: str) -> bool:
    """Tell whether plain words say that a request holds for more than one answer."""
    said_to_last = _LASTING.search(words) or compiled(requests.STANDING).search(words)
    return bool(said_to_last or _DONT.search(words))


def _is_near(sentence: str, quote: str, fact: str) -> bool:
    """Tell whether the sentence has words of the quote, or of the fact if there is no quote."""
    folded, quoted = fold(sentence), fold(quote)
    if quoted:
        return quoted in folded or folded in quoted
    return bool(count_in(telling(fact), words_of(sentence), across=True))


def _is_chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def _joined(sentence: str) -> str:
    said = plain(sentence)
    return said.replace(" ", "") if _is_chinese(said) else said

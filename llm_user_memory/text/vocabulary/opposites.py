"""Words of opposite meaning, in six languages. Pure data.

Regular expressions over plain words (see `text.vocabulary.plain`); Chinese without spaces.
"""

# Verbs of liking, and verbs of hating.
LIKES = (
    r"\b(?:like|likes|liked|love|loves|loved|loving|enjoys?|enjoying|adores?|fan of|favou?rites?|obsessed|addicted to"
    r"|mag|liebe|liebt|mochte ich|gern|gerne|lieblings\w*|gusta\w*|encanta\w*|adoro|favorit\w*|aime|aimes|adore|prefere\w*"
    r"|люблю|любит|нравит\w*|обожаю|обожает|любим\w+)\b|喜欢|最爱|爱吃|爱看|爱喝|热爱"
)
HATES = (
    r"\b(?:hate|hates|hating|dislikes?|detests?|loathes?|despises?|cant stand|cannot stand|cant bear|sick of|fed up with|tired of|not a fan"
    r"|hasse|hasst|verabscheu\w*|nicht (?:leiden|ausstehen|ab)|satt|odio|odia|detest\w+|no (?:soport|aguant)\w+|hart[oa] de"
    r"|deteste\w*|supporte (?:pas|plus)|hais|marre d\w*|horreur d\w*|ras le bol"
    r"|ненавижу|ненавидит|не (?:выношу|переношу|перевариваю)|терпеть не мо\w+|надоел\w*|достал\w*)\b|讨厌|受不了|恨|烦死"
)

# One pole | the other. A fact may not have one pole if the user said the other of the same thing.
POLES = (
    (r"left|link\w*|izquierd\w+|gauche|лев\w{2,3}|左", r"right|recht\w*|derech\w+|droite?|прав\w{2,3}|右"),
    (
        r"short|brief|concise|kurz\w*|knapp\w*|breves?|cort[oa]s?|concis\w*|court\w*|коротк\w+|кратк\w+|简短|简洁",
        r"long|lengthy|detailed|verbose|in depth|lang\w{0,2}|ausfuhrlich\w*|larg[oa]s?|detallad[oa]s?|longue?s?|detaillee?s?|длинн\w+|подробн\w+|详细|冗长",
    ),
    (
        r"formal\w*|siez\w*|gesiez\w*|usted|vouvoy\w+|vouvoi\w+|formell\w*|на вы|正式",
        r"informal\w*|casual\w*|tu|du|ты|duz\w*|geduz\w*|tute\w+|tutoy\w+|tutoi\w+|informell\w*|на ты|随意",
    ),
    (r"metric|metrisch\w*|metric[oa]s?|metriques?|метрическ\w+|公制", r"imperial|imperiale?s?|имперск\w+|英制"),
    (r"dark|dunkl\w+|dunkel\w*|oscur[oa]s?|sombre|темн\w+|深色", r"light|hell\w*|clar[oa]s?|claire?|светл\w+|浅色"),
    (
        r"mornings?|vormittag\w*|morgens|fruhschicht\w*|mananas?|matin\w*|утр\w+|早上|早班",
        r"evenings?|nights?|abend\w*|nacht\w*|noches?|nocturno|soirs?|nuits?|вечер\w*|ноч\w+|晚上|夜班|晚班",
    ),
    (
        r"older|elder|eldest|oldest|grosse[rn]?|altere[rn]?|altest\w+|mayor|ainee?|grande soeur|grand frere|старш\w+",
        r"younger|youngest|little|kleine[rn]?|jungere[rn]?|jungst\w+|menor|cadette?|petite soeur|petit frere|младш\w+",
    ),
    (r"north\w*|nord\w*|norte|север\w*|北", r"south\w*|sud\w*|sur|юг\w*|южн\w+|南"),
    (r"bought|buys?|buying|kauf\w*|gekauft|compr\w+|achet\w+|купил\w*|покупа\w+|买", r"sold|sells?|selling|verkauf\w*|vend\w+|прода\w+|卖"),
    (
        r"full time|vollzeit|tiempo completo|temps plein|полн\w+ (?:день|ставк\w+)|全职",
        r"part time|teilzeit|tiempo parcial|media jornada|temps partiel|mi temps|неполн\w+ \w+|подработ\w+|兼职",
    ),
    (
        r"landlord|landlady|vermieter\w*|caser[oa]|arrendador\w*|propri\w*|арендодател\w*|хозя\w+|房东",
        r"tenants?|renter|mieter\w*|inquilin[oa]s?|locataires?|арендатор\w*|жильц\w+|租客|房客",
    ),
    (r"front ?end|前端|фронтенд\w*", r"back ?end|后端|бэкенд\w*"),
    (r"beginners?|novice|newbie|anfanger\w*|principiantes?|debutante?s?|начинающ\w+|новичо?к\w*|新手|初学", r"experts?|advanced|experienced|experte\w*|fortgeschritten\w*|avanzad[oa]s?|experiment\w+|avancee?s?|опытн\w+|专家|高级"),
    (r"introvert\w*|introvertid[oa]|интроверт\w*|内向", r"extrovert\w*|extravert\w*|extrovertid[oa]|экстраверт\w*|外向"),
    (r"gain\w*|zunehm\w*|zugenommen|ganar|subir|prendre|grossi\w*|набрать|набра\w+|增重|增肌", r"los(?:e|es|ing|t)|abnehm\w*|abgenommen|perder|bajar|perdre|maigri\w*|похуде\w+|сбросить|减肥|减重"),
    (r"remote(?:ly)?|from home|home ?office|teletrabajo|en remoto|teletravail|удаленн\w+|远程", r"on ?site|in person|in the office|vor ort|im buro|presencial\w*|sur place|presentiel|в офисе|现场|坐班"),
    (
        r"teach\w*|taught|lecturer|unterrichte\w*|lehre[nrt]?|ensen[ao]\w*|enseign\w+|препода\w+|教书|授课",
        r"stud(?:y|ies|ying|ied)|learn\w*|studier\w*|lern\w*|estudi\w+|aprend\w+|etudi\w+|appren\w+|учусь|учится|изуча\w+|学习",
    ),
    (r"upper|ober\w{1,3}|超", r"lower|unter\w{1,3}"),
    (r"cheap\w*|billig\w*|gunstig\w*|barat[oa]s?|pas cher\w*|дешев\w+|便宜", r"expensive|teuer\w*|teure\w*|car[oa]s?|chere?s?|дорог\w+|贵"),
    (r"high|hoch|hohe\w*|alt[oa]s?|haute?s?|высок\w+|高", r"low|niedrig\w*|baj[oa]s?|basse?s?|низк\w+|низок|低"),
    (r"sweet|suss\w*|dulces?|sucree?s?|сладк\w+|甜", r"savou?ry|salty|herzhaft\w*|salad[oa]s?|salee?s?|солен\w+|несладк\w+|咸"),
    (r"spicy|scharf\w*|picantes?|epicee?s?|остр\w+|辣", r"mild\w*|suaves?|doux|неостр\w+|不辣|清淡"),
)  # fmt: skip

FROM_TO = r"\b(?:from|aus|von|vom|de|du|des|d|del|desde|из|с|со) (?P<start>(?:el |la |le |los )?\w+(?: \w+)?) (?:to|into|nach|in|zu|zum|zur|a|al|au|aux|en|pour|para|в|во|на) (?P<end>(?:el |la |le |los )?\w+)"
LEFT_FOR = r"(?:from|aus|von|de|d|desde|из|с|leaving|left|verlassen|dejado|dejamos|quitte) "
# What somebody wants to do, in a fact; and that they do not want to.
WANTS_TO = r"^(?:wants|plans|hopes|intends|wishes|would like|mochte|will|plant|quiere|planea|veut|souhaite|хочет|планирует|собирается) (?:to |zu |de )?(?P<what>.+)"
UNWANTED = r"\b(?:(?:dont|do not|didnt|never|not) (?:\w+ )?(?:want(?:ed|ing)?|plan(?:ning)?|hop(?:e|ing)|intend(?:ing)?|wish|wanna) ?(?:to )?|(?:will|mochte|wollen|mochten) (?:\w+ ){0,3}?(?:nicht|nie)|(?:no|ni|nunca) (?:quier\w+|quer\w+|planeo)|(?:veux|voudrais|souhaite|compte) (?:pas|plus)|не (?:хо[чт]\w+|планирую|собираюсь))\b|不(?:想|打算)"
WANTED = r"\b(?:want\w*|plan\w*|hop(?:e|ing)|intend\w*|wish\w*|wanna|id (?:like|love)|would (?:like|love)|will|mochte\w*|wollen|quier\w+|quer\w+|veux|veut|voudrais|souhaite|хо[чт]\w+|планирую|собираюсь)\b|想|打算"
# A name that the user wants, and one that they do not want.
IS_CALLED = r"\b(?:called|goes by|genannt(?: werden)?|heisst|llame[ns]?|llama|appell\w+|chiam\w+|cham\w+) (?P<name>\w+)$"
NOT_CALLED = r"\b(?:(?:dont|do not|never|stop) call(?:ing)? me|nenn mich (?:bitte )?nicht|no me (?:llames|digas)|(?:ne )?m ?appelle(?: surtout)? pas|non chiamarmi|nao me chame(?: de)?|не (?:зови|называи) меня) (?P<name>\w+)"

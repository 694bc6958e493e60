"""Words that facts about anybody are built with. Six languages. Pure data.

A fact may have these without the user having said them: verbs of being and having, of wanting and
planning, "job", "role" and "kind", and conjunctions. Every other word of a fact must come from the
user. Words are plain (see `text.vocabulary.plain`), "*" is any ending.
"""

ENGLISH = """
user users person someone somebody anyone people individual oneself they them their theirs
this that these those which what who whom whose where when while how why because so since until
till after before during from into onto upon over under about around approximately roughly nearly
almost circa between among through throughout across within without against toward towards near
nearby along outside inside beside besides beyond off out up down back away per via versus vs
instead whether rather than except but yet also too both either neither each other another others same
such like only just even still already again once twice ever now then there here soon later
currently presently recently lately formerly previously originally usually generally typically
normally often sometimes occasionally regularly frequently rarely mostly mainly primarily largely
partly partially especially particularly specifically exactly actually really very quite fairly
more most less least many much few several some any all none one various different certain
specific particular general main own personal overall full whole entire new current present
recent upcoming next last past previous future first able unable possible longer anymore
be am is are was were been being has have had having do does did done doing can could will would
should may might must shall cannot
use uses used using utilizes utilises utilizing make makes made making get gets got gotten
getting give gives gave given giving take takes took taken taking go goes went gone going come
comes came coming keep keeps kept keeping put puts set sets setting let lets bring brings run
find finds found show shows tell tells see sees seen try tries tried trying write writes seem seems
feel feels include includes including included involve involves involving relate related regard
regarding concern concerning consist contain contains handle handles handling deal deals dealing
want wants wanted wanting wish wishes would need needs needed needing require requires required
requiring plan plans planned planning intend intends intended intending aim aims aiming hope
hopes hoping hoped seek seeks seeking look looks looking search searching consider considers
considering think thinks thinking prepare prepares preparing expect expects expecting expected
attempt attempts attempting ask asks asked asking request requests requested
like likes liked enjoy enjoys enjoyed enjoying love loves loved prefer prefers preferred
preferring favor favors favour favours appreciate appreciates interest interests interested
preference preferences hobby hobbies
work works worked working serve serves serving job jobs role position profession occupation
career employed employment employer company workplace field area industry sector line live lives
lived living resides residing located based stay stays staying name names named nickname called
call calls goes known identify identifies describes described
suffer suffers suffering experience experiences experiencing diagnosed diagnosis condition disorder disease
syndrome issue issues problem problems
say says said said spend spends spending attend attends attending visit
visits visited visiting reach reaches reaching achieve achieves achieving
turn turns turned turning become becomes becoming became remain remains begin begins began
begun beginning start starts started starting continue continues continuing finish finished
finishes end ends ended ending expires complete completes completed completing
follow follows practice practices practicing practise
type types kind kinds sort form forms way ways style format manner level part parts bit lot lots
number amount amounts item items thing things stuff piece pieces set case cases case instance
topic topics subject content purpose reason reasons goal goals task tasks
date dates day days week weeks month months year years hour hours minute minutes time times age
aged old ago anniversary period moment
answer answers answered answering reply replies response responses respond chat conversation
information info version
relationship member group team left-handed
addressed
it its
""".split()

ELSEWHERE = """
alter nutz* benutz* verwend* gebrauch* mag moch* will wollen wunsch* brauch* braucht bevorzug* arbeit*
tatig wohn* lebt leben hat haben hatte ist sind war waren wird werden macht machen mache gemacht
tut geht gehen heisst heisse heissen namens genannt name beruf stelle firma unternehmen jahr*
monat* woche* tag* tage alt seit etwa ungefahr circa rund gerade derzeit aktuell momentan zurzeit
bald noch schon wieder sehr gern* lieber oft meist* meistens hauptsachlich vor* allem besonders
als auf aus bei mit nach ohne fur gegen durch um zu zur zum an am im in ins von vom uber unter
hilft helfen niveau haushalt zwischen wegen trotz sowie oder und sich sein seine seinen seiner ihr ihre ihren ihrer eigen* neu*
andere* antwort* plant planen mochte* soll sollen kann konnen interessiert interesse* sucht suchen
hort besucht bekommt gibt nimmt findet art person nutzer benutzer leidet kommt dass weil wenn wie
statt anstatt nur auch aktuelle* nachste* bereits uhr kommen bekommen erwartet erhalt fahrt
usa usar uso utiliza utilizar prefiere preferir quiere querer gusta gustan gustaria trabaja
trabajar vive vivir reside tiene tener tenia tuvo es ser son esta estan estar estaba fue era hace
hacer va ir da dar llama llamar llaman nombre usuario persona se su sus le les lo la los las que
quien cual donde cuando como por para con sin sobre desde hasta entre hacia segun durante ante
bajo tras de del al en un una unos unas y o e ni pero ya aun todavia muy mas menos tambien solo
actualmente ahora recientemente principalmente normalmente aproximadamente unos ano anos mes
meses semana semanas dia dias edad vez veces respuesta respuestas necesita necesitar busca buscar
planea interes* interesa interesado interesada padece sufre empresa trabajo puesto cargo otro
otra otros otras propio propia nuevo nueva primer* proximo suyo siente toma va acude espera
desea pide lleva nivel hogar dedica dedica* cuenta recibe pasa
utilise utiliser prefere preferer veut vouloir aime aimer aimerait travaille travailler habite
habiter vit vivre reside a ont avoir avait est sont etre etait fait faire va aller s appelle
appele* nomme* nom utilisateur personne se sa son ses leur leurs le la les un une des du de d l
au aux et ou ni mais que qui dont quand comme pour par avec sans sur sous dans en chez depuis
jusqu jusque entre vers pendant avant apres contre ne n pas plus moins aussi seulement tres
actuellement maintenant recemment principalement environ an ans annee annees mois semaine*
jour jours age fois reponse* besoin cherche chercher prevoit compte interet* interesse* souffre
atteint entreprise poste metier emploi autre autres propre nouveau nouvelle prochain* il elle
souhaite niveau foyer demande recoit prend possede ce cette ces cet y suit passe
использ* пользу* предпоч* хочет хотел* нужн* нужда* любит нрав* работа* живет жил* проживает уров*
есть имеет имеется был* была является делает сделал* идет зовут имя пользовател* человек его ее
свой своя свое своей своего своих свои что который которая которые где когда как чтобы для с со
в во на у о об от до из к ко по при про без над под между через после перед около примерно с
и или но а не ни же бы только также еще уже очень больше меньше сейчас недавно обычно
в_основном год года лет месяц* недел* день дня дней возраст раз ответ* планирует интересу*
интерес* ищет страдает компани* работу профессия долж* должность друг* нов* собственн* эта этот
этого получ* ходит занимается находится дата может зани* хоте* хотелось проходит
""".split()

CHINESE = """
用户 本人 自己 希望 想要 喜欢 需要 使用 偏好 更喜欢 偏爱 要求 打算 计划 准备 正在 目前 现在 最近 平时
经常 通常 主要 大约 左右 将于 将在 计划在 参加 进行 从事 研究 担任 工作 居住 住在 生活 就职 任职 来自 位于
名叫 名为 叫做 名字 姓名 拥有 具有 患有 感兴趣 兴趣 对于 关于 以及 并且 而且 因为 所以 时候 时间 年龄
年级 今年 去年 明年 每次 回答 回复 方式 风格 内容 类型 一种 一个 一只 一位 一名 职业 公司 关注 想 要 会
的 了 着 过 在 于 和 与 及 或 并 且 把 被 让 给 对 从 到 向 为 以 用 有 是 不 没 无 也 都 还 就 才 很 更
最 再 又 已 已经 曾 将 正 能 可 可以 应 应该 这 那 其 他 她 它 们 我 你 个 只 位 名 种 些 次 年 月 日 号
天 岁 时 后 前 里 中 上 下 等 叫 做 去 来 住 家 家里 家中 人 进
""".split()

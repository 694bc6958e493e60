"""Words of tasks, questions and answers, by language: most prompts have some. Data only.

`recall.archived_facts` uses them: a fact that shares only such words with a prompt is not relevant to it.
As Chinese words are not separated, each pair of characters of a Chinese entry counts.
"""

COMMON = {
    "English": """
    add ago answer anything ask bad bear begin best better big bit bring build call change check
    code come compare compute convert correct could count create day days define describe
    difference do done draft each easy edit email end even ever every example explain fact far
    feel file find fine first fix fit follow free full function general get give go good great
    guess happen hard hello help here high hi hold hour idea improve it just keep kind know large
    last later learn less let letter like likes line list little long look lot love loves make
    many matter mean means mind month more most much must name need needs never new next nice
    night note number often old one only open other output own paper part people person pick place
    plan please point prefer prefers problem program put question quick quickly read reason
    recommend right run said same say see sentence set short should show simple small some
    something sort start stop suggest sum summarise summarize sure take tell test text than thank
    thanks thing things think time times today together tomorrow too top translate try turn two
    type understand use uses using usual very want wants way week well what whatever when where
    which while who whole why will wish word words work works working would write year years yes
    yesterday yet
    """,
    "German": """
    aber alle allen alles als also andere anderen anderer anders antwort antworte antworten auch
    auf aus bedeutet beginnen beim beispiel beispiele bekomme bekommen benutze benutzen benutzt
    berechne beschreib beschreibe beschreiben besser beste besten bild bin bis bist bitte brauche
    brauchen braucht brief briefe bring code da dabei danach danke dann darf das dass dazu dein
    deine deinen dem denn der des deutsch dich dies diese diesem diesen dieser dieses dir doch
    dort du durch dürfen eher eigentlich einfach einige einmal entwurf er erklär erkläre erklären
    erste ersten erzähl erzähle es etwas euch ein paar fasse fehler finde finden findet folgende folgenden
    frage fragen früher für ganz gar geben gegen geh gehe gehen geht genau gerne gern geschrieben
    gestern gib gibt ging gleich groß große großen gut gute guten guter haben habe hallo hast hat
    hatte heute heißt hier hilf hilfe hilfst hin ihm ihn ihr ihre ihrem ihren ihrer immer irgendwie
    ja jahr jahre jahren jede jedem jeden jeder jedes jemand jetzt kann kannst kein können könnte
    könntest komme kommen kommt korrigiere kurz kurze kurzen kürzer lange langen lass lassen leben
    lerne lernen lesen letzte letzten liebe lieben lieber liste mach mache machen macht mag man
    mehr meine meist mich mir mit möchte möchten mögen monat morgen muss müssen nach nachricht
    name namen nenne neu neue neuen neuer noch nun nur nutzen oder oft ohne ort plan plane planen
    problem programm sag sage sagen sagt satz sätze schau schlage schlecht schnell schon schöne
    schreib schreibe schreiben schreibt sehen sehr sein seine seinem seinen seiner seit sich sie
    siehe sind so sollen soll sollte such suche suchen tag tage text texte tipps tun über übersetze
    übersetzen um uns unter unterschied verbessere vergleiche verstehe verstehen viel viele vom von
    vor vorschlag wann war warum was weil weiß welche welchem welchen welcher welches wem wenig wenn
    wer werden wie wieder will wir wird wo woche wochen wohin wollen wort worte wörter wurde zeig
    zeige zeit ziemlich zu zum zur zusammen zwei zwischen
    """,
    "Spanish": """
    a ahora algo algún alguna alguno algunos antes aquí año años ayuda ayúdame ayudar ayer bien breve
    buen buena bueno buenos busca buscar cada cambia carta cartas código como cómo con correo corrige corta corto cosa
    cosas crea cuál cuáles cuando cuándo cuánto dame dar debe debo decir describe desde después día
    días diferencia dime donde dónde durante ejemplo ejemplos ella ellos encontrar entre era eres
    esa ese escribe escríbeme escribir eso esta está estas este esto estos explica explícame favor
    forma frase frases fue ha hace hacer hacia hay haz hola hoy idea ideas ir lista lo lugar mañana
    manera más mayor me mejor mejores menos mes meses mismo momento mucha mucho muchos muestra muy
    necesita necesito nombre nos nueva nuevo o otra otro otros palabra palabras para parte pero
    persona plan poco podría por porque pregunta primera primero problema programa puede puedes
    puedo qué quién quiere quiero resume resumen respuesta sabe saber se sea semana semanas ser
    si sí siempre significa sobre solo su sugiere sus también tan tanto te tiempo tiene tienes
    todas todo todos traduce tu tus un usa usar usted va vamos ver vez vida voy y ya
    """,
    "French": """
    ai aide aider aime alors améliore année années ans après as au aujourd'hui aussi autre autres
    avais avant avoir beaucoup besoin bien bon bonjour bonne bonnes bref c'est car ce ces cet cette
    chaque chose choses code combien comme comment compare corrige court courte crée créer d'un
    d'une deux décris différence dire dis dois doit donc donne donner dont du début écris écrire
    elle elles en encore entre es est-ce et être eux exemple exemples explique expliquer fais faire
    fait faut façon fois hier ici idée idées il ils j'ai jour jours la leur lettre liste lui là mail
    maintenant me meilleur meilleure même merci mieux mois moi moins montre mot mots n'est ne nom
    nos notre nouveau nouvelle on ont ou où par parce parle parler partie pas pendant personne peu
    peut peux phrase phrases plan plus plusieurs possible pour pourquoi pouvez premier première
    prends problème programme propose qu'est quand que quel quelle quelles quelque quels question
    qui quoi résume résumé réponds réponse sa sais salut sans sa se semaine semaines ses si son sont
    sur ta te temps tes texte toi ton toujours tous tout toute toutes traduis très trouve trouver tu
    un utilise utiliser va vais veut veux vie voir vos votre vous vraiment y
    """,
    "Russian": """
    а без больше будет бы был была были в вам вас ваш весь вместе во вопрос вот время все всё всегда
    всего всех вчера вы где год года говорит говорить да дай дать два делает делать день для дня до
    должен его ее её если есть ещё еще жизни жизнь за завтра задача здесь зачем и из или им имя их к
    каждую каждый как какая какие какой когда код коротко короче который которые кто ли либо лучше
    лучший любит люблю любить между меня месяц мне много могу может можешь можно мой моя моё мои мы
    на надо назови найди напиши например написать не него недели неделю неделя нее несколько нет
    них но новая новый нужен нужна нужно о об объясни один он она они опиши от ответ ответь очень
    первый переведи перевод письмо план плохо по под пожалуйста покажи пока помоги помощь понять
    после потом потому почему предложение предложи предложения при пример примеры привет проблема
    программа проверь просто раз разница рассказ расскажи с самый свой свою себе себя сегодня сейчас
    сделай сделать сказать сколько слова слово со составь сравни список спасибо стоит так также такое
    такой там тебе тебя текст то тоже только том тот ты у уже умеет хорошо хочет хочу хотел часто чем
    через что чтобы это этого этой этом этот эту я язык
    """,
    "Chinese": """
    一个 一些 一下 一封 一篇 一首 一点 一样 一起 一直 不是 不能 不会 不同 与其 为何 为什么 之间 也是 了解
    什么 介绍 今天 今年 他们 以及 以后 以前 任何 但是 你好 你们 你能 使用 例子 信件 做什么 全部 其他 写一
    写信 写个 写作 关于 再见 几个 分析 列出 列表 刚才 别的 区别 去年 另外 可以 句子 只有 吃什么 吗 告诉
    问题 回答 回复 因为 如何 如果 它们 完成 定义 对于 小时 已经 希望 帮助 帮忙 帮我 应该 建议 当然 很多
    总结 意思 想要 我们 我想 我要 我的 所以 所有 打算 找到 描述 提供 故事 文章 文字 方法 时候 时间 明天
    是否 更好 最好 最近 有没有 有什么 有些 某个 根据 检查 比较 每天 每周 没有 然后 現在 现在 生成 用于
    用户 的人 的话 知道 短一 程序 第一 简单 简短 类型 经常 给我 能否 自己 英文 英语 中文 觉得 解释 计划
    计算 让我 说明 请你 请问 请写 请给 请帮 谁是 谢谢 起来 这个 这些 这里 进行 还是 还有 那个 那些 邮件
    里面 需要 非常 题目 首先 怎么 怎样 哪些 哪个 哪里 多少 喜欢 代码 修改 翻译 更正 星期 昨天
    """,
}

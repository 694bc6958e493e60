"""Words of the same meaning: answers, texts, computers, time. Six languages. Pure data.

The form of the rows is explained in `text.vocabulary`.
"""

ROWS = """
answer answers reply replies respond response|antwort|respuest respond contest|répon|ответ|回答 回复 答
short brief concise keep_it_short|kurz knapp|cort brev conci|court bref concis|коротк кратк|简短 简洁 短
long lengthy|lang|larg|long|длинн|长
introduction intro preamble|einleitung|introduc|intro|вступлен|铺垫 开场 引言
summary conclusion|zusammenfass fazit|resum conclus|résum conclu|итог вывод|总结 结论
emoji emojis|emoji|emoji|émoji emoji|эмодзи смайл|表情
joke jokes humor funny|witz|chiste brom|blague|шут|笑话
list lists bullet|list stichpunkt|list viñeta|list puce|спис|列表 要点
table tables|tabell|tabl|tabl|таблиц|表格
example examples|beispiel|ejempl|exempl|пример|例子 举例
explain explanation|erklär|explic|expliqu explic|объясн|解释 讲
code snippet|code. quelltext|códig|code.|код|代码
comment comments|kommentar|comentari|commentair|коммент|注释
question questions|frage|pregunt|question|вопрос|问题
apolog sorry|entschuldig|discul perd|excus désol|извин|道歉 抱歉
tone formal informal address addressed usted. you.|förmlich anrede angesprochen|trat|adress|обращ|语气 称呼 < @informal @formally
informal informally first_name du. tú. tu.|duz geduz du. informell|tute tú. de_tú informal|tutoi tutoy tu. informel|на_ты|你
formally|siez gesiez förmlich formell|usted. formal|vouvoi vouvoy vous. formel|на_вы|您
metric metrics measurement units grams cups|metrisch einheit gramm|métric gram|métri gramm|метри грамм|公制 克 单位
character characters traditional simplified|zeichen|carácter|caractère|иероглиф|字 繁体 简体 繁體 簡體
command commands|befehl|comando|commande|команд|命令
light dark mode theme|dunkel hell|oscur clar|sombre clair|тёмн темн светл|深色 浅色 暗
keyboard mouse|tastatur maus|teclado ratón|clavier souris|клавиатур мыш|键盘 鼠标
monitor screen display|monitor bildschirm|monitor pantalla|écran|монитор экран|显示器 屏幕
laptop computer pc.|laptop rechner computer|portátil ordenador|ordi ordinateur portable|ноут компьютер|电脑 笔记本
phone mobile smartphone|handy telefon|móvil teléfono|téléphone portable|телефон|手机 < pixel iphone galaxy android айфон пиксель
printer printing print|druck|impres imprim|imprim|принтер печат|打印
website site blog web portfolio|webseite website blog seite|web sitio blog página|site blog page|сайт блог|网站 博客
shop store|laden|tienda|boutique magasin|магазин|店
newsletter|newsletter|boletín|newsletter|рассылк|邮件列表
app application tool tools|app. werkzeug|aplicación herramienta|appli outil|прилож|应用 工具 小工具
project projects|projekt|proyect|projet|проект|项目
server cluster container|server|servidor|serveur|сервер|服务器 < vps. vm. droplet box.
database sql db.|datenbank|base_de_datos|base_de_données|база_данн|数据库
indent indentation tabs spaces|einrück|indent|indent|отступ|缩进
security password|sicherheit|seguridad|sécurité|безопас|安全
standup meeting meetings|meeting besprech|reunión|réunion|встреч совещ|会议 开会
schedul shift roster|plan schicht|horario turno|horaire planning|график смен|排班 日程
morning mornings|morgen früh|mañana|matin|утр|早上 早晨
evening evenings night nights|abend nacht|noche tarde|soir nuit|вечер ноч|晚上 夜
weekend weekends|wochenende|fin_de_semana|week-end weekend|выходн|周末
summer|sommer|verano|été|лет|夏
winter|winter|invierno|hiver|зим|冬
spring|frühling|primavera|printemps|весн|春
autumn fall|herbst|otoño|automne|осен|秋
math maths mathematics|mathe|matemátic mates|math|математик|数学
!physics|physik|física|physique|физик физфак|物理
!chemistry|chemie|química|chimie|хими химфак|化学
!biology|biologie|biología|biologie svt.|биолог биофак|生物
!history|geschichte|historia|histoire|истор истфак|历史
!law legal|jura recht|derecho|droit|право юрид юрфак|法律
medicine medical|medizin|medicina|médecine|медицин|医学
!econom|wirtschaft ökonom|econom|économ|эконом|经济
!computer_science cs.|informatik|informátic|informatique|информат|计算机
!statistic|statistik|estadístic|statistique|статист|统计
!philology literature|philolog literatur|filolog literatura|lettres littérat|филфак филолог литератур|文学
department|abteilung|departament|service département|отдел|部门
faculty|fakultät|facultad|faculté|факультет|学院 系
final year senior third-year second-year|semester lehrjahr|último_año curso|terminale année|курс|大三 大四 研二
vacation leave parental|elternzeit|baja excedencia|congé|отпуск декрет|产假 休假
plane flight fly flies airport|flugzeug flug flieg|avión vuelo|avion|самолет самолёт рейс|飞机 航班
visa permit|visum aufenthalt|visad|visa titre_de_séjour|виз внж|签证
exam cert|prüfung|examen|examen|экзамен|考
salary wage income earn|gehalt lohn verdien|sueldo salari gan|salaire gagn|зарплат зарабат|工资 收入 薪
saving savings save|erspar|ahorr|épargn|сбереж накоп|存款
!every each daily always weekly|jeden jede täglich immer wöchentlich|cada todos_los diario siempre|chaque tous_les toutes_les quotidien toujours|кажд ежедневн всегда|每 天天 总是 都
!favourite favorite best love loves number_one|liebling favorit beste liebe|favorit preferid mejor encanta|préféré favori meilleur adore|любим лучш люблю|最喜欢 最爱 < all_time top
!fluent fluently native|fließend muttersprach|fluid nativ|courant couramment natif|свободно родной|流利 母语
!expert professional professionally|experte profi|expert profesional|expert professionnel|эксперт профессион|专家 专业
!severe severely|schwer|grave|sévère grave|тяжел тяжёл|严重
!former formerly ex|früher ehemalig|antigu ex|ancien ex|бывш|以前 前 < used_to retired quit left was_a was_an i_was i_worked i_lived i_taught i_studied we_lived ich_war yo_era fui étais travaillais ero lavoravo era_uma era_um trabalhei был. была. работал 当过 做过
tax taxes|steuer|impuest|impôt|налог|税
"""

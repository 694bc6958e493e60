"""Words of the same meaning: hobbies, sports, music, travel, home. Six languages. Pure data.

The form of the rows is explained in `text.vocabulary`.
"""

ROWS = """
!piano keyboard|klavier|piano|piano|пианин фортепиано рояль|钢琴
!guitar|gitarre|guitarra|guitare|гитар|吉他
!violin fiddle|geige violine|violín|violon.|скрип|小提琴
!viola|bratsche|viola|alto.|альт|中提琴
!cello|cello|violonchelo chelo|violoncelle|виолончел|大提琴
!flute|flöte|flauta|flûte|флейт|长笛
!clarinet|klarinette|clarinete|clarinette|кларнет|单簧管
!oboe|oboe|oboe|hautbois|гобой|双簧管
!trumpet|trompete|trompeta|trompette|труб|小号
!trombone|posaune|trombón|trombone|тромбон|长号
!saxophon|saxophon|saxofón|saxophone|саксофон|萨克斯
!drum drums drummer|schlagzeug|batería|batterie|барабан|鼓
!bass|bass.|bajo|basse|бас.|贝斯
!banjo|banjo|banjo|banjo|банджо|班卓
!ukulele|ukulele|ukelele|ukulélé|укулел|尤克里里
!organ|orgel|órgano|orgue|орган|管风琴
!accordion bayan|akkordeon|acordeón|accordéon|баян аккордеон|手风琴
!erhu|erhu|erhu|erhu|эрху|二胡
!choir sing singing singer sings soprano alto tenor|chor. sing|coro cant|chorale chant|хор. хоре пою поёт певи|合唱 唱
synth synthesizer|synth synthesizer|sintetizador|synthé|синтезатор|合成器
music song|musik lied|música canción|musique chanson|музык песн|音乐 歌
instrument|instrument|instrumento|instrument|инструмент|乐器
!danc salsa tango ballet|tanz|bail|dans|танц|跳舞 舞
run. runs running runner jog jogging marathon|lauf. laufe läufer jogg|corr maratón|cour marathon|бег бега марафон|跑步 马拉松
!swim|schwimm|nad natación|nag|плав|游泳
!cycl bike bikes biking bicycle|rad. fahrrad radfahr|bici ciclis|vélo cyclis|велосипед|骑车 自行车 单车
!climb boulder|kletter boulder|escal|escalad grimp bloc|скалолаз|攀岩 爬山
hik hiking trek|wander|senderis excursion camin|randonn|поход|徒步 爬山 登山
!kayak canoe|kajak kanu|kayak piragu|kayak canoë|байдар|皮划艇
!sail|segel|vela navega|voil|парус|帆船
!ski skiing snowboard|ski. skifahr|esquí|ski|лыж|滑雪
!football soccer|fußball|fútbol|foot|футбол|足球
!basketball|basketball|baloncesto|basket|баскетбол|篮球
!tennis|tennis|tenis|tennis|теннис|网球
!badminton|badminton|bádminton|badminton|бадминтон|羽毛球
!volleyball|volleyball|voleibol|volley|волейбол|排球
!golf|golf|golf|golf|гольф|高尔夫
!yoga|yoga|yoga|yoga|йог|瑜伽
!gym workout lift lifting|fitnessstudio|gimnasio|muscu salle_de_sport|спортзал тренаж|健身
box. boxing martial judo karate|boxen kampfsport|boxeo artes_marciales|boxe arts_martiaux|бокс борьб|拳击 武术 太极
!surf|surf|surf|surf|серф|冲浪
!chess|schach|ajedrez|échecs|шахмат|象棋 围棋
fish fishing angling|angel|pesc|pêch|рыбал рыб|钓鱼
hunt|jag jäger|caz|chass|охот|打猎
bowling|bowling kegel|bolos|bowling|боулинг кегл|保龄球
coach training|trainer|entren|entraîn|тренер|教练
sport|sport|deporte|sport|спорт|运动 < @run. @swim @football @tennis
!knit crochet|strick häkel|punto. tej ganchillo|tricot crochet|вяз|编织 毛线
sew quilt|näh|cos|cou coutur|шить шью|缝
!garden gardening grow grows plant allotment|garten schrebergarten gärtner|jardín huert cultiv|jardin potager|сад. саду огород выращ рассад|花园 种 园艺
balcony|balkon|balcón|balcon|балкон|阳台
paint drawing draw watercolo|mal. male malt zeichn|pint dibuj acuarel|pein dessin aquarelle|рис живопис акварел|画
photo photos camera|foto kamera|foto cámara|photo|фото|拍照 相机 摄影
!pottery ceramic mug|töpfer keramik|cerámica|poterie céramique|керамик|陶
woodwork carpent|holz|madera|bois.|дерев|木
game games gaming play plays playing|spiel zock|jueg jug toc|jeu jou|игр игра играю играет|游戏 玩 < @piano @guitar @violin @viola @cello @flute @trumpet @saxophon @drum @bass @ukulele @accordion
book books novel read reads reading|buch bücher roman les|libro novela le. leo leer|livre roman lis. lire lecture|книг роман чита|书 小说 看书 读
film movie movies cinema|film kino|película cine|film cinéma|фильм кино|电影
!poem poet poetry|gedicht|poe|poè poési|стих поэ|诗
!podcast|podcast|podcast|podcast|подкаст|播客
series show tv.|serie|serie|série|сериал|电视剧 剧
opera|oper.|ópera|opéra|опер|歌剧
collect|sammel|colecc|collec|коллекц собира|收藏 集
travel trip vacation holiday|reis urlaub|viaj vacacion|voyag vacances|путешеств отпуск поездк|旅行 旅游 出差
camp camping|camping zelt|camping acamp|camping|кемпинг палатк|露营
restor rebuild|restaur|restaur|restaur retap|реставр|修复
!buddhis|buddhis|budis|bouddhis|буддис|佛
!jewish jew judaism|jüdisch jude|judí|juif juive|еврей|犹太
live lives living lived home house move moved moving reside based stay address rent|wohn leb zieh zog gezogen umzug zuhause daheim|viv vivo casa mud resid|habit vi. vis vit viv résid déménag emménag logement|жив прожив переех переез|住 居住 搬 家 定居
house home|haus|casa|maison|дом дома|房子 家
apartment flat|wohnung|piso apartamento|appart|квартир|公寓
dorm student_hall|wohnheim|residencia|cité_u foyer|общаг общежит|宿舍
rent landlord tenant|miete vermieter|alquil caser|loyer propri loca|аренд снима|房租 租
mortgage|hypothek|hipoteca|crédit_immobilier|ипотек|房贷
farm countryside rural village|dorf land.|pueblo campo granja|village campagne ferme|деревн сел|农村 乡下
city town|stadt|ciudad|ville|город|城市
dacha cottage cabin|datsche hütte|cabaña|chalet|дач|别墅
born birth birthday|gebor geburt|nac. nací cumple|né. née naiss anniversaire|рожд родил|出生 生日 < @age
from originally|aus. stamm komm|soy_de origin|viens origin|из. родом|来自 老家 人
moved relocated|gezogen umgezogen|mudé mudado|déménagé emménagé|переехал|搬
car cars drive drives vehicle|auto fahre|coche carro conduc conduzco|voiture conduis conduire|машин вожу авто.|车 开车 < toyota honda ford mazda bmw audi vw volkswagen mercedes tesla nissan hyundai kia subaru volvo skoda renault peugeot citroen opel fiat dacia jeep chevy chevrolet lexus porsche prius corolla civic
license driving|führerschein|carnet licencia|permis conduire|права водит|驾照
!bus train. commute|zug bahn bus.|tren bus|train bus|поезд электрич|火车 地铁 通勤
!boat ship|boot schiff|barco|bateau|лодк яхт корабл|船
!motorcycle motorbike|motorrad|moto|moto|мотоцикл|摩托
garage|garage|garaje|garage|гараж|车库
sold sell|verkauf|vend|vend|прода|卖
bought buy|kauf|compr|achet|купи|买
german. germany|deutsch|alemán|allemand|немец|德语
tall height|groß|alt.|grand|рост|高
age years_old birthday aged turn turns turned|jahre_alt|años cumpl|ans.|лет год года исполн|岁 年
old. older elderly|alt.|viej|vieux vieille|стар|老
young. younger|jung|joven|jeune petit|молод|年轻
marry wedding|hochzeit heirat|boda|mariage|свадьб|婚礼
leave leaves left depart|abreis|sal|part|уеха уезж|离开
finish complete|abschließ fertig nachhol mach|termin|finir termin|законч|完成
start starts started begin began|anfang begonn beginn|empec empez comen|commenc début|начал|开始
learn learns learning study|lern|aprend|appren|учу учит изуч|学
speak speaks language|sprech spreche sprache|habl idioma|parle langue|говор язык|说 会 语
sign_language|gebärden|lengua_de_signos|langue_des_signes|жестов|手语
plan plans planning|plan|plan|plan prévo|план|计划 打算
want wants|will möchte|quier|veu|хо|想 要 希望
prefer prefers rather|bevorzug lieber|prefier|préf|предпоч|喜欢 偏好 更
like likes love loves enjoy stand fan fond favourite favorite|mag lieb gern liebling|gust encant favorit|aim ador préfér|любл люб нрав обожа|喜欢 爱 最爱
hate hates dislike|hass|odi|détest|ненавид|讨厌 恨
"""

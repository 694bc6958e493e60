"""Words of the same meaning: health, food, animals. Six languages; see `text.vocabulary`. Pure data."""

ROWS = """
!allerg|allergi|alérgic alergia|allergi|аллерг|过敏
!diabet|diabet zucker|diabet|diabét|диабет|糖尿病 < type_one type_1 type_two type_2 t1d t2d insulin metformin a1c hba1c typ_1 typ_2 инсулин 胰岛素
!asthma|asthma|asma|asthme|астм|哮喘
!cancer tumor tumour chemo|krebs. tumor|cáncer tumor|cancer tumeur|рак. раком онколог|癌 肿瘤
!celiac coeliac gluten|zöliak gluten|celíac gluten|coeliaque gluten|целиак глютен|麸质 乳糜泻
!lactose dairy milk|laktose milch|lactosa leche lácteo|lactose lait laitier|лактоз молок молоч|乳糖 牛奶 奶
!depress|depress|depres|dépress|депресс|抑郁 < depri depris antidepress ssri lexapro zoloft prozac venlafaxin sertralin citalopram депрессняк антидепресс
afraid fear phobia scared terrif frighten < freak_me freaks_me freak_out freaks_out freak_us|angst furcht fürcht panik|miedo pánic fobia temor|peur phobie|боюсь боит боязн страх фоб|怕 恐惧
!anxi afraid fear phobia|angst ängst|ansiedad|anxi|тревож|焦虑
!adhd|adhs|tdah|tdah|сдвг|多动症
!autis|autis|autis|autis|аутис|自闭
!migraine headache|migräne kopfschmerz|migrañ dolor_de_cabeza|migraine|мигрен голов|偏头痛 头疼
!blood_pressure hypertens|blutdruck|tensión hipertens|tension hypertens|давлен|高血压 血压
heart cardiac pacemaker|herz|corazón cardia marcapasos|cœur coeur cardi|сердц|心脏
!arthritis rheuma|arthr rheuma|artritis reuma|arthr rhumat|артрит|关节炎 风湿
knee knees|knie|rodilla|genou|колен|膝
hip hips|hüfte|cadera|hanche|тазобедр|髋
back|rücken|espalda|dos.|спин|背 腰
deaf hearing|gehörlos schwerhörig taub|sord audi|sourd entend malentend|глух слаб слыш|聋 听力 耳
blind vision colour-blind daltonian|blind farbenblind|cieg daltónic|aveugle daltonien|слеп дальтон|盲 色盲
glasses|brille|gafas|lunettes|очк|眼镜
!wheelchair|rollstuhl|silla_de_ruedas|fauteuil_roulant|коляск|轮椅
!left-handed lefty left_handed|linkshänd|zurd|gauch|левш|左撇子
pregnan expecting due baby|schwanger|embaraz incint grávid|enceinte|беремен|怀孕 孕
surgery operation operated replacement|operation operiert|operación operaron operan operar cirugía|opér chirurg|операц|手术 < op.
smok cigarette|rauch|fum tabaco|fum tabac clope|кур|抽烟 吸烟 烟
!alcohol. drink drinks drinking beer wine sober|alkohol. alkoholfrei alkoholische. trink trinke bier wein trocken|alcohol. beb cerveza vino|alcool. bois boire bière vin|алкоголь. алкоголя. алкоголю. алкоголем. алкогольн пью пьёт пив вин трезв|酒 喝酒
!sober|trocken|sobri|sobre|трезв|戒酒
!insomnia sleep|schlaf|insomni duerm dormir|insomni sommeil dor|бессон сон сплю|失眠 睡
diet|diät ernähr|dieta|régime|диет|饮食 节食
medication medicine pills metformin|medikament tablett|medic pastilla|médic|лекарств таблет|药
disease illness chronic_condition syndrome|krank erkrank|enferm|malad|болезн болен|病
!vegetarian veggie|vegetari fleischlos|vegetarian|végétarien végé|вегетариан|吃素 素食 < @meat
!vegan|vegan|vegan|végan végétalien|веган|纯素 全素
!meat|fleisch|carne|viande|мяс|肉 荤 < @vegetarian @vegan @pork @beef steak
!pork ham bacon|schwein speck|cerdo jamón|porc jambon|свин|猪肉
!beef steak|rind|ternera res|bœuf boeuf|говяд|牛肉
!chicken poultry hens hen.|huhn hühn|pollo gallina|poulet poule|кур|鸡
fish. seafood|fisch|pescado|poisson|рыб|鱼
!seafood shellfish shrimp|meeresfrüchte|marisco|fruits_de_mer|морепрод|海鲜
!egg eggs|ei. eier|huevo|œuf oeuf|яйц яиц|蛋
!nut nuts|nuss nüsse|nuez nueces frutos_secos|noix|орех|坚果
!peanut|erdnuss|cacahuet maní|arachide cacahu|арахис|花生
!cheese|käse|queso|fromage|сыр|奶酪 芝士
!bread sourdough|brot sauerteig|pan.|pain|хлеб|面包
!rice|reis|arroz|riz|рис|米饭
!pasta noodle|nudel pasta|pasta fideo|pâtes|макарон лапш|面条 意面
spicy spice chili|scharf|picante|épicé piquant|остр|辣
sweet sugar dessert|süß zucker|dulce azúcar postre|sucr dessert|слад сахар|甜 糖
!cake cakes|kuchen torte|tarta pastel|gâteau|торт|蛋糕
!coffee espresso caffeine|kaffee espresso koffein|café cafeína|café caféine|коф кофейн кофе|咖啡
coffee_shop cafe. café. teahouse|kaffeehaus café.|cafetería|café salon_de_thé|кофейн кафе|咖啡馆 咖啡店 茶馆 猫咖 咖啡厅
!tea. teas|tee.|té.|thé|чай чая чаю|茶
!honey|honig|miel|miel|мёд мед|蜂蜜
fruit|obst|fruta|fruit|фрукт|水果
vegetable veg|gemüse|verdura|légume|овощ|蔬菜
!tomato|tomate|tomate|tomate|помидор томат|西红柿 番茄
!penicillin antibiotic|penicillin antibiot|penicilina antibiótic|pénicilline antibiot|пенициллин антибиот|青霉素 抗生素
!pollen hay_fever|pollen heuschnupfen|polen|pollen|пыльц|花粉
!fennel|fenchel|hinojo|fenouil|фенхел|茴香
food eat eats eating meal cook cooking dish recipe|essen esse isst koch rezept|com comida cocin receta|mang repas cuisin recette|ем ест есть еда готов рецепт|吃 做饭 菜 饭
kosher halal|koscher halal|kosher halal|casher halal|кошер халяль|清真
!bubble_tea boba milk_tea|bubble_tea|bubble_tea té_de_burbujas|bubble_tea thé_aux_perles|бабл_ти|奶茶
breakfast lunch dinner|frühstück mittag abendessen|desayun almuerzo cena|déjeuner dîner|завтрак обед ужин|早饭 午饭 晚饭 早餐
!cat cats kitten|katze kater|gat gatt|chat. chats chatte|кот. коты кота кошк кошек котён котик|猫
!dog dogs puppy|hund|perr cane. cani. cagnolin cachorr cão. cães. cadela|chien|собак пёс пса щен|狗 < greyhound labrador poodle corgi whippet spaniel
!rabbit bunny bunnies|kaninchen hase|conej|lapin|кролик|兔
!horse pony|pferd pony|caball|cheval chevaux|лошад конь кон|马
!cow cows cattle|kuh kühe milchvieh|vaca|vache|коров|牛
!goat goats|ziege|cabra|chèvre|коз|山羊
!sheep|schaf|ovej|mouton brebis|овц|绵羊
!bird birds parrot|vogel vögel papagei|pájar lor|oiseau perroquet|птиц попуга|鸟 鹦鹉
!hamster|hamster|hámster|hamster|хомяк|仓鼠
!turtle tortoise|schildkröt|tortuga|tortue|черепах|乌龟
fish aquarium|fisch aquarium|pez peces acuario|poisson aquarium|рыбк аквариум|金鱼 鱼缸
pet pets animal animals|haustier tier|mascota animal|animal animaux|питом живот|宠物 动物 < @cat @dog @rabbit @horse @bird @hamster @turtle
breed|zücht|cri|élev élèv|развож|养 繁殖
weigh weight|wieg gewicht|pesa peso|pèse poids|весит вешу вес.|体重
"""

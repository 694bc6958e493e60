"""Countries with their peoples and languages, and cities that have other names elsewhere. Pure data.

A row of COUNTRIES is `names|people and language|German|Spanish|French|Russian|Chinese`, as
beginnings of words; "_" stands for a space. A row of CITIES is a city in all languages, the
English name first.
"""

COUNTRIES = """
uk united_kingdom britain great_britain gb|british briton brit|großbritannien brit|reino_unido británic|royaume_uni grande_bretagne britanni|великобритан британ|英国
england|english|england englisch engländ|inglaterra ingl|angleterre anglais|англи|英格兰 英国 英语 英文
scotland|scottish scot|schottland schott|escocia escoc|écosse écoss|шотланд|苏格兰
wales|welsh|wales walis|gales galés|pays_de_galles gallois|уэльс|威尔士
ireland|irish|irland irisch|irlanda irland|irlande irland|ирланд|爱尔兰
usa us united_states america states u.s.|american|usa vereinigte_staaten amerika|estados_unidos eeuu american|états_unis américain|сша америк|美国
canada|canadian|kanada kanad|canadá canad|canada canad|канад|加拿大
mexico|mexican|mexiko mexik|méxico mexic|mexique mexic|мексик|墨西哥
spain|spanish spaniard|spanien span|españa español castellano|espagne espagnol|испан|西班牙
france|french|frankreich franz|francia franc|france français|франц|法国 法语
germany|german|deutschland deutsch|alemania alem|allemagne allemand|герман немец немк|德国 德语
austria|austrian|österreich|austria austríac|autriche autrichien|австри|奥地利
switzerland|swiss|schweiz|suiza suiz|suisse|швейцар|瑞士
italy|italian|italien|italia italian|italie italien|итал|意大利
portugal|portuguese|portugal portugies|portugal portugu|portugal portugais|португал|葡萄牙
netherlands holland|dutch|niederland holländ holland|países_bajos holanda neerland holand|pays_bas hollande néerland|нидерланд голланд|荷兰
belgium|belgian flemish|belgien belg|bélgica belg|belgique belge|бельг|比利时
denmark|danish dane|dänemark dän|dinamarca dan|danemark danois|дани датск|丹麦
sweden|swedish swede|schweden schwed|suecia suec|suède suéd|швед швец|瑞典
norway|norwegian|norwegen norweg|noruega norueg|norvège norvég|норвег норвеж|挪威
finland|finnish finn|finnland finn|finlandia finland|finlande finland|финлянд финск|芬兰
iceland|icelandic|island isländ|islandia island|islande island|исланд|冰岛
poland|polish pole|polen poln|polonia polac|pologne polonais|польш польс поляк|波兰
czechia czech_republic|czech|tschech|checa chec|tchéqu tchèque|чехи чешс|捷克
slovakia|slovak|slowak|eslovaquia eslovac|slovaqu|словаки словац|斯洛伐克
slovenia|slovene slovenian|slowen|eslovenia esloven|slovén|словени словен|斯洛文尼亚
hungary|hungarian|ungarn ungar|hungría húngar|hongrie hongrois|венгр венгер|匈牙利
romania|romanian|rumän|rumanía ruman|roumanie roumain|румын|罗马尼亚
bulgaria|bulgarian|bulgar|bulgaria búlgar|bulgarie bulgare|болгар|保加利亚
greece|greek|griechenland griech|grecia grieg|grèce grec|грец греч|希腊
turkey türkiye|turkish turk|türkei türk|turquía turc|turquie turc|турци турец|土耳其
russia|russian|russland russ|rusia rus|russie russe|росси русск|俄罗斯 俄语
ukraine|ukrainian|ukrain|ucrania ucran|ukraine ukrain|украин|乌克兰
belarus|belarusian|belarus weißruss|bielorrus|biélorus|беларус белорус|白俄罗斯
georgia|georgian|georgien georg|georgia|géorgi|грузи|格鲁吉亚
armenia|armenian|armen|armen|armén|армени армян|亚美尼亚
kazakhstan|kazakh|kasach|kazaj|kazakh|казах|哈萨克斯坦
serbia|serbian|serb|serb|serb|серб|塞尔维亚
croatia|croatian|kroat|croacia croat|croatie croate|хорват|克罗地亚
estonia|estonian|estland estn|estonia|estoni|эстон|爱沙尼亚
latvia|latvian|lettland lett|letonia letón|lettonie letton|латви латыш|拉脱维亚
lithuania|lithuanian|litau|lituania lituan|lituanie lituan|литв литов|立陶宛
israel|israeli hebrew|israel|israel|israël|израил|以色列
iran persia|iranian persian farsi|iran persisch|irán iraní|iran|иран|伊朗
iraq|iraqi|irak|irak iraq|irak|ирак|伊拉克
syria|syrian|syri|siria siri|syrie|сири|叙利亚
lebanon|lebanese|libanon|líbano liban|liban|ливан|黎巴嫩
egypt|egyptian|ägypt|egipto egip|égypte égypt|егип|埃及
morocco|moroccan|marokk|marruecos marroqu|maroc|марок|摩洛哥
algeria|algerian|algeri|argelia argel|algérie|алжир|阿尔及利亚
tunisia|tunisian|tunes|túnez|tunisie|тунис|突尼斯
nigeria|nigerian|nigeri|nigeria|nigéria|нигери|尼日利亚
kenya|kenyan|kenia|kenia|kenya|кени|肯尼亚
ethiopia|ethiopian|äthiop|etiop|éthiop|эфиоп|埃塞俄比亚
ghana|ghanaian|ghana|ghana|ghana|гана|加纳
south_africa|south_african|südafrika|sudáfrica|afrique_du_sud|юар|南非
india|indian hindi|indien indisch|india indi|inde indien|инди|印度
pakistan|pakistani urdu|pakistan|pakist|pakistan|пакистан|巴基斯坦
bangladesh|bangladeshi bengali|bangladesch|bangladés|bangladesh|бангладеш|孟加拉
nepal|nepali nepalese|nepal|nepal|népal|непал|尼泊尔
sri_lanka|sri_lankan|sri_lanka|sri_lanka|sri_lanka|шри_ланк|斯里兰卡
china|chinese mandarin|china chines|china chin|chine chinois|кита|中国 中文 汉语 繁体 简体 繁體 簡體 普通话
taiwan|taiwanese|taiwan|taiwán|taïwan|тайван|台湾
hong_kong|cantonese|hongkong|hong_kong|hong_kong|гонконг|香港
japan|japanese|japan japanisch|japón japon|japon japonais|япон|日本 日语
korea south_korea|korean|korea korean|corea corean|corée coréen|коре|韩国 韩语
vietnam|vietnamese|vietnam|vietnam|vietnam|вьетнам|越南
thailand|thai|thailand thai|tailand|thaïlande thaï|таиланд тайск|泰国
philippines|filipino tagalog|philippin|filipin|philippin|филиппин|菲律宾
indonesia|indonesian|indones|indones|indonés|индонез|印度尼西亚 印尼
malaysia|malaysian malay|malays|malas|malais|малайз|马来西亚
singapore|singaporean|singapur|singapur|singapour|сингапур|新加坡
australia|australian aussie|austral|austral|austral|австрали|澳大利亚 澳洲
new_zealand|kiwi|neuseeland|nueva_zelanda|nouvelle_zélande|новая_зеланд|新西兰
brazil|brazilian|brasil|brasil|brésil|бразил|巴西
argentina|argentinian argentine|argentin|argentin|argentin|аргентин|阿根廷
chile|chilean|chile|chile chilen|chili|чили|智利
colombia|colombian|kolumbi|colombia|colombi|колумб|哥伦比亚
peru|peruvian|peru|perú peruan|pérou péruv|перу|秘鲁
venezuela|venezuelan|venezuela|venezuela venezolan|venezuel|венесуэл|委内瑞拉
ecuador|ecuadorian|ecuador|ecuador ecuator|équateur|эквадор|厄瓜多尔
cuba|cuban|kuba|cuba cuban|cuba|куб|古巴
uruguay|uruguayan|uruguay|uruguay|uruguay|уругва|乌拉圭
saudi_arabia|saudi arabic arab|saudi arab|arabia árabe|arabie arabe|саудов араб|沙特 阿拉伯
uae emirates dubai|emirati|emirate|emiratos|émirats|оаэ эмират|阿联酋 迪拜
latin|latin|latein|latín|latin|латин латын|拉丁
europe|european|europa|europ|europ|европ|欧洲
asia|asian|asien asiat|asia|asie|ази|亚洲
africa|african|afrika|áfrica|afrique|афри|非洲
catalonia|catalan|katal|catal|catal|катал|加泰罗尼亚
basque_country|basque|bask|euskad vasco|basque|баск|巴斯克
bavaria|bavarian|bayern bayr|baviera|bavière|бавар|巴伐利亚
saxony|saxon|sachsen sächs|sajonia|saxe|саксон|萨克森
tuscany|tuscan|toskana|toscana|toscane|тоскан|托斯卡纳
sicily|sicilian|sizili|sicilia|sicile|сицили|西西里
andalusia|andalusian|andalusien|andalucía andaluz|andalousie|андалус|安达卢西亚
brittany|breton|bretagne|bretaña|bretagne breton|бретан|布列塔尼
normandy|norman|normandie|normandía|normandie|норманд|诺曼底
siberia|siberian|sibiri|siberia|sibérie|сибир|西伯利亚
crimea|crimean|krim|crimea|crimée|крым|克里米亚
"""

CITIES = """
munich münchen múnich monaco_di_baviera munique мюнхен 慕尼黑|cologne köln colonia colônia кёльн кельн 科隆|vienna wien viena vienne вена вене вены 维也纳
nuremberg nürnberg núremberg нюрнберг 纽伦堡|hanover hannover hanovre ганновер 汉诺威|frankfurt ffm fráncfort francfort francoforte франкфурт 法兰克福
zurich zürich zúrich zurigo zurique цюрих 苏黎世|geneva genf ginebra ginevra genebra genève женев 日内瓦|basel basilea bâle базел 巴塞尔|bern berna berne берн 伯尔尼
berlin berlín berlino berlim берлин 柏林|hamburg hamburgo hambourg amburgo гамбург 汉堡|leipzig лейпциг 莱比锡|dresden dresde дрезден 德累斯顿|stuttgart stoccarda штутгарт 斯图加特
prague prag praga прага праге праги 布拉格|warsaw warschau warszawa warszawie warszawy varsovia varsovie varsavia varsóvia варшав 华沙|krakow cracow krakau cracovia cracóvia cracovie краков 克拉科夫|budapest будапешт 布达佩斯
moscow moskau moscú mosca moscovo moscou moscou москв 莫斯科|saint_petersburg st_petersburg petersburg sankt_petersburg санкт_петербург san_petersburgo saint_pétersbourg петербург питер спб 圣彼得堡|kyiv kiev kiew киев 基辅|minsk minsk минск 明斯克
novosibirsk nowosibirsk новосибирск 新西伯利亚|yekaterinburg ekaterinburg екатеринбург 叶卡捷琳堡|kazan казан 喀山|nizhny_novgorod нижний_новгород нижнем|vologda вологд|sochi сочи 索契|tver твер|yerevan ереван 埃里温|tbilisi тбилис 第比利斯
rome rom roma рим 罗马 ローマ 로마|milan mailand milán milano milão милан 米兰|venice venedig venecia venise venezia veneza венеци 威尼斯|florence florenz florencia firenze florença флоренци 佛罗伦萨|naples neapel nápoles napoli неапол 那不勒斯|turin turín torino turim турин 都灵|genoa genua génova gênes genova генуя
lisbon lissabon lisboa lisbonne lisbona лиссабон 里斯本|porto oporto порту 波尔图|madrid мадрид 马德里|barcelona bcn barcelone barcellona барселон 巴塞罗那|seville sevilla séville siviglia sevilha севиль 塞维利亚|valencia valence valência валенси 瓦伦西亚|zaragoza saragossa saragosse|cordoba córdoba cordoue|granada grenade|bilbao бильбао
paris parís parigi париж 巴黎|marseille marsella marsiglia marselha марсел 马赛|lyon lion lione лион 里昂|nice niza nizza ницц 尼斯|strasbourg straßburg estrasburgo strasburgo страсбург|bordeaux burdeos бордо 波尔多|toulouse tolosa тулуз
brussels bxl brüssel bruselas bruxelles bruxelas брюссел 布鲁塞尔|antwerp antwerpen amberes anvers anversa antuérpia антверпен|bruges brügge brujas|ghent gent gante gand|the_hague hague den_haag la_haya la_haye l_aia haia гааг 海牙|amsterdam ámsterdam amsterdã амстердам 阿姆斯特丹|rotterdam роттердам 鹿特丹
copenhagen kopenhagen copenhague copenaghen copenhaga копенгаген 哥本哈根|stockholm estocolmo stoccolma стокгольм 斯德哥尔摩|gothenburg göteborg gotemburgo гётеборг 哥德堡|oslo осло 奥斯陆 オスロ 오슬로|helsinki хельсинк 赫尔辛基|tromso tromsø тромсё
london londres londra лондон 伦敦|edinburgh edimburgo édimbourg эдинбург 爱丁堡|dublin dublín dublino dublim дублин 都柏林|new_york nyc new_york_city nueva_york nova_york nova_iorque нью_йорк 纽约|los_angeles la лос_анджелес 洛杉矶|san_francisco sf frisco сан_франциско 旧金山|philadelphia philly filadelfia 费城
washington dc|chicago чикаго 芝加哥|boston бостон 波士顿|seattle сиэтл 西雅图|toronto торонто 多伦多|vancouver ванкувер 温哥华|montreal montréal монреал 蒙特利尔|mexico_city ciudad_de_méxico cdmx мехико 墨西哥城|new_orleans nola|las_vegas vegas|minneapolis mpls|atlanta atl|pittsburgh pgh|san_diego|dallas dfw|salt_lake_city slc
beijing peking pekín pékin pechino pequim пекин 北京|shanghai schanghai шанхай 上海|guangzhou canton guangdong гуанчжоу 广州|shenzhen шэньчжэнь 深圳|chengdu чэнду 成都|chongqing чунцин 重庆|hangzhou ханчжоу 杭州|nanjing нанкин 南京|wuhan ухань 武汉|xian сиань 西安|suzhou 苏州|tianjin 天津|qingdao 青岛|dalian 大连|xiamen 厦门|ningbo 宁波|changsha 长沙|zhengzhou 郑州|jinan 济南|harbin 哈尔滨|shenyang 沈阳|kunming 昆明|hefei 合肥|fuzhou 福州|nanchang 南昌|guiyang 贵阳|nanning 南宁|wuxi 无锡|dongguan 东莞|foshan 佛山|zhuhai 珠海|lhasa 拉萨|urumqi 乌鲁木齐|lanzhou 兰州|taiyuan 太原|shijiazhuang 石家庄|changchun 长春|haikou 海口|sanya 三亚|guilin 桂林|yantai 烟台|weihai 威海|taipei 台北|kaohsiung 高雄|hunan 湖南|sichuan 四川|zhejiang 浙江|jiangsu 江苏|shandong 山东|yunnan 云南|fujian 福建|henan 河南|hubei 湖北|hebei 河北|xinjiang 新疆|tibet 西藏|inner_mongolia 内蒙古
tokyo tokio токио 东京 東京 도쿄|kyoto kioto киото 京都 교토|osaka осака 大阪 오사카|sapporo саппоро 札幌|yokohama иокогама 横浜|nagoya 名古屋|fukuoka 福岡|kobe 神戸|sendai 仙台|hiroshima 広島|kanazawa 金沢|niigata 新潟|nara 奈良|saitama 埼玉|chiba 千葉|kanagawa 神奈川|okinawa 沖縄|hokkaido 北海道|seoul seúl séoul сеул 首尔 서울|bangkok бангкок 曼谷|hanoi ханой 河内|mumbai bombay мумбаи 孟买|new_delhi delhi дели 德里 दिल्ली|jerusalem jerusalén jérusalem иерусалим 耶路撒冷 ירושלים القدس|tel_aviv тел_авив 特拉维夫|cairo kairo el_cairo le_caire каир 开罗 القاهرة|istanbul estambul стамбул 伊斯坦布尔|athens athen atenas athènes atene афин 雅典|beirut beyrouth бейрут|tehran teheran тегеран 德黑兰|baghdad bagdad багдад|damascus damaskus damas
sydney sídney сидней 悉尼|melbourne мельбурн 墨尔本|buenos_aires буэнос_айрес 布宜诺斯艾利斯|sao_paulo são_paulo 圣保罗|rio rio_de_janeiro 里约|havana habana la_havane гаван 哈瓦那|bogota bogotá богот 波哥大|lima лима 利马|bucharest bukarest bucarest бухарест|sofia софи 索非亚|belgrade belgrad belgrado белград|zagreb загреб|ljubljana|bratislava|vilnius вильнюс|riga рига|tallinn таллин|luxembourg luxemburg|monaco монако|malta мальта
"""

# Counties, states and regions: where somebody may be who is in none of the countries and cities above.
REGIONS = """
alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
mississippi missouri montana nebraska nevada new_hampshire new_jersey new_mexico north_carolina south_carolina north_dakota south_dakota ohio oklahoma oregon pennsylvania rhode_island tennessee texas utah
vermont virginia wisconsin wyoming new_england midwest ontario quebec alberta manitoba saskatchewan nova_scotia british_columbia newfoundland queensland tasmania victoria new_south_wales
cornwall devon dorset somerset kent sussex surrey essex suffolk norfolk yorkshire lancashire cumbria northumberland durham cheshire shropshire staffordshire derbyshire nottinghamshire lincolnshire leicestershire
warwickshire worcestershire gloucestershire oxfordshire berkshire hampshire wiltshire hertfordshire bedfordshire cambridgeshire buckinghamshire northamptonshire cotswolds highlands orkney shetland hebrides
gwynedd powys pembrokeshire anglesey snowdonia ulster munster connacht leinster donegal kerry galway mayo
baden-württemberg brandenburg hessen hesse mecklenburg niedersachsen lower_saxony nordrhein-westfalen nrw rheinland-pfalz saarland sachsen-anhalt schleswig-holstein thüringen thuringia franken franconia
schwaben swabia allgäu eifel harz schwarzwald black_forest steiermark styria kärnten carinthia tirol tyrol vorarlberg burgenland niederösterreich oberösterreich graubünden aargau thurgau wallis
galicia asturias cantabria navarra navarre aragón extremadura la_rioja murcia castilla castile baleares canarias mallorca tenerife
alsace bourgogne burgundy provence occitanie auvergne aquitaine corse corsica picardie lorraine champagne savoie vendée languedoc dordogne ardèche cévennes
piemonte piedmont lombardia lombardy liguria veneto friuli trentino alto_adige south_tyrol südtirol emilia-romagna umbria marche lazio abruzzo molise campania puglia apulia basilicata calabria sardegna sardinia
algarve alentejo minho açores azores madeira bahia paraná pernambuco ceará minas_gerais santa_catarina rio_grande_do_sul goiás mato_grosso pará amazonas
jalisco oaxaca yucatán chiapas patagonia mendoza córdoba antioquia flanders flandern flandre wallonia wallonie friesland frisia limburg brabant jutland scania lapland åland silesia transylvania
алтай кавказ урал карелия кубань татарстан якутия башкирия поволжье подмосковье
"""

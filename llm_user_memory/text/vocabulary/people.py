"""Words of the same meaning: family, people, work, studies. Six languages. Pure data.

A row is `English|German|Spanish|French|Russian|Chinese`, as beginnings of words; the form of the
rows is explained in `text.vocabulary`.
"""

ROWS = """
!daughter|tochter töchter|hija|fille|доч|女儿 闺女 < @girl jumelles gemelas mellizas
!son sons|sohn söhn|hijo|fils|сын|儿子 < @boy
!child children kid kids toddler toddlers baby. babies|kind. kinder baby. babys.|hijo hija niñ peque bebé|enfant gamin bébé|ребен ребён дети детей детям детск малыш|孩子 小孩 娃 宝宝 老大 老二 < @daughter @son @girl @boy twin triplet pregnan zwilling gemel jumeau jumelle двойн близнец 双胞胎 儿女
girl girls|mädchen mädel mädels|niña chica|fille|девочк девушк|女孩 姑娘
boy boys|junge. jungs|niño chico|garçon|мальчик парень|男孩 小伙
!brother brothers bro. bros. sibling|bruder brüder geschwister|herman|frère|брат братья братом братья|兄弟 哥哥 弟弟 哥 弟 < @sister
!sister sisters sis. sibling|schwester geschwister|hermana|sœur soeur|сестр|姐妹 姐姐 妹妹 姐 妹
!father dad dads daddy pops my_old_man|vater papa vati|padre papá mi_viejo|père papa|отец отца отцу отцом пап|爸 父亲
!mother mom moms mum mums mam mams mommy momma mummy mama|mutter mutti mama|madre mamá mi_vieja|mère maman|мать матер мам|妈 母亲
!parent parents|eltern|padres mis_viejos|parents|родител|父母 < @father @mother
parenthood parent.|elternteil|padre madre|parent|родител|家长 当爸 当妈 < @child
!husband hubby|ehemann mein_mann meinem_mann meinen_mann|marido esposo|mari.|муж|老公 丈夫
!wife wifey missus|ehefrau meine_frau meiner_frau|esposa mujer|femme épouse|жен|老婆 妻子 太太
married marri wedding spouse|verheiratet heirat hochzeit ehe|casad casarse boda me_caso|marié mariage|женат замуж свадь брак|结婚 已婚 婚 < @husband @wife anniversary
!divorc|geschied scheidung|divorci|divorc|развед развод развел развёл|离婚
separat broke_up split_up|getrennt trennung|separad|séparé|расста|分手 分居
partner relationship boyfriend girlfriend gf. bf. fiancé spouse other_half better_half significant_other|partner freundin. freund.|pareja novi|compagn copain copine conjoint couple|парень девушк партнёр партнер жених невест|男朋友 女朋友 对象 伴侣 未婚 < @husband @wife
!grandmother grandma granny nana grandparent|großmutter oma|abuela|grand-mère mamie|бабушк|奶奶 外婆 姥姥 祖母 < @grandchild
!grandfather grandpa grandad granddad grandparent|großvater opa|abuelo|grand-père papi|дедушк|爷爷 外公 姥爷 祖父 < @grandchild
!grandchild grandchildren grandkid grandson granddaughter|enkel|niet|petit-fils petite-fille petits-enfants|внук внуч|孙子 孙女 外孙
!uncle|onkel|tío|oncle|дяд|叔叔 舅舅
!aunt aunts auntie|tante|tía|tante|тёт тет|阿姨 姑姑
!cousin|cousin|primo prima|cousin|двоюродн|表哥 表妹 堂
!nephew|neffe|sobrin|neveu|племянник|侄子 外甥
!niece|nichte|sobrin|nièce|племянниц|侄女
!roommate flatmate housemate|mitbewohn wg.|compañero_de_piso|colocataire coloc|сосед|室友
friend friends buddy mate|freund|amig|ami. amie amis|друг друз подруг|朋友
neighbo|nachbar|vecin|voisin|сосед|邻居
boss manager|chef. vorgesetzt|jef|chef. patron manager|начальни шеф босс|老板 领导 经理
colleague coworker teammate|kolleg|compañer coleg|collègue|коллег|同事
family relatives|famili|familia|famille|семь|家人 家里 家庭
!twin twins|zwilling|gemel melliz|jumeau jumelle jumeaux|близнец двойн|双胞胎
single. alone|single. alleinstehend allein|solter sol.|célibataire seule|одинок один одна|单身 独自 一个人
single_parent single_mother single_father|alleinerziehend|madre_soltera padre_soltero|parent_isolé mère_célibataire|одинокая_мать|单亲
widow|witwe|viud|veuf veuve|вдов|丧偶 寡
woman female|frau.|mujer|femme|женщин девушк|女
man. male guy. dude.|mann.|hombre|homme|мужчин парень|男
work works working worked job employ career shift|arbeit job. beruf tätig|trabaj emple curro|travail boulot bosse taf|работ тружусь служу|工作 上班 任职 就职 职
office desk|büro|oficina|bureau|офис|办公
company firm business|firma unternehmen betrieb|empresa compañía|entreprise boîte société|компани фирм|公司 企业
startup|startup|startup|startup|стартап|创业 初创
!retire pension|rente. rentner pension ruhestand|jubil aposentad|retraite|пенси|退休 养老金
unemployed laid_off jobless between_jobs|arbeitslos|paro. desemplead|chômage|безработн|失业 待业
freelanc self_employ|freiberuf selbständig selbstständig|autónom freelance|indépendant freelance|фриланс самозанят|自由职业
!nurse. nursing|krankenschwester pfleger krankenpfleg pflegekraft|enfermer infermier enfermeir|infirmi|медсестр медбрат|护士 护理 < altenheim pflegeheim ehpad 护工 养老院
caregiver carer caretaker nursing_assistant nurse_aide care_assistant nursing_aide|pflegekraft altenpfleg betreuer pfleg|cuidador|aide-soignant auxiliaire|сиделк|护工 < @nurse.
!doctor physician surgeon gp.|arzt ärzt|médic doctor dottor|médecin docteur|врач доктор|医生 大夫
!dentist dental|zahnarzt zahn|dentista dental|dentiste|стоматолог зубн|牙医
!vet veterinar|tierarzt tierärzt|veterinari|vétérinaire|ветеринар|兽医
!paramedic ambulance emt.|sanitäter rettungsdienst|paramédic ambulancia|ambulanc|фельдшер скор|急救 救护
!midwife|hebamme|matrona comadrona|sage-femme|акушер|助产
!therapist psycholog counsel psychiatr|therapeut psycholog|psicólog terapeut|psycholog thérapeut|психолог психотерап|心理 咨询师
!physio|physio krankengymnast|fisio|kiné|физиотерап|理疗 康复
!pharmac|apothek|farmac|pharmac|фармацевт аптек|药剂 药店
!teach taught tutor educat|lehrer lehrkraft unterricht lehre.|profesor maestr enseñ insegn professor doy_clase da_clase dar_clase clases_de profe. profes. profesor|enseign prof. professeur institut|учител препода учу ведёт веду|老师 教师 教书 教 < воспитател erzieher alumn élèves ученик schüler pupils
!kindergarten preschool daycare nursery|kindergarten kita erzieher|guardería infantil|maternelle crèche|детсад детском саду воспитател садик|幼儿园
!professor lecturer|professor dozent|catedrátic profesor universi|maître_de_conférences professeur|профессор|教授
!engineer engineering|ingenieur maschinenbau|ingenier ingegner engenheir|ingénieur|инженер|工程师
!developer programmer coder coding dev. devs. develop programm software|entwickler programmier|programador desarrollador programo|développ programm|разработ программист|程序员 开发 编程 写代码 码农
!designer design|designer gestalt|diseñ|design graphiste|дизайн|设计
!architect|architekt|arquitect|architecte|архитект|建筑师 架构师
!lawyer attorney solicitor paralegal|anwalt anwält jurist|abogad avvocat advogad|avocat juriste|юрист адвокат|律师
!accountant accounting bookkeep payroll|buchhalt lohnbuch steuerberat rechnungswesen|contable contabilidad nómina commercialist|comptab paie|бухгалт|会计 财务
!notary|notar|notari|notaire|нотариус|公证
!clerk admin|sachbearbeit|administrativ|secrétaire administratif employé|делопроизвод секретар|文员 行政
!analyst|analyst|analista|analyste|аналитик|分析师
!data_scien|data_scien|científic_de_datos|data_scientist|датасаент|数据科学
!researcher scientist research|forsch wissenschaft|investigador|chercheu|учён учен исследоват научн|研究员 研究者 科研 搞研究 做研究
student studies studying study major undergrad freshman sophomore at_uni in_uni at_university in_college uni_student college_student|student studier studium|estudi en_la_uni|étudi à_la_fac|студент учусь учится учёб факультет курс|学生 读书 读研 研究生 研一 研二 研三 大一 大二 在读 读 上大学
university college uni.|universität uni. hochschule|universidad uni. facultad|université fac. univ.|универ вуз|大学
retrain reconversion career_change|umschul quereinst|reconversión reconvert|reconversion reconvert|переквалиф переобуч|转行
high_school secondary_school|gymnasium oberstufe abitur|bachillerato instituto|lycée terminale|старш гимназ|高中 < senior_year
primary_school elementary_school|grundschule|primaria|primaire|начальн|小学
school|schule|colegio escuela instituto|école collège lycée|школ|学校 小学 中学 高中
!apprentic trainee intern interns internship|ausbildung lehrling lehrjahr azubi praktik werkstudent|aprendiz prácticas becari|apprenti alternance stage stagiaire|стаж практик ученик|实习 学徒
!phd doctora|doktor. promov promotion dr.|doctorad|doctorat thèse|аспирант кандидат докторс phd|博士
!master masters master's msc mba|master|máster maestría|master|магист|硕士 研究生 读研 研一 研二 研三
!bachelor bachelors bsc undergrad|bachelor|grado licenciatura|licence bachelor|бакалавр|本科 学士
thesis dissertation|masterarbeit abschlussarbeit doktorarbeit|tesis tfg tfm|mémoire thèse|диплом диссертац|论文 答辩
exam exams test|prüfung klausur|examen|examen oral concours|экзамен защит|考试 考
!degree diploma|abschluss diplom|título|diplôme|диплом образован|学位 学历 < @bachelor @master @phd
!certified licensed certification cert. certificate license licence|zertifi lizenz schein|certific licencia|certifi agréé permis|сертифи лиценз права|证 认证 执照
!senior principal|senior|senior|senior|сеньор|资深 高级 < sr seniority
!director head heads lead leads leading manager manage managing chief ceo cto supervis|leiter leite leitet leitung chef geschäftsführ|director dirijo dirige jef gerente encargad llevo|directeur directrice dirige responsable chef gère gérant gestionnaire|директор руковод началь заведу глав|总监 主管 经理 负责人 领导 主任 带团队 管理
!founder founded cofounder|gründer gegründet|fundador fundé|fondat fondé|основа|创始人 创办 创立 < @start
!owner owns owned run runs running|besitz inhaber eigen|dueñ propietari|propriétaire possède|владел хозя собствен|拥有 老板 开了 经营 开店 < my our have has had keep keeps inherited got bought mein meine meinen habe hab tengo mi mis mon ma mes jai ai мой моя 我的 我家 我有 养
!salesperson sales retail seller cashier shop store|verkäufer verkauf laden|vendedor ventas dependient tienda|vendeu vente magasin|продав продаж магазин|销售 店员 卖
!marketing|marketing|marketing|marketing|маркет|市场 营销
!consult|berat|consult|consult|консульт|咨询 顾问
!hr human_resources personnel recruit|personal recruit|rrhh recursos_humanos selección|rh. ressources_humaines recrut|кадр|人事 人力
!public_relations|öffentlichkeitsarbeit|relaciones_públicas|relations_publiques|связи_с_общественностью|公关
!postal postie mailman mail_carrier|briefträger postbot postzustell|carter|facteur factrice|почтальон|邮递员 邮差
!courier delivery_driver|kurier paketbote|repartidor mensajero|livreur coursier|курьер|快递员 外卖员 送外卖
!roofer roofing|dachdecker|techador tejad|couvreur|кровельщик|屋顶工
!bricklayer mason stonemason|maurer steinmetz|albañil cantero|maçon|каменщик|瓦工 泥瓦匠
!locksmith|schlosser schlüsseldienst|cerrajer|serrurier|слесар|锁匠
!butcher|metzger fleischer schlachter|carnicer|bouch|мясник|屠夫 卖肉
!florist|florist|florist|fleurist|флорист|花店 花艺
!optician optometrist|optiker|óptic|opticien|оптик|验光师 配镜
!crane_operator crane|kranführer kranfahrer|gruista|grutier|крановщик|吊车司机
!forklift|gabelstapler staplerfahrer|carretiller montacargas|cariste|погрузчик|叉车
!warehouse picker|lager. lagerist lagerarbeit|almacén mozo|entrepôt magasinier préparateur|склад. складе кладовщик|仓库 仓管
!receptionist reception front_desk|rezeption empfang|recepcionist|réceptionnist accueil|администратор ресепшн|前台
!train_driver locomotive|lokführer zugführer|maquinista|conducteur_de_train cheminot|машинист|火车司机 高铁司机
!tram_driver|straßenbahnfahrer|tranviari|conducteur_de_tram|вагоновожат|电车司机
!nanny childminder babysitter au_pair|tagesmutter kindermädchen|niñera canguro|nounou assistante_maternelle|нян|保姆 月嫂
!dietitian nutritionist|ernährungsberat|nutricionist dietist|nutritionnist diététic|диетолог нутрициолог|营养师
!speech_therapist speech_patholog|logopäd|logoped|orthophonist|логопед|语言治疗
!radiographer radiologist|radiolog röntgen|radiólog radiograf|radiolog manip_radio|рентген|放射
!lab_technician lab_tech|laborant mta.|técnic_de_laboratorio laborant|technicien_de_labo laborant|лаборант|化验员 检验员
!geologist geology|geolog|geólog|géolog|геолог|地质
!archaeolog archeolog|archäolog|arqueólog|archéolog|археолог|考古
!judge magistrate|richter|juez jueza magistrad|juge magistrat|судья|法官
!customs|zoll.|aduan|douan|таможен|海关
!sailor seaman seafarer|matrose seemann|marinero|marin. matelot|моряк матрос|水手 海员
!tour_guide tourist_guide|reiseleit fremdenführer|guía_turístic|guide_touristique|экскурсовод гид|导游
!hotel hospitality|hotel|hotel|hôtel|отель гостиниц|酒店 宾馆
!tattoo|tätowier tattoo|tatua|tatou|тату|纹身
!real_estate realtor estate_agent|immobilienmakler makler|inmobiliari|agent_immobilier immobilier|риелтор риэлтор недвижимост|房产中介
!insurance|versicherung|seguros asegurador|assurance assureu|страхов|保险
!janitor caretaker custodian|hausmeister|conserje portero|concierge gardien|завхоз дворник вахтёр|门卫 物业
!tutor tutoring private_lessons|nachhilfe|clases_particulares|cours_particulier soutien_scolaire|репетитор|家教 补习
!call_center customer_service|callcenter kundenservice|teleoperador atención_al_cliente|téléconseill service_client|колл-центр оператор|客服
!project_manager|projektleit projektmanag|jef_de_proyecto gestor_de_proyecto|chef_de_projet|менеджер_проект руководитель_проект|项目经理
!product_manager|produktmanag|product_manager|chef_de_produit product_manager|продакт|产品经理
!upholster|polster|tapicer|tapissier|обивщик|软包
!glazier|glaser|cristaler|vitrier|стекольщик|玻璃工
!tiler|fliesenleger|alicatador azulej|carreleur|плиточник|贴砖
!foundry|gießerei|fundición|fonderie|литейн|铸造
shipyard|werft|astillero|chantier_naval|верф|船厂 造船厂
!lighthouse|leuchtturm|faro|phare|маяк|灯塔
!orderly|stationshilfe|celador|brancardier|санитар|护工
!police cop.|polizei polizist|polic|polici|полиц|警察
!firefight|feuerwehr|bomber|pompier|пожарн|消防
!soldier army military navy|soldat bundeswehr|soldad militar|soldat militaire armée|солдат военн арм|士兵 军人 部队
!driver trucker taxi|fahrer fahre fährt lkw|conductor conduzco conduce camioner taxi|chauffeur conduc conduis routier|водител вожу водит шофёр таксист|司机 开车 开出租 开货车 < license permis carnet führerschein
!bus|bus.|autobús|bus.|автобус|公交
!truck lorry|lkw lastwagen|camión|camion|грузовик фура|货车 卡车
!pilot|pilot|pilot|pilote|пилот лётчик|飞行员
!flight_attendant cabin_crew|flugbegleit|azafat|hôtesse steward|стюард|空乘
!cook chef kitchen|koch. köch|cociner cuoc. cuoch cozinheir|cuisini|повар|厨师
!baker bakery baking bake|bäck|panader panadería horneo|boulang|пекар пек печет печь печём|面包 烘焙 烤
!waiter waitress bartend barista server|kellner|camarer camerier garçom|serveu|официант бармен|服务员
!hairdress barber|friseur|peluquer parrucchier cabeleireir|coiffeu|парикмахер|理发
!cleaner cleaning|reinigung putz|limpiador limpieza|ménage nettoyage|уборщи|保洁
!carpenter joiner woodwork|tischler schreiner zimmer|carpinter falegnam marceneir|menuisi charpent|плотник столяр|木匠 木工
!electrician|elektriker|electricista elettricist eletricist|électricien|электрик|电工
!plumber plumbing|klempner installateur|fontaner idraulic encanador|plombier|сантехник|水管工
!welder welding|schweiß|soldador|soudeu|сварщи|焊工
!mechanic. mechanics garage|mechaniker|mecánic|mécanicien garagiste|механик слесар|修车 技工
!turner machinist|dreher|torner|tourneur|токар|车工
!farmer farm dairy ranch|bauer. landwirt bauernhof|agricultor granjer granja|agricult ferm paysan|фермер ферм|农民 农场
!gardener|gärtner|jardiner|jardinier|садовник|园丁
!miner|bergmann bergbau bergleute|miner|mineur|шахтёр шахтер|矿工
!fisherman fishing fish|fischer angel|pescador pesc|pêch|рыбак рыбал рыб|钓鱼 渔民
!writer author novelist|schriftsteller autor|escritor autor|écrivain auteur|писател автор|作家 写作
write writes writing wrote written|schreib|escrib|écri rédig|пиш писат|写 < @thesis
!journalist reporter|journalist|periodista|journaliste|журналист|记者
!translator interpreter|übersetzer dolmetsch|traductor|traduct|переводчи|翻译
!artist painter|künstler maler|artista pintor|artiste peintre|художни|艺术家 画家
!musician band orchestra|musiker band orchester|músic banda orquesta|musicien groupe orchestre|музыкант групп оркестр|音乐 乐队 乐团
!actor actress theat|schauspiel theater|actor actriz teatro|acteur actrice comédien théâtre troupe|актёр актер театр|演员 戏剧
!photograph|fotograf|fotógraf fotografía|photograph|фотограф|摄影 < shoot. shoots shooting fotografier снимаю 拍照 拍摄
!librarian|bibliothekar|bibliotecari|bibliothécaire|библиотекар|图书管理员
security_guard|wachmann sicherheitsdienst|vigilante|vigile|охранник|保安
!social_worker|sozialarbeit|trabajador_social|assistant_social|соцработ|社工
!priest pastor|pfarrer pastor|cura. sacerdote|prêtre pasteur|священник|牧师
!beekeep bees bee hive hives|imker biene|apicult abejas|apicult abeille ruche|пчел пчёл|养蜂 蜜蜂
!volunteer|ehrenamt freiwillig|voluntari|bénévol volontaire|волонт|志愿
!seamstress tailor sew|schneider näh|costurer cos|couturi cou|шве портн шью шит|裁缝 缝
!porter|portier träger|porter|brancardier|носильщ|搬运
!shepherd sheep|schäfer schaf|pastor ovej|berger mouton|пастух овц|牧羊 羊
hospital clinic ward|krankenhaus klinik|hospital clínica|hôpital clinique|больниц клиник госпитал|医院 诊所
nursing_home care_home|altenheim pflegeheim|residencia|ehpad maison_de_retraite|дом_престарел|养老院
bank banking|bank.|banco|banque|банк|银行
team|team|equipo|équipe|команд|团队
hire fire|einstell|contrat|embauch|нанима|招聘
apply applied application|bewerb|solicit|candidat postul|заявк|申请 应聘
interview|vorstellungsgespräch gespräch|entrevista|entretien|собеседован|面试
"""

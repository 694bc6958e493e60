"""Other names of the same thing: abbreviations, short and full names, everyday words. Pure data.

A row holds the names of one thing, "_" stands for a space. Whoever types one of them has said
the others. GENERIC are capitalized words that are not proper names.
"""

ALIASES = """
arch_linux arch|linux_mint mint|debian_linux debian|ubuntu_linux ubuntu|fedora_linux fedora|manjaro_linux manjaro|pop_os popos|nixos nix|gentoo_linux gentoo|opensuse suse tumbleweed|red_hat rhel|alpine_linux alpine|kali_linux kali|asahi_linux asahi|nordrhein_westfalen north_rhine_westphalia nrw|baden_württemberg bawü|mecklenburg_vorpommern meckpomm mv|île_de_france idf|provence_alpes paca|london ldn|birmingham brum|philadelphia philly|phoenix phx|atlanta atl|chicago chi chitown|las_vegas vegas|new_orleans nola|portland pdx|seattle sea|toronto gta|vancouver yvr van|melbourne melb|sydney syd|brisbane brissy|frankfurt ffm|münchen munich muc|berlin bln|hamburg hh|bruxelles brussels bxl|petersburg спб питер питере питера санкт_петербург санкт_петербурге|moscow мск|yekaterinburg екб екат|novosibirsk нск|nizhny_novgorod нижний|rostov ростов|北京 beijing 帝都|上海 shanghai 魔都 沪|广州 guangzhou|北京航空航天大学 北航|北京理工大学 北理|北京师范大学 北师大|中国人民大学 人大|上海交通大学 上交|浙江大学 浙大|南京大学 南大|中国科学技术大学 中科大|武汉大学 武大|华中科技大学 华科|哈尔滨工业大学 哈工大|西安交通大学 西交|四川大学 川大|厦门大学 厦大|天津大学 天大|东南大学 东大|中南大学 中南|北京邮电大学 北邮|电子科技大学 成电
macbook_pro mbp|macbook_air mba|nvidia geforce rtx gtx|google_pixel pixel|samsung_galaxy galaxy|buenos_aires bsas caba|neovim nvim|bangkok bkk|rio_de_janeiro rio|ho_chi_minh_city hcmc saigon|kuala_lumpur kl|mexico_city cdmx df|vim nvim|homebrew brew|ableton_live ableton|davinci_resolve davinci resolve|adobe_photoshop photoshop|adobe_premiere premiere|lightroom lr|after_effects ae|final_cut fcp|elasticsearch elastic es|rabbitmq rabbit|github_actions gha|ci_cd cicd|spring_boot spring|ruby_on_rails rails ror|node_js node nodejs|react_native rn|vue_js vue vuejs|next_js next nextjs|tailwind_css tailwind|ms_sql mssql sql_server|stable_diffusion sd|home_assistant ha hass|playstation_5 ps5|playstation_4 ps4|steam_deck deck
opel_corsa corsa|opel_astra astra|nissan_leaf leaf|nissan_qashqai qashqai|nissan_micra micra|renault_clio clio|renault_megane megane|renault_zoe zoe|renault_twingo twingo|peugeot_208 208|volkswagen_golf vw_golf golf|volkswagen_polo polo|volkswagen_passat passat|volkswagen_tiguan tiguan|ford_focus focus|ford_fiesta fiesta|ford_mustang mustang|ford_transit transit|toyota_corolla corolla|toyota_camry camry|toyota_prius prius|toyota_yaris yaris|toyota_hilux hilux|toyota_tacoma tacoma|honda_civic civic|honda_accord accord|honda_jazz jazz|skoda_octavia octavia|skoda_fabia fabia|seat_ibiza ibiza|seat_leon leon|fiat_panda panda|fiat_500 cinquecento|dacia_sandero sandero|dacia_duster duster|subaru_outback outback|subaru_forester forester|tesla_model_3 model_3|tesla_model_y model_y|kia_niro niro|kia_sportage sportage|hyundai_kona kona|hyundai_tucson tucson|hyundai_ioniq ioniq|mazda_mx_5 mx5 miata|lada_niva niva|lada_vesta vesta|lada_granta granta|jeep_wrangler wrangler|citroen_c3 c3|citroen_berlingo berlingo|mini_cooper mini
visual_studio_code vscode vs_code code_editor|javascript js java_script|typescript ts type_script|kubernetes k8s k8 kube|postgresql postgres pg psql|python py питон пайтон|golang go_lang go|c++ cpp c_plus_plus|c# csharp c_sharp|objective_c objc
kotlin котлин|java джава ява|macbook mac mac_book макбук|macos mac os_x osx mac_os|windows win win10 win11 винда виндовс|linux линукс|ubuntu убунту|iphone ios айфон|ipad айпад|android андроид|raspberry_pi rpi raspi малинка|arduino ардуино|github gh git_hub гитхаб|gitlab git_lab|stack_overflow so stackoverflow
artificial_intelligence ai ki ia ии 人工智能|machine_learning ml deep_learning машинное_обучение 机器学习|information_technology it edv informatik ит 信息技术|television tv fernseher tele télé телек телевизор 电视|personal_computer pc computer pc_gaming rechner пк 电脑|virtual_reality vr|user_experience ux|user_interface ui|natural_language_processing nlp|large_language_model llm llms|application_programming_interface api|database db
amazon_web_services aws|google_cloud_platform gcp google_cloud|amazon amzn|microsoft ms msft|microsoft_teams teams тимс|google_sheets gsheets sheets|google_docs gdocs|excel xls xlsx эксель|powerpoint ppt pptx power_point|microsoft_word word ворд|intellij idea intellij_idea|playstation ps ps4 ps5 плейстейшн|nintendo_switch switch|xbox|world_of_warcraft wow|dungeons_and_dragons d&d dnd dungeons_dragons|counter_strike cs_go csgo cs2|league_of_legends lol|youtube yt ютуб|instagram insta ig инста|facebook fb|twitter x|whatsapp wa|telegram tg телега телеграм|wechat 微信|tiktok
bytedance 字节 字节跳动|alibaba 阿里 阿里巴巴|tencent 腾讯|sberbank sber сбер сбербанк сбере сбербанке|yandex яндекс яндексе|moscow_state_university мгу|university_of_buenos_aires uba|düsseldorf ddorf|brazilian_jiu_jitsu bjj|financial_services fin_svcs|mixed_martial_arts mma|mexican_university unam|volkswagen vw|mercedes merc benz mercedes_benz мерс|bmw beemer бмв|chevrolet chevy|harley_davidson harley|toyota тойота|tesla тесла
human_resources hr rrhh recursos_humanos ressources_humaines rh personalabteilung personal кадры 人事 人力资源|research_and_development r&d rnd|public_relations pr|quality_assurance qa тестировщик|business_to_business b2b|software sw|engineer eng engr engineering|bachelor_of_arts ba|bachelor_of_science bsc bs|master_of_arts ma|master_of_science msc ms|eth_zurich eth|lmu_munich lmu|tu_munich tum|economics econ|psychology psych|neuroscience neuro|literature lit|mechanical mech|electrical elec|biology bio biologie biología|standard_library stdlib|chemistry chem|government gov govt|management mgmt|department dept|apartment apt|motorcycle motorbike moto|refrigerator fridge|vegetarian veggie|hospital hosp|developer dev devs|manager mgr|administrator admin sysadmin|professional pro|laboratory lab|veterinarian vet|veterinary vet|professor prof|gymnasium gym|photography photo photos|application app|repository repo repos|configuration config|small_and_medium_enterprise pme sme pyme kmu|chief_executive_officer ceo|chief_technology_officer cto|site_reliability_engineer sre|business_administration bwl betriebswirtschaft betriebswirtschaftslehre ade|electrical_engineering ee|civil_engineering 土木工程 土木|computer_science cs informatik compsci comp_sci|teaching_assistant ta|physical_education pe gym phys_ed sport|mathematics math maths mathe mates|english_as_a_second_language esl
two_factor_authentication 2fa two_factor mfa|virtual_private_network vpn|three_dimensional 3d|electric_vehicle ev electric_car|attention_deficit adhd add tdah adhs adhd|post_traumatic_stress ptsd|obsessive_compulsive ocd|high_blood_pressure hypertension bluthochdruck|multiple_sclerosis ms|polycystic_ovary_syndrome pcos|irritable_bowel_syndrome ibs|intensive_care_unit icu uci intensive_care intensivstation soins_intensifs terapia_intensiva|emergency_room er emergency_department urgencias a&e emergency urgences notaufnahme|national_health_service nhs|registered_nurse rn|emergency_medical_technician emt|general_practitioner gp|celiac_disease celiac coeliac_disease coeliac|type_2_diabetes t2d type_2|type_1_diabetes t1d type_1
university uni college univ universität universidad université fac вуз универ 大学|university_of_california uc|massachusetts_institute_of_technology mit|london_school_of_economics lse|bachelor bachelors bsc ba b.sc|master masters msc ma m.sc|doctorate phd doctoral|abitur abi|baccalauréat bac|high_school hs|senior sr|junior jr
saint st|mount mt|fort ft|doctor dr|professor prof profe|new_york_city nyc ny_city|new_york ny nyc|new_jersey nj|california cali ca|massachusetts mass|pennsylvania pa penn|connecticut ct|arizona az|texas tx|florida fl|nevada nv|new_mexico nm|tennessee tn|kentucky ky|west_virginia wv|wyoming wy|wisconsin wi|minnesota mn|michigan mi|kansas ks|vermont vt|new_hampshire nh|rhode_island ri|washington wa|south_dakota sd|north_dakota nd|alaska ak|georgia ga|illinois ill|washington_dc dc|north_carolina nc|south_carolina sc|british_columbia bc|new_south_wales nsw|los_angeles la|san_francisco sf|bay_area|united_nations un|european_union eu ue ес 欧盟|peking_university 北京大学 北大|tsinghua 清华 清华大学|sun_yat_sen 中山大学 中大
kilometer km kilometre|kilogram kg kilo|pound lb lbs|mile mi|appointment appt|work_from_home works_from_home working_from_home wfh|sertraline zoloft|escitalopram lexapro|fluoxetine prozac|alprazolam xanax|paracetamol acetaminophen tylenol panadol|ibuprofen advil nurofen|methylphenidate ritalin concerta|semaglutide ozempic wegovy|levothyroxine synthroid|salbutamol albuterol ventolin|venlafaxine effexor|bupropion wellbutrin|lisdexamfetamine vyvanse|christmas xmas weihnachten navidad noël рождество 圣诞|thanksgiving|new_year nye silvester nochevieja нового_года|spanish_civil|rock_and_roll rock_n_roll|rhythm_and_blues r&b rnb|science_fiction sci_fi scifi sf|non_governmental ngo|disc_jockey dj|master_of_business_administration mba|certified_public_accountant cpa|limited_liability llc|bed_and_breakfast b&b|do_it_yourself diy|lesbian_gay lgbt lgbtq queer gay|christian christ church|catholic catholicism mass|jew jewish|muslim islam islamic
personal_best pb personal_record pr|stepchildren stepkids|stepchild stepkid|stay_at_home_mom sahm stay_at_home_mother stay_at_home_mum|stay_at_home_dad sahd stay_at_home_father|trying_to_conceive ttc trying_for_a_baby|mother_in_law mil schwiemu|father_in_law fil|sister_in_law sil|brother_in_law bil|gastroesophageal_reflux_disease gerd acid_reflux reflux|software_engineer swe sde software_developer|database_administrator dba|homeowners_association hoa|individualized_education_program iep individualized_education_plan|pacific_northwest pnw|certified_nursing_assistant cna|licensed_practical_nurse lpn|occupational_therapist ot|part_time pt|full_time ft|speech_language_pathologist slp speech_therapist speech_pathologist|heavy_goods_vehicle hgv lorry|special_education sped special_ed|special_educational_needs sen|years_of_experience yoe|paid_time_off pto|chronic_kidney_disease ckd|chronic_obstructive_pulmonary_disease copd|urinary_tract_infection uti|rheumatoid_arthritis ra|borderline_personality_disorder bpd|generalized_anxiety_disorder gad|deep_vein_thrombosis dvt|ehlers_danlos_syndrome ehlers_danlos eds heds|chronic_fatigue_syndrome cfs|in_vitro_fertilization ivf|hormone_replacement_therapy hrt|anterior_cruciate_ligament acl|sleep_apnea osa sleep_apnoea|traumatic_brain_injury tbi|ulcerative_colitis uc|selective_serotonin_reuptake_inhibitor ssri ssris
hong_kong hk|united_arab_emirates uae|salt_lake_city slc|oklahoma_city okc|minneapolis mpls|pittsburgh pgh|dallas_fort_worth dfw|nottinghamshire notts|northamptonshire northants|hampshire hants|buckinghamshire bucks|oxfordshire oxon|hertfordshire herts|rheinland_pfalz rlp|niedersachsen nds|barcelona bcn|zaragoza zgz|guadalajara gdl|monterrey mty|belo_horizonte bh|porto_alegre poa|florianópolis floripa|são_paulo sampa
mountain_bike mtb mountain_biking|role_playing_game rpg ttrpg role_playing|magic_the_gathering mtg|warhammer_40k 40k wh40k warhammer_40000|final_fantasy_xiv ffxiv ff14|high_intensity_interval_training hiit|digital_audio_workstation daw|virtual_machine vm|virtual_private_server vps|network_attached_storage nas|windows_subsystem_for_linux wsl wsl2|pull_request pr|merge_request mr|test_driven_development tdd|object_oriented_programming oop|functional_programming fp|firefox ff|google_drive gdrive|google_calendar gcal|google_maps gmaps|chatgpt gpt chat_gpt|scikit_learn sklearn|pandas pd|tensorflow tf|terraform tf|jupyter_notebook ipynb|power_bi powerbi pbi|salesforce sfdc|mongodb mongo|dynamodb dynamo|operating_system os|integrated_development_environment ide|version_control vcs
medizinische_fachangestellte mfa|volkswirtschaftslehre vwl|wohngemeinschaft wg|kindertagesstätte kita|kindergarten kiga|auszubildende azubi auszubildender|studentische_hilfskraft hiwi|appartement appart|ordinateur ordi|professeur_des_écoles pe|bachillerato bachiller|preparatoria prepa|computadora compu|oposiciones opos opo|instituto insti|faculdade facul|индивидуальный_предприниматель ип|преподаватель препод|общежитие общага|ноутбук ноут|компьютер комп|бухгалтер бух|程序员 码农|研究生入学考试 考研
du duz duze duzen per_du duzt|sie siez siezen|tú tutear tuteo háblame_de_tú|tu tutoie tutoyer|you
"""

GENERIC = frozenset(
    """
    ai tv pc it id ok dj djs diy app url pdf usb gps led api cli gui cpu gpu ram ssd sql html css xml json
    csv wifi lan vpn os db hr qa pr it faq cv ceo cto hq pm am utc gmt est pst cet ac dc bbq pin sim
    sms ev suv phd msc bsc mba gpa iq vip lgbt lgbtq adhd ptsd ocd hiv covid dna
    internet web email covid user university college school hospital institute department museum
    library street avenue road square park river lake mount city county state north south east west
    northern southern eastern western central sir mr mrs ms dr god bible
    christmas easter thanksgiving ramadan hanukkah halloween
    """.split()
)

# Names that everybody knows. A fact may not bring one up where the user did not, whatever the
# language.
WELL_KNOWN = frozenset(
    """
    google microsoft apple amazon meta facebook netflix tesla openai anthropic nvidia intel ibm oracle
    sap siemens bosch bmw volkswagen audi mercedes toyota honda ford samsung sony huawei tencent
    alibaba bytedance baidu xiaomi yandex яндекс sber сбер сбербанк тинькофф вконтакте 谷歌 微软 苹果公司
    阿里巴巴 腾讯 字节跳动 百度 华为 小米 ikea lidl aldi walmart costco starbucks mcdonalds deloitte
    accenture pwc kpmg uber airbnb spotify stripe paypal ebay inditex santander telefonica renault
    peugeot michelin airbus boeing nasa nhs harvard stanford oxford cambridge mit yale eth sorbonne
    python java javascript typescript rust kotlin swift php ruby haskell scala docker kubernetes linux
    windows ubuntu fedora debian macos android iphone ipad macbook photoshop excel powerpoint slack
    notion figma github gitlab jira opel skoda fiat kia hyundai mazda nissan volvo subaru porsche lexus chevrolet
    suzuki yamaha kawasaki peugeot citroen dell hp lenovo asus acer thinkpad canon nikon garmin bose sonos philips
    nike adidas decathlon zara carrefour mercadona rewe edeka dhl fedex lufthansa vodafone telekom movistar bbva
    allianz axa zalando outlook trello asana airtable obsidian evernote chatgpt claude gemini copilot mysql
    postgresql postgres mongodb redis sqlite mariadb kafka react vue angular svelte django flask rails laravel
    nextjs tensorflow pytorch pandas numpy matlab stata spss tableau salesforce hubspot confluence vim neovim emacs
    vscode intellij pycharm xcode eclipse playstation xbox nintendo minecraft typescript golang terraform ansible
    jenkins azure aws gcp heroku vercel whatsapp telegram signal discord zoom instagram twitter tiktok youtube
    滴滴 美团 京东 拼多多 网易 清华大学 北京大学 复旦大学 浙江大学 озон ozon авито мтс билайн газпром
    """.split()
)

# Given names. One of them is not a slip of the pen for another: "Julia" and "Julie".
GIVEN_NAMES = frozenset(
    """
    aaron adam adrian alan albert alejandro alex alexa alexander alice alina amelia amy ana andrea
    andreas andrei andrew angela anita anja ann anna anne anton antonio arthur ben bernd bianca bob
    brian bruno carl carla carlos carmen caro carolin caroline catherine cecilia charles charlotte
    chris christian christina christine christoph claire clara claudia claudio clemens colin dan daniel
    daniela danielle david denis dennis diana diego dieter dmitri dominik dora edgar edith eduard
    elena eleni eli elias elisa elisabeth elizabeth ella ellen elsa emil emilia emilie emily emma eric
    erica erik erika ernst esther eva evan eve felix fernando fiona florian frances francis francisco
    frank franz fred frederic frida gabriel gabriela georg george gerald gina giulia grace greg greta
    guido hanna hannah hans harry heidi helen helena helga henri henry hugo ian ida igor ilse ines
    inga ingrid irene irina isabel isabella ivan jack jakob james jan jana jane jason javier jean jenny
    jens jeremy jessica jim joan joana joel johan johann johanna john jonas jonathan jorge jose josef
    joseph juan judith jules julia julian juliana julie julien juliet julio julius karen karin karl karla
    kate katharina katherine katie kevin klaus klara lara larissa laura lauren laurent lea lena leo leon
    leonie lilli lily linda lisa liz lorena louis louisa louise luca lucas lucia lucie lucy luis luisa
    lukas luke lydia manuel manuela marc marcel marco marcos marcus margaret margarita maria marian
    marianne marie marina mario marion mark marko markus marta martha martin martina marvin mary
    mateo mathieu matt matthew matthias maurice max maxim maya megan melanie mia michael michaela
    michel michelle miguel mike mila mira mona monica monika nadia nadine nancy natalia natalie nick
    nicola nicolas nicole niklas nikolai nina noah nora olaf oleg olga oliver olivia oscar otto pablo
    patricia patrick paul paula pauline pedro peter petra philip philipp pia pierre rachel rafael ralf
    raul rebecca rene ricardo richard rita robert roberto robin roger roland roman rosa rose ruben
    rudolf ruth ryan sabine sabrina sally sam samuel sandra sara sarah sascha sebastian sergei sergio
    silvia simon simone sofia sofie sonia sonja sophia sophie stefan stefanie stella stephan stephanie
    stephen steve steven susan susanne sven svenja sylvia tamara tania tanja tara teresa theo theresa
    thomas tim timo tina tobias tom tomas tony ulrich ulrike ursula uwe valentin valeria vanessa vera
    veronica victor victoria viktor vincent viola virginia vladimir walter wendy werner will willi
    william wolfgang xavier yana yuri yvonne zoe
    """.split()
)

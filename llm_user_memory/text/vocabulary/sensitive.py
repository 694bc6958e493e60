"""Words of the same meaning: what hurts most if it is wrong. Six languages; see `text.vocabulary`.

Harm to others, crime, drugs, illnesses of mind and body, beliefs, orientation, and money troubles.
Each row is particular, so a fact says such a thing only if the user has. What somebody may conclude
from a user's words is not said: who goes to a church choir need not be Catholic. Pure data.
"""

ROWS = """
!kills killed killing murder slaughter|mord. mörder töten. tötet. tötete. getötet. ermord umgebracht geschlachtet|mata. mató. matar. matado. asesin|tue. tué. tuer. tuent. assassin|убил убива убийств убийц|杀 < euthanis hunt butcher exterminat euthan put_to_sleep put_him_down put_her_down kill. killer drowned утопил утоп ertränkt ahogó noyé 打死 淹死 弄死
!poison|vergift|envenen|empoison|отрав|下毒 投毒 中毒 毒死 < rat_bait poisoned
!steals stole stolen stealing robs robbed robbing shoplift burglar thief theft|stehlen. stiehlt. stahl. gestohlen. klaut klauen dieb. diebstahl einbruch|robar. roba. robó. robé. robado. robaron. ladrón hurto atrac|voleur cambriol braqu a_volé ai_volé|украл украден ворует воровств воров|偷东西 偷窃 盗窃 抢劫 被偷 < steal. mugged nicked pinched ripped_off got_robbed broke_into broken_into geklaut looted embezzl fingers_in_the_till mangé_la_caisse chouré piqué спёр спер стырил стащил 偷 i_nick to_nick got_nicked was_nicked
!beats. hits. abuses abuser abusive abused assault slaps. slapped|schlägt. geschlagen. misshandel verprügel|golpea maltrat|frappe. frapper. battu. maltrait|избива избил бьёт. бил.|殴打 打人 家暴 虐待 < beat. hit. abuse punch smack slap beating slapping ohrfeige gehauen verhauen pegué pegó une_gifle giflé ударил ударила шлёпнул 打伤
!stalk. stalks. stalking stalker harass bully bullies bullied bullying|stalkt. belästig mobb. mobbt. gemobbt. mobbing|acoso. acosa. acosar. hostig|harcel|травл травил преследу|跟踪 骚扰 霸凌
!threaten blackmail extort|bedroht. bedrohen. erpress|amenaz chantaje extors|menace. menacer. chantage|угрож шантаж|威胁 勒索 敲诈 < threat
!fraud scam. scams scammer swindle|betrug betrüger|estafa fraude|arnaque fraude escroc|мошеннич|诈骗 欺诈 < scam.
!smuggl traffick|schmuggel|contraband|contreband trafiquant|контрабанд|走私 贩毒
!cheats. cheated. adulter unfaithful|fremdgeh betrogen. betrügt.|infiel engaña. engañó.|infidèle trompe. trompé.|изменяет. изменил_жене изменила_мужу жульнич|出轨 作弊 < affair cheat. cheating slept_with
!prison jail convict felon inmate parole incarcerat behind_bars|gefängnis knast häftling vorbestraft|cárcel preso. presa. prisión|prison. détenu. incarcér|тюрьм тюрем судимост заключённ|坐牢 服刑 入狱 < probation did_time doing_time correctional locked_up slammer served_time einsitz jva knast talego trullo taule. отсидел отсидела сел_в условка 坐过牢 蹲过 蹲了 判了 bewährung months_inside years_inside jahr_gesessen jahre_gesessen monate_gesessen wochen_gesessen bail
!dui dwi drunk_driving drink_driving|trunkenheitsfahrt alkohol_am_steuer|alcoholemia|alcool_au_volant|пьяным_за_рулем пьяным_за_рулём|酒驾 醉驾 < drove_drunk driving_drunk breathalyzer führerschein_weg
!arrested. arrests. arrest.|verhaft festgenommen|arrestad detenid|interpell garde_à_vue|арестов арест.|被捕 逮捕 < handcuff cops_took cuffed picked_up_by convicted pinched_by weed_charge festnahme aufgegriffen повязали забрали_в_полицию 拘留 抓过 被抓 got_busted was_busted nicked_for got_popped dui dwi
!criminal. crime. crimes. felony|krimin verbrech straftat|criminal. crimen delito delincuent|criminel délinqu|преступ уголовн|犯罪 罪犯 < crimin
!addict. addicts. addicted. addiction. addictions.|süchtig drogenabhäng suchtkrank|adicto. adicta. adicción|toxicoman dépendance addiction. accro.|зависимост наркоман|上瘾 成瘾 < hooked cant_stop can_t_stop addict süchtig sucht. couldnt_stop couldn_t_stop cant_quit months_clean years_clean days_clean rehab detox methadone suboxone naltrexone relapse enganch no_puedo_parar accro décroch завис подсел слез_с 戒不掉 戒了 been_clean
!alcoholic. alcoholics. alcoholism.|alkoholiker. alkoholikerin. alkoholsucht alkoholabhäng alkoholismus.|alcohólico. alcohólica. alcoholismo.|alcoolique. alcoolisme.|алкоголик алкоголизм|酗酒 酒鬼 酒精依赖 < drinking_problem problem_with_drinking too_much_to_drink drinking_too_much drink_too_much sober booze boozing off_the_booze twelve_steps blackout_drunk drink_myself drank_myself drinking_myself drunk_every picol trinker säufer saufen bebía_todos_los_días пил_запоями запой запои запоях 戒酒 断片 in_aa at_aa aa_meeting aa_meetings aa_sponsor
!heroin. cocaine meth. opioid fentanyl amphetamine mdma lsd|heroin. kokain|heroína. cocaína|héroïne. cocaïne|героин. кокаин|海洛因 可卡因 冰毒 < ecstasy meth oxys oxy percs molly кокс спиды did_coke doing_coke on_coke coke_habit la_coke smoke_crack metí_coca crack
!cannabis weed. marijuana thc stoner|cannabis marihuana kiff|cannabis marihuana porro|cannabis. marijuana beuh|марихуан каннабис|大麻 < bong edibles spliff reefer smoke_up ganja kiffe kiffen bubatz porros porro canuto pétard травк травку косяк smoke_a_bowl smoke_pot smoked_pot smoking_pot smoke_a_joint rauch_gras fume_des_joints
!drug. drugs.|droge drogen|droga drogas|drogue|наркоти|毒品 吸毒 < heroin. cocaine meth. opioid fentanyl mdma lsd weed. cannabis marijuana ecstasy oxys oxy percs molly stoned rehab detox methadone ketamin shrooms did_coke doing_coke on_coke la_coke smoke_crack
!suicid self-harm self_harm|suizid selbstmord selbstverletz|suicid autolesi|suicid automutil|суицид самоубий самоповрежд|自杀 自残 < killed_himself killed_herself killed_themselves took_his_life took_her_life hanged end_it_all kill_myself end_my_life cutting_myself overdosed overdose took_my_life take_my_own_life kill_himself ritzen lebensmüde matarme quitarme_la_vida en_finir покончить порезы не_хочу_жить 不想活 轻生 割腕 cut_myself_as used_to_cut_myself od_d ods_d
!debt debts bankrupt insolven|schulden. verschuldet. überschuld pleite. insolven|deuda endeud quiebra bancarrota|dette endett faillite|долги. долгов долгах банкрот|负债 欠债 破产 债务 < loan mortgage kredit darlehen hypothek préstamo hipoteca prêt emprunt кредит ипотек 贷款 房贷 欠 credit_cards_maxed maxed_out collectors bailiff payday in_the_red owe_the_bank chapter_7 chapter_13 chapter_11 iva. overdraft schufa privatinsolvenz inkasso pfändung embargo surendettement huissier découvert микрозайм коллектор должен_банку задолжал 网贷 催收 信用卡还 欠款 debo_dinero debo_como
!homeless evicted eviction|obdachlos wohnungslos zwangsgeräum|sin_techo desahuci|sans-abri sans_abri|бездомн выселил|无家可归 流浪汉 < living_in_my_car couch_surf sleeping_in_my_car sleep_in_my_car kipping_in sleeping_rough sleeping_in_a_tent living_in_a_tent in_a_shelter in_the_shelter stay_at_a_shelter sofa_surf notunterkunft ночлежк ночую_на no_fixed_address no_fixed_abode
!asexual|asexuell|asexual|asexuel|асексуал|无性恋 < im_ace am_ace being_ace ace_and
!gay. lesbian bisexual homosexual queer same_sex|schwul lesbisch bisexuell|gay. lesbiana. bisexual homosexual|gay. lesbienne bisexuel homosexuel|гей. лесбиян бисексуал|同性恋 双性恋 < lgbt wife_and_i_are_both_women both_guys both_men both_women pansexual wlw sapphic lesbe gouine 弯的 拉拉 im_bi am_bi came_out_to came_out_as coming_out_to coming_out_as
!transgender nonbinary non-binary trans.|transgender nichtbinär trans.|transgénero trans. no_binari|transgenre trans. non-binaire|трансгендер|跨性别 < started_t top_surgery bottom_surgery mtf ftm deadname enby 变性 跨性别 transitioned on_estrogen_for
!church christian|kirche christ|iglesia cristian|église chrétien|церк христиан православ|教会 基督
!muslim islam|muslim islam|musulm|musulman|мусульман|穆斯林
!catholic|katholi|católic|catholique|католи|天主教 < confession rosary misa исповед 弥撒
!protestant lutheran baptist methodist evangelical.|evangelisch. protestant|protestante evangélic|protestant évangéli|протестант баптист|新教
!jewish judaism jew.|jüdisch jude. jüdin.|judío. judía. judaísmo|juif. juive. judaïsme|еврей иуде|犹太 < synagog shabbat bar_mitzvah bat_mitzvah rabbi shul pesach passover yom_kippur hebrew_school
!hindu. hinduism|hindu. hinduis|hindú|hindou|индуи индус|印度教
!buddhis|buddhis|budist|bouddhis|буддис буддий|佛教
!atheis|atheis|ateo. atea. ateísm|athée. athéis|атеи|无神论 < no_god dont_believe_in don_t_believe_in believe_in_any_god god_doesnt godless glaube_nicht_an no_creo_en_dios ne_crois_pas не_верю_в_бога 不信
!republican. republicans.|republikaner|republicano|républicain|республиканец республиканк|共和党 < gop
!democrat. democrats.|demokraten. sozialdemokrat|demócrata|démocrate|демократ.|民主党
!communis|kommunis|comunis|communis|коммунис|共产 < marxis
!voted. votes_for|gewählt_hat|votó. vota_a|vote_pour voté.|голосует голосовал|投票 < voting voter ballot
!abortion|abtreib schwangerschaftsabbruch|abort|avortement avorté.|аборт|堕胎 人流 < d_and_c ended_the_pregnancy ivg. 打胎 清宫 had_a_termination
!miscarr lost_a_baby lost_the_baby lost_the_pregnancy pregnancy_loss|fehlgeburt|pérdida_del_embarazo aborto_espontáneo|fausse_couche|выкидыш|流产 < lost_our_baby lost_my_baby stillborn stillbirth 胎停 sternenkind замершая
!infertil|unfruchtbar|infertil estéril|infertil stérile|бесплод|不孕 < ivf trying_to_conceive ttc
!hiv|hiv|vih|vih|вич.|艾滋 < poz. undetectable antiretroviral
!obes overweight|übergewicht adipös adipositas|obesidad obeso. obesa. sobrepeso|obèse obésité surpoids|ожирен лишним_весом лишний_вес|肥胖 超重 < chubby
!anorex bulimi eating_disorder|magersucht bulimi essstörung|anorexi bulimi trastorno_alimentario|anorexi boulimi trouble_alimentaire|анорекси булими|厌食 暴食 < purging recovering_from_ed
!schizophren psychosis psychotic|schizophren psychose|esquizofren psicosis|schizophr psychose|шизофрен психоз|精神分裂 < hear_voices hearing_voices
!bipolar|bipolar|bipolar|bipolaire|биполяр|双相 躁郁 < manic mania
!ptsd trauma traumatized|ptbs trauma|tept trauma|sspt trauma|птср травмир|创伤
!ocd|zwangsstörung|toc.|toc.|окр.|强迫症 < obsessive compulsive
!burnout burnt_out burned_out|burnout burn-out|burnout quemad|burn-out burnout|выгоран выгорел|倦怠
!dement alzheimer|demenz alzheimer|demencia alzheimer|démence alzheimer|деменц альцгеймер|痴呆 阿尔茨海默
!epilep|epilep|epilep|épilep|эпилеп|癫痫 < seizure krampfanf convulsion crises_convulsives судорог krampf
!parkinson|parkinson|parkinson|parkinson|паркинсон|帕金森
!stroke.|schlaganfall|ictus. derrame_cerebral|avc.|инсульт|中风 < tia. brain_bleed
!heart_attack|herzinfarkt|infarto|infarctus crise_cardiaque|инфаркт|心梗 心肌梗 < infarct coronary heart_gave_out stent bypass
!hepatit cirrhosis|hepatitis zirrhose|hepatitis cirrosis|hépatite cirrhose|гепатит цирроз|肝炎 肝硬化
!lupus|lupus|lupus|lupus|волчанк|红斑狼疮
!multiple_sclerosis|multiple_sklerose|esclerosis_múltiple|sclérose_en_plaques|рассеянн|多发性硬化 < have_ms has_ms with_ms
!undocumented illegally|illegal_im_land|indocument|sans-papier sans_papiers|нелегал|非法移民 < overstayed no_papers
!refugee asylum|flüchtling asyl|refugiad asilo_político|réfugié asile.|беженц беженк|难民 避难 < fled
!gun. guns. pistol rifle firearm handgun|pistole. gewehr schusswaffe|pistola. escopeta rifle. fusil.|pistolet fusil.|пистолет ружь|枪支 手枪 步枪 < shotgun glock weapon ar15 ar-15 ruger remington beretta 12-gauge ccw holster ammo flinte revolver carabina карабин 猎枪
!prostitut sex_worker|prostituier sexarbeit|prostitut|prostitu|проститу|卖淫 妓女 < escort onlyfans
!gambl|glücksspiel spielsücht|ludópat apuesta|jeux_d'argent|игроман азартн|赌博 赌 < casino betting bets. poker lottery roulette blackjack bookie parlay parlays fanduel draftkings paycheck_on spielhalle tragaperras ставк 网赌 输了 on_slots the_slots on_the_slots проиграл_на_ставках
"""

# The rows of what somebody does to others, by their first words.
DEEDS = "kills poison steals beats. stalk. threaten fraud smuggl cheats.".split()

# Figures of speech with such words, and games: "I'd kill for a bagel", "beat my brother at chess".
FIGURES = (
    r"\b(?:(?:would|could|id|d) (?:kill|murder) (?:for|to|some\w*)\b|(?:kill\w*|tu(?:e|er|ons)|matar|mato|matando|totschlag\w*|убива\w*|убил\w?|убить) (?:\w+ ){0,3}?(?:time|hours?|temps|tiempo|el rato|zeit|время|вечер|день|часы?|час|выходн\w+)\b|(?:zeit|stunden) tot\w*"
    r"|kill\w* (?:it|the (?:vibe|mood|engine|lights?|process|server|job|session|tab))\b|dressed to kill|(?:is|are|was|were) killing me|me mata|me tue|убивает меня|bringt mich um|mata de|morir de"
    r"|(?:steal|stole|steals|stealing|rob\w*) (?:the (?:show|scene)|a (?:glance|kiss|look|moment)|camara|besos?|protagonismo)|(?:it|thats|what) a steal|a steal (?:at|for)|vol\w* la vedette"
    r"|(?:beat|beats|beating|schlug|schlage|geschlagen|gane|batt\w*|battu) (?:\w+ ){1,5}?(?:at|in|im|beim|au|aux|a|en|by|mit)\b|(?:beat|beats|beating) (?:the (?:heat|traffic|rush|game|boss|level|record|clock|market|odds)|my (?:record|pb|pr|time|score))"
    r"|(?:hit|hits|hitting) (?:the (?:gym|road|books?|sack|hay|town|beach|slopes|spot|brakes?)|a (?:wall|plateau|snag|bug|milestone|new)|enter|send|save|publish|record|play)\b|shoot\w* (?:a |some |the )?(?:hoops?|photos?|film|video|pool|breeze|an? (?:email|text|message))"
    r"|(?:so|a (?:bit|little)|bit|kinda|super|totally|lowkey|slightly|such an?) (?:ocd|bipolar|schizo\w*|psychotic|anorexic|ptsd|traumati[sz]ed|addict\w*) (?:about|over|with (?:my|the)|today|lol|haha|when)\b"
    r"|cheat (?:day|meal|sheet|code)s?|cheats? (?:on|with) (?:my |the )?(?:diet|keto|carbs)|threaten\w* (?:to )?(?:rain|snow|collapse|crash))\b"
)

# Nouns that make a word say what they are about: "gun control debate", "an exam on Islamic art".
ABOUT = frozenset(
    """
    art law laws lawyer attorney history exam class course clinic control debate model detection
    detector study studies research paper essay thesis novel story stories book film movie show
    series podcast documentary character game games museum policy policies awareness charity
    shelter company firm startup app dataset data seeker seekers counselor counsellor therapist
    chaplain prevention reform statistics stats rights movement architecture literature music
    philosophy theology studies scene sketch song lyrics poem joke jokes investigator prosecutor
    researcher specialist nurse ward unit center centre hotline helpline squad museum trial trials
    """.split()
)

# One's own words before such a word: "as a lapsed Catholic", "I'm gay".
OF_ONESELF = r"\b(?:im|i am|am|was|were|been|being|as an?|diagnosed with|having|ive got|i have|i had|bin|war|soy|estoy|suis|я) (?:\w+ ){0,2}$"

"""Words that stand near secrets, or near words that only look like one, in eight languages. Pure.

Each word has classes: names of secrets, things that they open, things that one does with them, and
other things that a number or an odd word may be. A plain entry is a whole word, an entry that ends
in `*` is a beginning, and `*...*` matches anywhere in a word, as in German compounds and Chinese.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from ..languages import EAST_ASIAN
from ..patterns import regex
from . import first_look
from .names import mistyped

_WORDS = {
    # Names of secrets that a person chooses.
    "password": """
        *passwor* *kennwort* *kennwört* *passwört* *losungswort* codewort* *passphrase* *passcode* *pwd *requirepass *bindpw pass pw pwd pws pswd psw pword passwd
        pasword* passwrod* passowrd* mdp creds credential* login-data *zugangsdaten* *logindaten* *anmeldedaten* identifiants identifiant
        contraseñ* contrasen* contra clave claves credenciales senha senhas palavra-passe palavras-passe credenciais parola credenziali
        motdepasse wachtwoord *парол* пасс пассворд psk
        *密码* *密碼* *口令* *秘钥* *暗号* *账密* *密马* *蜜码* *迷码* *パスワード* *비밀번호*
        ww wachtwoord* *wachtwoord toegangszin hoofdzin inloggegevens wifiwachtwoord wachtzin
        passcode passcodes pass-word passes passphrases logins-are zugangswort losung kennung kundenkennwort* telefonkennwort* wifi-pw *-pw *_pw
        claves-de clavecita passwords-de palabra-clave mots-de-passe passwd-root
        паролей паролями паролика учетные учётные
        senhazinha
        *密钥* *登录码*
    """,
    # Names of numbers that open something, or are used once.
    "code": """
        code codes passcode* pin pins pincode nip combo combination combinations otp totp tan tans mtan pushtan puk cvv cvc cvv2 cvc2
        *code *pin *tan sms смс смск* смс-* *短信* *kombination* *geheimzahl* *zahlenkombi* código* codigo* clave claves combinación combinacion combinaison
        codice codici combinazione combinação combinacao senha digicode* код коды кода кодом коду пин пина пинкод* пин-код* пук комбинаци* шифр*
        *验证码* *码* *代码* 2fa mfa *密码* sequence digits *prüfziffer* cryptogramme
        pincode* *pincode cijfercode toegangscode* codes cijfers combinatie combinaties verificatiecode* *verificatie* cijferslot inlogcode
        codes-are keycode keycodes entrycode doorcode numbercode digit four-digit six-digit 4-digit 6-digit 4-stellig* 6-stellig* vierstellig* sechsstellig* ziffer ziffern zahl zahlen zahlencode nummerncode zugangscode* türcode* geheimnummer* öffnungscode*
        cifras dígitos digitos dígito numerito combinaciones contraseña-numérica números numeros clave-numérica
        chiffres chiffre combinaisons numéros
        cifre cifra combinazioni numeretto numeri numerini
        algarismos combinações combinacoes
        цифр цифры цифрами цифра кодами коды-для четырёхзначн* четырехзначн* шестизначн*
        *数字* *号码* *几位* *取件码* *提取码* *动态码* *校验码* *四位* *六位*
        cijfercodes cijfer
    """,
    # Names of generated secrets.
    "key": """
        key keys token tokens secret secrets api-key apikey *schlüssel* *geheimnis* jeton jetons clé cle clés *apikey* *secretkey* llave llaves clave chiave chiavi
        chave chaves secreto segredo segreto ключ ключи ключа ключом токен* секрет* *密钥* *令牌* *私钥* bearer jwt cookie licen* lizenz* serial
        activation aktivierung* activación ativação attivazione активаци* *激活* *许可证* *序列号* seed mnemonic* *助记词* hash pat
        sleutel* *sleutel geheime licentie* codewoord
        schlüsselwort cles llavecita chiavetta tokenul apikeys
    """,
    # Getting access, or failing to.
    "access": """
        login logins log-in logged logging logon signin sign-in signed account accounts acct user username usr admin root sudo ssh sftp ftp vpn rdp smb
        ldap smtp imap pop3 auth authent* unlock* decrypt* encrypt* protected locked locks vault bitwarden lastpass 1password keepass* keychain
        einlogg* eingeloggt anmeld* angemeldet konto konten *account benutzer* nutzer* *zugang* *entsperr* *verschlüssel* *gesperrt*
        cuenta cuentas usuario usuarios acceso accesos entrar entro inicia* sesión sesion *bloque* desbloque* cifr*
        compte comptes utilisateur* connexion connect* accès acces accéder identifi* déverrouill* chiffr* verrouill*
        account utente utenti accesso accessi accedere accedo entrare sblocc* cifrat*
        conta contas acesso acessar usuário* entrar entro bloquead* criptograf* логин* аккаунт* учётк* учетк* учётн* учетн* вход* войти вхожу зайти
        захожу зашёл зашел заход* доступ* разблок* зашифр* *登录* *登陆* *账号* *帐号* *账户* *帐户* *用户名* *解锁* *加密*
        entra entras entran entramos entré entrei entrou entri entriamo accede accedes acceder acceso entrando einloggen reinkomm* rein reinkommen konnektier* connecter connecte connecté identifie se-connecter войдёт заходим заходит заходишь логинюсь логинит* авториз* учётной учетной *进入* *登入* *进去* *开机* *解压* *登* benutzername nutzername
        inlog* ingelogd inloggen aanmelden gebruiker* gebruikersnaam account toegang vergrendel* ontgrendel* versleutel* beheer beheerder luks veracrypt cryptsetup gpg 7z keyring pinentry volume tresor ansible
        access accesses enter-the get-in gets-in getting-in in-to sign-on passkey register registration credential boot boots
        reinzukommen freigabe freigeschaltet freischalten login-seite entsperrt entsperren verbinden verbindet
        conectar conecta conecto conectarse conectarme logueo loguea loguear ingresar ingreso autenticar
        connexions débloquer débloque session
        collegare collego collegarsi connettere connetto connettersi accedi accediamo autentic* entrarci
        logar loga logo-me acessa acesso-o logado
        подключиться подключаюсь подключен зашла зашли
    """,
    # What a name stands behind, rather than a secret.
    "user": """
        user users username usernames usr login nickname handle gamertag called named host hostname *benutzer *nutzer benutzername nutzername namens usuario usuarios utilisateur identifiant pseudo utente
        usuário gebruiker* пользовател* логин* ник никнейм *用户* *账号* *账户*
    """,
    # Services and machines that one logs in to.
    "service": """
        wifi wi-fi wlan *wlan* wpa wpa2 wpa3 ssid hotspot router routeur *router* modem fritzbox* livebox freebox nas netflix spotify disney* hulu prime gmail
        outlook hotmail icloud appleid *apple-id* facebook insta instagram tiktok twitter paypal ebay amazon steam roblox minecraft fortnite playstation psn xbox
        nintendo discord telegram whatsapp dropbox onedrive icloud github gitlab jira wordpress mysql postgres* mongo* redis database db server portal email e-mail mail
        correo courriel почт* mailbox bank banking onlinebanking sparkasse elster paypal госуслуг* сбер* вконтакте вк вайфай* вай-фай* wi-fi роутер* сервер*
        камер* camera webcam printer laptop pc computer ipad iphone tablet handy phone telefono teléfono móvil movil celular téléphone cellulare телефон* ноут* планшет*
        zip pdf archive archiv archivio usb *платформ* *微信* *支付宝* *路由器* *无线* *邮箱* *网银* *银行* *电脑* *手机* *wifi* moodle teams slack zoom vpn intranet macbook notebook plc monitor hotspot zwischenablage gastnetz* *netz netzwerk* network networks tele tv keychain macbook bitwarden spid ameli *平板* *学习机* *平台* *app* smartphone desktop
        netwerk bankieren digid laptop bestand mailbox machine website site streaming webmail registry kassa bios tv
        email-account e-mails proton protonmail googledrive chromebook chromecast firestick switch ps4 ps5 kindle alexa ring nest cameras cctv thermostat scanner switchboard unifi synology plex jellyfin homeassistant raspberry pi hypervisor firewall console payroll crm erp canvas blackboard classroom kahoot duolingo tinder linkedin snapchat crunchyroll hbo dazn
        drucker kamera kameras rechner schulcloud cloud postfach postfächer mailkonto fernseher tablets zugangspunkt
        impresora cámara cámaras ordenador ordenadores portátil móviles televisor plataforma nube red
        imprimante caméra caméras ordinateur ordi portable téléviseur télé plateforme réseau espace box
        stampante telecamera telecamere portatile televisore piattaforma rete registro
        impressora câmera câmeras computador televisão rede roteador
        принтер компьютер компьютера компьютере комп телевизор платформа облако сеть сети вай-фая вайфая
        *打印机* *摄像头* *服务器* *网络* *网* *热点* *游戏* *账* *软件* *网站*
        telefoon schoolcloud
    """,
    # Things with a number lock.
    "lock": """
        door doors gate gates alarm *alarmanlage* safe lockbox keybox lock padlock locker garage entrance lobby keypad lockers reception suitcase luggage intercom buzzer disarm* disarms
        shed barn basement building elevator bike card debit cellar attic lift fence turnstile penthouse parental intercoms keysafe key-safe credit sim voicemail screen airbnb cabin guests cleaner *tür* *gartentor* *hoftor* *tresor* *safe* *schloss* *garage* *schließfach*
        *schlüsselkasten* *schlüsselbox* *garten* *keller* *fahrstuhl* *aufzug* *alarm* *karte* *koffer* *spind* girocard keller *eingang* scharf unscharf haustür* klingel*
        puerta portal portón porton alarma caja candado garaje trastero taquilla maleta tarjeta cajero telefonillo portero verja cerradura cerrojo ascensor buzón vigilante patio
        porte portail alarme coffre coffre-fort cadenas garage interphone immeuble carte valise boîte antivol casier hall désarm* ascenseur cave portillon serrure gardien vigile consigne
        porta portone cancello allarme antifurto cassaforte lucchetto citofono carta bancomat armadietto valigia cassetta serratura ascensore cancelletto
        portão portao porteiro alarme cofre cadeado cartão cartao armário mala garagem portaria interfone prédio predio fechadura caixinha elevador cancela porteira depósito
        двер* сейф* замок замк* ворот* калитк* домофон* сигнализац* гараж* карт* чемодан* шлагбаум* подъезд* симк* шкафчик* велозам* кодов* сигналк* лифт* ячейк* кладовк* калитк* камера-хранения
        *门* *锁* *保险箱* *保险柜* *报警* *车库* *行李箱* *卡* *柜* *电梯* *家长* *童锁* *箱子* *警报*
        deur deuren voordeur achterdeur poort hek kluis kluisje sleutelkast* sleutelkluis* slot hangslot fietsslot schuur berging lift kelder alarm* koffer kastje kast locker toegang pinpas betaalkaart bankpas immeuble portillon cacifo armario digicode trousseau fiets bici bicicleta vélo велосипед* cofre-forte baúl buzon
        doorbell gated safes lockboxes key-box keyboxes keysafes locks padlocks cupboard cabinet cabinets drawer deadbolt entryway garages combo-lock hatch shutter shutters barrier barriers storage letterbox mailbox postbox parcel-locker keyhole cashpoint atm cash-machine locker-room crate toolbox stash bikelock u-lock digilock entrance-door backdoor
        türen tor tore eingangstür hintertür schranke schranken tresore schlösser vorhängeschloss fahrradschloss zahlenschloss schlossfach schließfächer schrank schränke spinde kellertür kellerabteil gartenhaus schuppen carport garagentor sprechanlage geldautomat bankautomat automat packstation briefkasten briefkästen kofferschloss fahrräder fahrrad ec-karte bankkarte kreditkarte sim-karte kartenfach schlüsseltresor rollladen hoftor toreinfahrt lager wertfach gepäckfach
        puertas portales portones cajas candados garajes trasteros taquillas maletas tarjetas cajeros porteros verjas cerraduras cerrojos ascensores buzones patios armarios cajón cajon barrera barreras persiana llavero consigna consignas cofres gimnasio azotea trampilla bicis cochera interfono
        portes portails coffres interphones immeubles cartes valises boîtes boite boites antivols casiers halls ascenseurs caves portillons serrures gardiens armoire armoires placard placards tiroir vestiaire vestiaires barrière barrières volet volets consignes local remise grange abri distributeur guichet boîtier digicodes cadenassé cadenassée verrou verrous malle
        portoni cancelli allarmi antifurti cassaforti lucchetti citofoni armadietti valigie cassette serrature ascensori cancelletti armadio armadi cassetto cassetti sbarra sbarre saracinesca box spogliatoio cantina cantine ripostiglio scatola scatole soffitta biciclette portineria serranda casella baule catenaccio distributore
        portas portões portoes cadeados cartões cartoes armários malas garagens prédios predios fechaduras caixinhas elevadores cancelas depósitos gaveta gavetas cacifos caixa-eletrônico multibanco catraca barreira portinhola guarda-volumes intercomunicador interfones caixa armazém bicicletas baú vestiário
        шкаф шкафа шкафу ящик ящика ящике ящику банкомат банкомата банкомате хранения камеру камеры подвал подвала подвале чердак сарай сарая ключница ключницу турникет постамат постамата пункт дача дачи дачу рольставни охране охрану охрана
        deurtje kluizen sloten hangsloten fietsen fietsensloten schuren kelders kasten ladekast lade geldautomaat pinautomaat brievenbus slagboom garagedeur garagebox bagagekluis
        *闸* *栏杆* *取件* *快递* *储物* *抽屉* *门禁* *库房* *仓库* *单元* *大堂* *自行车* *箱* *ATM* *取款机*
    """,
    # Things that one does with a secret.
    "use": """
        use uses used using set sets setting reset changed change changing switch switched pick picked chose chosen choose made make went typed type typing enter entered entering
        tried try trying put putting wrote write saved stored reuse reused recycle log sign press dial punch opens open disarm disarms forgot remember rotate leaked pasted gave told
        uses enters types picks punched dialled presses opened became becomes updated rotated told tells says said reads
        nutze nutz benutze benutzt verwende verwendet gesetzt setze geändert ändern eingegeben eingeben eingib gib tippe getippt genommen nehm nehme gewählt hab habe lautet heißt heisst probiert
        nimm nehmen nimmt nutzen benutzen verwenden benutzt stell stelle stellt gestellt umgestellt gewechselt wechsle wechsel vergeben eintippen eingetippt tipp tippen tippst ausgedacht vergebe lauten ändere
        takes wants needs braucht verlangt will nimmt pide quiere lleva demande veut vuole chiede pede quer хочет просит требует *需要* *要*
        uso usé use usamos usa puse pongo pon puesto cambié cambie cambiado cambia meto metí teclea marca escribo escribí probé
        usar usas poner pones pusimos pusieron cambiamos cambiaron cambiar meter metes metemos marcar marcas marco pulsa pulsas teclear tecleo introduce introduzco quedó queda dejé ponemos abre
        utilise utilisé mets mis changé change tape tapé tapez saisi entré choisi essayé écrit
        utiliser utilises utilisons mettre met changer changée mise tapes taper compose composez composer saisis saisir rentre rentré rentrer choisie ouvre remplacé remplacée
        metto messo cambiato cambia digito digita inserito inserisci scelto provato scritto usato
        uso usi usa usiamo usare mettere metti messa cambiare cambiata digitare digitato inserire inserisco impostato impostata imposta scrivi premi premere apre scelta
        usei uso coloco coloquei troquei mudei digitei digito digita botei boto tentei escolhi
        usa usar usamos usava colocar coloca pus ponho põe mudar mudou trocar trocou mudamos trocamos digitar digite digitando virou definir defini definimos marco tecle abre botou
        использую юзаю ставлю поставил* сменил* поменял* ввёл ввел ввожу ввод* набираю набрать набери пробовал* выбрал* написал*
        использу* ставь ставим поставь* поставлен* сменить смени меняю меняли поменя* введи* ввести вбил* вбей* вбива* набрал* набираешь набирать набирай жми нажми* нажать открывает* открыва* записал* диктую продиктовал* прописал* установил* задал* придумал* стоит
        *改成* *设成* *设为* *设置为* *改为* *输入* *用的* *试了* *换成*
        *用了* *设置* *填的* *输* *敲* *按* *填* *写* *填了* *输的* *改到* *定为* *设的* *默认用* *按的* *换为*
        gebruik gebruikt gebruiken typ typt typte typen tik tikt getypt vul vult ingevuld invullen voer invoeren zet gezet veranderd gewijzigd verander wijzig verandert kies koos gekozen toets toetst intoetsen neem ingesteld staat stel werd tippe fais faites fait mettez compose schreef opgeschreven
        opening pressing pressed dials dialed dialling dialing punching inputs inputting inputted keyed keying puts picking chooses choosing changes changed-to switches swapped swap swaps replaced replace replaces saves saving writes writing jotted scribbled tell telling say saying gives giving tries turns turned turn assigned assign register registered registers answered answer-with swipe tap taps tapped spelled spelt dictated dictate read-out forgets forgotten remembers remembered memorised memorized works accepts accepted unlocks unlocking unlocked disarmed
        nutzt nutzte nutzten genutzt benutzte benutzten verwendete verwendeten verwendest setzen setzt setzte setzten änderst ändert änderte änderten geaendert aendern wechseln wechselte wechselten tippte tippten eintippt eintippte tippe-ein eingebe eingibt eingab eingaben gebe gibst gibt gab gaben eingetragen eintragen trage trägt trug eingestellt einstellen stellte stellten umstellen drücken drücke drückt drückst gedrückt drückte wählen wählt wählte nahm nahmen nehmt vergab merken merke gemerkt merkt notiert notiere notieren aufgeschrieben aufschreiben schreibe schreibt schrieb sage sagt sagen sagst sagte gesagt antworte antwortet geantwortet beantwortet probiere probieren versucht versuche drehe dreht gedreht drehen hinterlegt hinterlegen diktiert diktiere öffnet öffnen öffne geöffnet aufmachen ausgesucht gespeichert speichern ersetzt ersetzen verrät verraten
        usó usaba usaban usábamos utilizo utiliza utilizamos utilizar utilicé puso ponía ponen ponga pongan poned cambio cambias cambian cambió cambiarla cambiarlo metió mete meten metimos tecleé tecleó tecleas marqué marcó marcan marque pulsé pulso pulsó pulse escribió escriben escribe escribes escribir apunté apuntó apunta apuntar anoté guardé guardar elegí eligió elegimos elegir escogí escogió escoger probó pruebo prueba intenté intento introduje introduzca introducir contesté contesto respondí respondo digo dice dices decir dije dijo doy dio dimos giro girar giré dicté dictó dictar abren abrir abría ingresé ingreso ingresa ingresar registré recuerda recordar desactiva
        utilisais utilisait utilisez utilisent utilisée utilisés employer emploie mettons mettent mettait remis changeons changez changent changeait changés changées tapent tapait tapée tapais tapons composes composons composé composait saisit saisie saisissez saisissons entre entres entrez entrons entrée choisir choisis choisit choisissez noter noté notée note-le écris écrire écrivez écrivons marquer essayer essaie essaye essayais répondre répondu réponds répond dis dit disons dire donné donner donne donnons tourner tourné tourne tournez dicter dicte ouvrir ouvert ouvrent appuyer appuie appuyez appuyé remplacer remplace enregistrer enregistré retenir retiens mémoriser déverrouille renseigné renseigner
        usavo usano usarono usata usati utilizzo utilizza utilizziamo utilizzare utilizzato metteva mettono mette misi mettiamo mettete cambi cambiamo cambiano cambiai cambierò digiti digitiamo digitano digitata inserisce inseriscono inserite inserita inserii schiaccia schiacciare schiacci batto battere batti premo prema preme componi comporre compone scegliere scegli scelsi sceglie scelti scrive scriviamo scrivere segnato segnata segnare annotato annota annotare provo prova provare provata rispondo rispondere risposto dico dici detto diede dato dare gira girare girato dettare dettato detto-che aprire apri aprono apro salva salvato salvare memorizzato sostituito sostituire registrato ricorda ricordare impostare imposto impostiamo
        usavam usado usada utilizei colocou colocamos colocaram colocado põem pôs pusemos punha mudam mude mudaram mudado mudada alterei alterou alterar alterado troca trocaram trocado trocada digitou digitam digitado digitava digitamos insiro insere inserir inseri inseriu aperta aperto apertar apertei carrega carregar carregue escolheu escolhe escolher escolhido escreve escrevi escreveu escrever escrito anotei anotou anota anotar tento tentou tentar respondi responde responder respondeu diz disse dizer falo fala falei falou dei deu dar dou passei passou passa girei roda rodar ditei ditou dita ditar abrem abriu guardei guarda salvei salvar gravei cadastrei cadastrou cadastrada cadastrar registrei registei lembra lembrar substituí definiram marquei
        использовал использовала использовали использовать пользуюсь пользуется ставил ставила ставят ставит поставить менять меняла меняем ввела ввели набирает набирают наберите нажал нажала нажимаю нажимает нажимаем жать жмёшь жмешь жму жмём выбрать выбирал написать пишу пишет пишем пиши записать записан записано записывал попробовал попробовала пробую ответил ответила отвечаю отвечает отвечать говорю говорит говорить сказал сказала сказали скажи назвал назвала назвать называть дал дала дали дать дают даю диктовал диктовала диктовать кручу крутить крутил повернул открыл открыла открыть откроется вставил сохранил сохранила сохранить заменил заменили указал указала указать придумать задать прописать запомни запомнить запомнил вбить отправил жмет тыкаю тыкаем
        gebruikte gebruikten tikte tikken intypen vulde vullen invul invult voerde ingevoerd invoer zette zetten wijzigen wijzigde veranderde veranderden kozen kiezen schrijf schrijft noteer noteerde genoteerd zeg zegt zeggen zei gezegd geef geeft gaf gegeven draai draait gedraaid probeer probeerde geprobeerd druk drukt drukte opent openen onthoud onthouden bewaar opgeslagen vervangen
        *设了* *设定* *改了* *改* *换* *用* *打* *拨* *转到* *告诉* *报* *选* *记* *存* *念* *说*
    """,
    # It is somebody's own, and current.
    "own": """
        my our mine ours mum's mums mom's dad's dads his her their wife's husband's grandma's mein meine meinem meinen meiner unser unsere unserem mi mis nuestra nuestro
        mon ma mes notre nos mio mia miei nostra nostro meu minha nosso nossa мой моя моё мое мои моего моей наш наша наше *我的* *我们* *我家* *家里*
        mijn onze ons zijn haar jouw
    """,
    # It came from somebody else, or was found written down.
    "sent": """
        texted text texts sent send sends received receive got get came arrived gave messaged emailed read reads showed says note paper card sticker label written notebook back
        geschickt bekommen gekriegt erhalten kam gekommen gesendet zettel aufkleber notiz steht heft geschrieben
        recibí recibi llegó llego llegado mandaron mandó enviaron papel libreta etiqueta nota apuntado anotado reçu recu envoyé arrivé papier étiquette carnet noté écrit
        ricevuto arrivato mandato inviato foglio etichetta biglietto quaderno scritto recebi chegou mandaram enviaram mandou papel etiqueta caderno bilhete anotado
        gekregen ontvangen gestuurd kwam briefje sticker schrift пришёл пришел пришло прислали прислал получил* бумажк* наклейк* тетрад* записк* открытк* *收到* *发来* *纸条* *便签*
        texting sms'd posted dm dms dmed mailed handwritten scrawled taped stuck post-it postit printed labelled tag tagged leaflet
        aufgeklebt klebt klebte ausgedruckt schickt schickte schicken schrieb mail-kam
        enviado enviada mandado mandada pegado pegada impreso pegatina post-its llegaron mensaje
        envoyée reçue collé collée imprimé message pense-bête
        mandata inviata attaccato attaccata appiccicato stampato messaggio bigliettino foglietto
        enviou colado colada impresso mensagem papelzinho
        прислала прислан прислано приходит пришли сообщение наклеен приклеен написан написано распечатка листок листке стикер
        *贴* *写在* *短信* *发给* *发了*
    """,
    # Keys of a keypad.
    "pad": """
        star asterisk pound hash bell keypad key-pad digits beep beeps stern sterntaste raute rautetaste glocke ziffern piepst almohadilla asterisco estrella campana pita dièse étoile
        cloche cancelletto cerchietto asterisco campanella tecla jogo-da-velha sustenido решётка решетка решётку решетку решёткой звёздочка звездочка звёздочку звездочку *井号* *星号* *井键*
    """,
    # Words and sentences that one says to be let in.
    "phrase": """
        word words phrase phrases codeword safeword watchword maiden pet teacher answer answers security *phrase *frase losung losungswort codewort merkwort stichwort wort wörter satz frage antwort sicherheitsfrage
        palabra palabras frase mascota soltera respuesta pregunta mot mots réponse parole parola domanda risposta palavra palavras resposta pergunta слово слова фраза фразу кодовое кодовым девичья ответ
        вопрос *暗语* *口令* *助记词* *短语* *答案* *问题* concierge operator
        woord woorden zin vraag antwoord huisdier leraar meisjesnaam beveiligingsvraag hond mascotte hund chien perro cane cachorro питомец animal school schule école escuela scuola escola
        mother's maiden-name surname birthplace nickname favourite favorite childhood
        geburtsname mädchenname haustier haustiers lieblings* geburtsort spruch sätze sicherheitsantwort kindheit lehrerin lehrer
        apellido mascotas maestro maestra colegio infancia favorita favorito respuestas preguntas contraseña-frase abuela-se
        prénom favori instituteur institutrice maîtresse animaux réponses questions enfance nom-de-jeune-fille
        cognome animale preferito preferita infanzia risposte domande nubile
        sobrenome mascote professora professor infância respostas perguntas solteira apelido
        фамилия фамилию девичью питомца кличка кличку любимый любимая любимого учительница учитель учителя ответа ответы вопросы вопроса вопросу кодового слову словом словечко
        *昵称* *小学* *宠物* *班主任* *姓* *最喜欢* *密保* *老师*
        lievelings* achternaam antwoorden vragen huisdieren
    """,
    # It is used for everything, or has been for long.
    "habit": """
        everywhere always überall immer alles siempre todo todos todas partout toujours tout ovunque dappertutto sempre tutto tutti sempre tudo везде всюду всегда всех *所有* *到处* *都用* *一直*
        overal altijd alles elke every each jede jedem jeder cada chaque ogni каждый везде
        anywhere each-site same forever since-forever usual usually
        gleiche gleichen dasselbe dieselbe jahrelang sonst
        misma mismo misma-de cualquier habitual
        même mêmes habitude habituel
        stesso stessa solito solita
        mesma mesmo costume sempre-a
        тот-же одинаковый одинаковая одинаковые обычно
        zelfde dezelfde hetzelfde gewoonlijk
        *一样* *通用* *统一*
    """,
    # It did not work.
    "fails": """
        wrong incorrect denied rejected rejects refused refuses refuse invalid fails failed fail doesn't doesnt won't wont works work cant can't cannot locked expired leaked 401 403 530 535 1045
        falsch abgelehnt verweigert ungültig geht klappt nimmt lehnt incorrecta incorrecto rechaza inválida invalida falla funciona deja refusé refuse incorrect marche invalide faux passe
        sbagliata rifiuta rifiutata errata funziona entra errada recusa incorreta funciona неверн* отклон* пускает принимает ругается подходит ошибк* работает *错误* *不对* *失败* *不行* *报错* *登不上* *拒绝*
        fout verkeerd ongeldig geweigerd weigert werkt lukt mislukt accepteert pakt klopt klopte verlopen
        unaccepted rejecting refusing mismatch unauthorized unauthorised unauthenticated timeout error invalidated disabled blocked blocks locks-me
        akzeptiert akzeptierte funktioniert funktionierte stimmt meckert spinnt
        funcionaba acepta aceptó fallo fallaba rechazó rechazado denegado
        accepte fonctionne marchait échoue échoué refusée bloque bloqué
        accetta funzionava rifiutato fallisce bloccato errore
        aceita aceitou recusou falhou falha bloqueou negado
        принял приняла работал сработал подошёл подошел подходил отказ неверен
        *不通过* *不能* *没用* *没反应*
    """,
    # Questions about how good it is.
    "judged": """
        strong weak secure safe guess guessed crack cracked brute leaked breach breached pwned sicher unsicher knacken schwach segura débil debil fuerte hackear sûr faible solide
        sicura debole forte segura fraca forte надёжн* надежн* слаб* взлома* *安全* *破解* *泄露* strength entropy
        veilig onveilig kraken gekraakt zwak lekt gelekt raden hoelang crack craquer
    """,
    # General talk of secrets: rules, forms, programs.
    "general": """
        must should limit limits limite límite grenze лимит* characters chars character letters length minimum min max at-least policy policies expires expire rotation field fields form regex validation validate hashing hashed hashes
        salt bcrypt argon2 manager managers generator example examples sample placeholder dummy template docs documentation readme tutorial getpass input placeholder label header
        muss mindestens zeichen länge feld felder beispiel richtlinie regel regeln eingabefeld debe mínimo minimo caracteres campo ejemplo política plantilla doit caractères champ exemple
        deve caratteri almeno campo esempio caracteres mínimo exemplo должен должна символов поле пример минимум *至少* *位* *字段* *示例* *例子* *必须* *包含*
        moet minstens tekens lengte veld velden voorbeeld beleid regel regels formulier
    """,
    "how": """
        how what where why which when who wie was wo warum wann welche welcher cómo como qué que dónde donde cuál comment quoi où pourquoi quel quelle come cosa dove perché quale
        onde qual porque как где почему что какой зачем сколько *怎么* *如何* *什么* *哪里* *为什么* *多少*
        hoe wat waar waarom wanneer welke wie hoeveel
    """,
    # Other things that a number or an odd word may be.
    "other": """
        order orders ticket tickets invoice invoices rechnung bestellung bestellnummer pedido factura commande facture ordine fattura fatura заказ* счёт счет *订单* *发票*
        error errors err fehler fehlercode *fehler* errore erreur erro ошибк* *错误码* *错误代码* exit status http version versions release build commit commits branch tag revision
        name names named nickname band team song phone-number boarding room zimmer raum habitación chambre camera sala quarto комнат* *房间* flight flug vuelo vol volo voo рейс* gate seat sitz train zug tren treno trem поезд* bus platform gleis
        zip postal plz postleitzahl cap cep индекс *邮编* *邮政编码* area country phone tel call anruf* ruf rufnummer telefonnummer llama appelle chiama ligue звон* *电话* *手机号*
        page seite página pagina страниц* line zeile línea ligne riga linha строк* step chapter section isbn doi model modell modelo modèle modello модел* part teil serial-number firmware driver
        port ports gpio arduino esp32 voltage chip sensor cpu gpu uuid guid sha256 sha1 md5 checksum hash digest id ids request-id tracking parcel sendung* paket paquete colis pacco pacote посылк* *快递* *单号*
        price cost costs preis precio prix prezzo preço цена стоит *价格* euro eur usd year jahr año année anno ano год* *年* score points steps calories recipe distance speed
        street straße strasse calle rue via rua улиц* *路* haus hausnummer wohnung apartment apt flat floor stock étage piano piso andar этаж* *楼*
        color colour farbe couleur couleurs colore cor цвет* *颜色* css promo coupon voucher gutschein* rabatt discount descuento remise sconto desconto промокод* *优惠* barcode qr fiscale penal penale civil source quell* morse
        dress review coverage base editor block language programming python java javascript script bug program programa programma программ* *代码* primary foreign primär* primaria primaire primária
        vin incident inc pod pods container guide manual extension ext dose sku mpn *gutschein* promo-code seo van trailer amlodipine mg ml iu doi permit bay part-number article artikel artikelnummer артикул referencia réf ref réf. refs
        hostname* ral base64 base32 offset hexdump register opcode vlan subnet inventory inventarnummer kfz kennzeichen matricula plaque targa pitch tuning
        musik music song major minor chord tonart sol dur moll mm cm km kg meter metres wheel wrench player match season
        bestelling factuur foutcode versie naam kamer vlucht perron postcode telefoonnummer pagina regel hoofdstuk prijs jaar straat huisnummer verdieping kleur kortingscode
        ending ends-in last-four masked zone badge plate registration reg batch lot serial sn rev fw build-number dimensions width height length-of weight load watt watts volts amps amp rpm torque kcal kcals pax capacity zones winner census population
        endet kfz-kennzeichen nummernschild kennzeichnung chargennummer breite höhe gewicht drehzahl drehmoment auftrag aktenzeichen vorgangsnummer kundennummer einwohner postfach-nr zählerstand typ
        termina terminada matrícula matriculas lote ancho alto peso albarán albaran expediente referencias población camión
        terminant finit immatriculation largeur hauteur poids dossier référence camion bon
        finisce targhe lotto larghezza altezza pratica riferimento popolazione bolla
        terminando largura altura placa processo protocolo população caminhão nota
        оканчивается номер-машины партия ширина высота вес заявка накладная протокол население артикула
        eindigt kenteken breedte hoogte opdracht type offerte
        *车牌* *型号* *尾号* *批号* *宽* *高度* *重量*
    """,
}
# Pairs of words that are one entry, with its class.
PAIRS = {
    ("de", "passe"): "password", ("log", "in"): "access", ("sign", "in"): "access", ("log", "into"): "access",
    ("palavra", "passe"): "password",
}  # fmt: skip
_ELIDED = regex(r"^(?:[ldsnmjtc]|dell|all|nell|sull|dall|qu)['’]|['’]s$")
_PARTED = regex(r"[-_./\\]")
_RUN = regex(r"[a-z0-9]+")
# In characters. No name in the table is longer.
LONGEST = 40
_EAST_ASIAN = regex(f"[{EAST_ASIAN}]")

Classes = frozenset[str]
_NONE: Classes = frozenset()
_PASSWORD: Classes = frozenset(("password",))


class _Tables(NamedTuple):
    """The entries of the table by kind of comparison, each with its classes."""

    whole: dict[str, set[str]]
    beginnings: dict[str, set[str]]
    ends: dict[str, set[str]]
    parts: dict[str, set[str]]
    east_asian: dict[str, set[str]]


@cache
def _tables() -> _Tables:
    tables = _Tables({}, {}, {}, {}, {})
    for name, words in _WORDS.items():
        for word in words.split():
            begins, ends = word.endswith("*"), word.startswith("*")
            kind = 3 if begins and ends else 2 if ends else 1 if begins else 0
            kind = 4 if _EAST_ASIAN.match(word.strip("*")) else kind
            tables[kind].setdefault(word.strip("*"), set()).add(name)
    return tables


@lru_cache(maxsize=4096)
def classes(word: str) -> Classes:
    """Return the classes of a lower-case word."""
    tables, looks = _tables(), _first_looks()
    if not word.isascii() and _EAST_ASIAN.match(word):
        return _all(about for part, about in tables.east_asian.items() if part in word)
    word, pieces = word[:LONGEST], list[str]()
    if not word.isalnum():
        word = _ELIDED.sub("", word)
        pieces = _PARTED.split(word)
    alone = (word, pieces[0], pieces[-1]) if len(pieces) > 1 else (word,)
    found = [tables.whole[each] for each in alone if each in tables.whole]
    if looks.beginnings.match(word):
        starts = (word[:length] for length in range(2, len(word) + 1))
        found += [tables.beginnings[start] for start in starts if start in tables.beginnings]
    if word.endswith(looks.ends):
        rests = (word[length:] for length in range(1, len(word) - 1))
        found += [tables.ends[rest] for rest in rests if rest in tables.ends]
    if looks.parts.search(word):
        found += [about for part, about in tables.parts.items() if part in word]
    return _all(found) or (_PASSWORD if word in mistyped() else _NONE)


def may_have(text: str, names: Classes) -> bool:
    """Tell whether a word of these classes may be in a lower-case text of ASCII, before it is parted.

    No word of the text may be longer than the names in the table, as `classes` cuts them.
    """
    whole, strings = _named(names)
    return not whole.isdisjoint(_RUN.findall(text)) or first_look.has_any(text, strings)


@cache
def _named(names: Classes) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of some classes by one run of letters of each, and the parts of words."""
    tables = _tables()
    listed = [word for word, about in tables.whole.items() if about & names]
    listed += [max(pair, key=len) for pair in PAIRS]
    whole = [_RUN.search(word) for word in (*listed, *mistyped()) if word.isascii()]
    parts = (*tables.beginnings.items(), *tables.ends.items(), *tables.parts.items())
    strings = tuple(part for part, about in parts if about & names and part.isascii())
    return frozenset(run[0] for run in whole if run), strings


class _FirstLooks(NamedTuple):
    """Tests that rule out the entries of a kind for most words."""

    beginnings: re.Pattern[str]
    ends: tuple[str, ...]
    parts: re.Pattern[str]


@cache
def _first_looks() -> _FirstLooks:
    tables = _tables()
    begin, parts = map(first_look.beginnings, (tables.beginnings, tables.parts))
    return _FirstLooks(begin, tuple(tables.ends), parts)


def _all(found: Iterable[Collection[str]]) -> Classes:
    return frozenset[str]().union(*found)

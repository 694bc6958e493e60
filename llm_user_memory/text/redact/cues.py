"""Words that stand near secrets, or near words that only look like one, in eight languages. Pure.

Each word has classes: names of secrets, things that they open, things that one does with them, and
other things that a number or an odd word may be. A plain entry is a whole word, an entry that ends
in `*` is a beginning, and `*...*` matches anywhere in a word, as in German compounds and Chinese.
"""

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from ..languages import EAST_ASIAN
from ..patterns import regex
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
    """,
    # Names of numbers that open something, or are used once.
    "code": """
        code codes passcode* pin pins pincode nip combo combination combinations otp totp tan tans mtan pushtan puk cvv cvc cvv2 cvc2
        *code *pin *tan sms смс смск* смс-* *短信* *kombination* *geheimzahl* *zahlenkombi* código* codigo* clave claves combinación combinacion combinaison
        codice codici combinazione combinação combinacao senha digicode* код коды кода кодом коду пин пина пинкод* пин-код* пук комбинаци* шифр*
        *验证码* *码* *代码* 2fa mfa *密码* sequence digits *prüfziffer* cryptogramme
        pincode* *pincode cijfercode toegangscode* codes cijfers combinatie combinaties verificatiecode* *verificatie* cijferslot inlogcode
    """,
    # Names of generated secrets.
    "key": """
        key keys token tokens secret secrets api-key apikey *schlüssel* *geheimnis* jeton jetons clé cle clés *apikey* *secretkey* llave llaves clave chiave chiavi
        chave chaves secreto segredo segreto ключ ключи ключа ключом токен* секрет* *密钥* *令牌* *私钥* bearer jwt cookie licen* lizenz* serial
        activation aktivierung* activación ativação attivazione активаци* *激活* *许可证* *序列号* seed mnemonic* *助记词* hash pat
        sleutel* *sleutel geheime licentie* codewoord
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
    """,
    # It is used for everything, or has been for long.
    "habit": """
        everywhere always überall immer alles siempre todo todos todas partout toujours tout ovunque dappertutto sempre tutto tutti sempre tudo везде всюду всегда всех *所有* *到处* *都用* *一直*
        overal altijd alles elke every each jede jedem jeder cada chaque ogni каждый везде
    """,
    # It did not work.
    "fails": """
        wrong incorrect denied rejected rejects refused refuses refuse invalid fails failed fail doesn't doesnt won't wont works work cant can't cannot locked expired leaked 401 403 530 535 1045
        falsch abgelehnt verweigert ungültig geht klappt nimmt lehnt incorrecta incorrecto rechaza inválida invalida falla funciona deja refusé refuse incorrect marche invalide faux passe
        sbagliata rifiuta rifiutata errata funziona entra errada recusa incorreta funciona неверн* отклон* пускает принимает ругается подходит ошибк* работает *错误* *不对* *失败* *不行* *报错* *登不上* *拒绝*
        fout verkeerd ongeldig geweigerd weigert werkt lukt mislukt accepteert pakt klopt klopte verlopen
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
    """,
}
# Pairs of words that are one entry.
_PAIRS = {
    ("de", "passe"): "password", ("log", "in"): "access", ("sign", "in"): "access", ("log", "into"): "access",
    ("palavra", "passe"): "password",
}  # fmt: skip
_ELIDED = regex(r"^(?:[ldsnmjtc]|dell|all|nell|sull|dall|qu)['’]|['’]s$")
_PARTED = regex(r"[-_./\\]")
# In characters. No name in the table is longer.
_LONGEST = 40
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
    tables = _tables()
    if _EAST_ASIAN.match(word):
        return _all(about for part, about in tables.east_asian.items() if part in word)
    word = _ELIDED.sub("", word[:_LONGEST])
    found = [tables.whole.get(word, _NONE)]
    if len(pieces := _PARTED.split(word)) > 1:
        found += [tables.whole.get(piece, _NONE) for piece in (pieces[0], pieces[-1])]
    found += [tables.beginnings.get(word[:length], _NONE) for length in range(2, len(word) + 1)]
    found += [tables.ends.get(word[length:], _NONE) for length in range(1, len(word) - 1)]
    found += [about for part, about in tables.parts.items() if part in word]
    return _all(found) or (_PASSWORD if word in mistyped() else _NONE)


def _all(found: Iterable[Collection[str]]) -> Classes:
    return frozenset(name for about in found for name in about) or _NONE


def of_pair(before: str, word: str) -> str:
    """Return the classes of two words that are one entry, or none."""
    return _PAIRS.get((before, word), "")

"""Finds codes of few digits by their names: one-time codes, PINs, codes of doors and safes. Pure.

A number is a secret if the name of such a code is near: an unambiguous one ("verification code",
"PUK"), or a general one ("code", "PIN") in a line about a door, a card, a phone or the like.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ..languages import EAST_ASIAN
from ..patterns import regex
from . import first_look
from .prose import ends_clause

if TYPE_CHECKING:
    from . import Span

# Names that suffice alone.
_TELLING = r"""
    (?:verification|verify|confirmation|one[- ]?time|single[- ]?use|security|access|login|log-?in
      |sign-?in|auth(?:entication|enticator|orization|orisation)?|2fa|mfa|sms|otp|totp|unlock|pairing
      |two[- ]?factor|two[- ]?step|temporary|reset|passcode|secret|entry|door|gate|alarm|safe
      |lock ?box|key ?box|key ?safe|garage|locker|keypad|vault|disarm|panic|building|lobby|duress
      |front door|back door|side door|screen ?lock|screen|phone|sim|card|voicemail|bike ?lock|padlock|lock
      |guest|parental|luggage|suitcase|shed|elevator|lift|parking|activation|backup|recovery|wi-?fi
      |bank|paypal|whatsapp|telegram|signal|google|apple|steam|discord|microsoft|amazon|facebook
      |instagram|entrance|stairwell|apartment|flat|house|office|storage|pool|cleaner'?s?|master
      )[-\s](?:pass ?)?(?:codes?|numbers?\ code|combo|combination)(?![-\s](?:review|base|editor|block
      |snippet|gen|smell|quality|coverage|owner))
    | \botps?\b | \b(?:(?:m|push|chip|photo|sms|i)-?tan|TAN)s?\b(?:[- ](?:codes?|nummer))? | \bpuks?\d?\b(?:[- ]?codes?)?
    | \b(?:2fa|mfa|totp|authenticator)\b(?:[- ](?:codes?|pin))? | (?:one[- ]time|single[- ]use)[- ](?:pin|passwords?|passcodes?)
    | (?:bestätigungs|verifizierungs|sicherheits|einmal|freischalt|aktivierungs|zugangs|zugriffs|anmelde
      |login-?|sms-?|tür|tor|haus|haustür|eingangs|alarm|tresor|safe|garagen|schließfach|schlüsselbox
      |schlüsselkasten|entsperr|sperr|geheim|wlan-?|geräte|keller|aufzug|fahrrad(?:schloss)?|zahlen|kombinations
      |schloss|spind|koffer|gäste|prüf|pin-?|handy|telefon|karten|konto|display|tablet|laptop)-?\s?(?:codes?|kombination|zahlen|zahl|passwort|tan|nummer)(?!\w)
    | zahlenkombination | tresorkombination | geheimzahl | geheimnummer
    | c[oó]dig[oi]s?\ (?:de\ |do\ |da\ |del\ |de\ la\ |de\ un\ solo\ |pra\ |para\ )?(?:un\ |a\ |o\ |el\ |la\ )?(?:verificaci[oó]n
      |confirmaci[oó]n|seguridad|acceso|activaci[oó]n|uso|autenticaci[oó]n|sms|whatsapp|telegram|google
      |la\ puerta|puerta|portal|garaje|alarma|caja|desbloqueo|entrada|edificio|candado|verifica[cç][aã]o
      |confirma[cç][aã]o|seguran[cç]a|acesso|ativa[cç][aã]o|autentica[cç][aã]o|port[aã]o|portaria|porta
      |pr[eé]dio|alarme|cofre|cadeado|desbloqueio|garagem|token|banco|login|secreto|pin|puk|otp|2fa|casa|wifi)
    | c[oó]digo\ (?:que\ (?:me\ )?(?:lleg|chego|envi|mand)\w+|secreto|sms|por\ sms) | combinaci[oó]n | combina[cç][aã]o
    | clave\ (?:din[aá]mica|temporal|de\ un\ solo\ uso|del?\ cajero|del\ portal|de\ la\ alarma|de\ la\ caja)
    | senha\ (?:do\ cart[aã]o|do\ cofre|do\ alarme|do\ banco|da\ porta|do\ port[aã]o|de\ uso\ [uú]nico)
    | codes?\ (?:de\ |d['’]|du\ |de\ la\ |de\ l['’]|pour\ |re[cç]u\ )?(?:le\ |la\ |l['’])?(?:confirmation|validation|v[ée]rification
      |s[ée]curit[ée]|acc[eè]s|activation|d[ée]verrouillage|entr[ée]e|porte|portail|immeuble|garage|parking
      |alarme|coffre(?:-fort)?|cadenas|bo[iî]te|carte|sms|par\ sms|whatsapp|secret|confidentiel|sim|pin|puk|otp|2fa
      |banque|t[ée]l[ée]phone|tel|digicode|interphone|hall|local|consigne|antivol|valise)
    | (?:your|ihr|dein|tu|su|votre|ton|il\ tuo|seu|ваш|твой)\ (?:\w{1,14}\ )?(?:code|c[oó]digo|codice|код)\b | 您的\w{0,6}码
    | (?:sms|text(?:\ message)?|authenticator|whatsapp)\ (?:says|said|shows|code|is|with)
    | (?:token|segredo|clave|senha)\ (?:do|del|da|de\ la|de)\ (?:banco|cofre|firma|alarme|alarma|caja\ fuerte)
    | mots?\ de\ passe\ [àa]\ usage\ unique | einmal-?passw\w+ | (?:contraseña|clave)\ de\ un\ solo\ uso | одноразов\w+\ парол\w+
    | (?:zahlen|fahrrad|vorhänge|ketten)schloss | padlock | bike\ lock | candado | cadenas\b | antivol | lucchetto | cadeado | замок | 密码锁
    | digicode | code\ secret | combinaison
    | codic[ei]\ (?:di\ |d['’]|del\ |della\ |dell['’]|per\ )?(?:il\ |la\ |l['’])?(?:verifica|conferma|sicurezza|accesso|attivazione|sblocco|otp
      |sms|portone|porta|cancello|ingresso|garage|allarme|antifurto|cassaforte|cassetta|lucchetto|segreto|pin|puk|2fa
      |whatsapp|banca|carta|autenticazione|citofono|armadietto|box)
    | combinazione
    | код\w{0,2}\ (?:из\ |от\ |для\ |на\ |к\ |по\ |в\ )?(?:подтверждени\w+|смс|sms|авторизаци\w+|доступа|безопасности
      |входа|двери|подъезд\w*|домофон\w*|сейф\w*|сигнализаци\w+|ворот\w*|калитк\w*|замк\w+|карты|активации
      |whatsapp|ватсап\w*|телеграм\w*|пуш\w*|банка|шлагбаум\w*|гараж\w*|шкафчик\w*|разблокировки|снятия|отключения)
    | (?:смс|sms|пин|pin|одноразов\w+|секретн\w+|проверочн\w+)[-\s]?(?:код\w{0,2}|парол\w+) | комбинаци\w+ | пук(?:-?код)?
    | 验证码 | 校验码 | 动态(?:口令|密码|码) | 短信码 | 确认码 | 一次性(?:密码|验证码) | (?:门锁|门禁|大门|单元门|保险箱|保险柜|行李箱|箱子
      |密码锁|车库|防盗|报警|布防|撤防|入户|电梯|储物柜|锁屏|手机|支付|取款|银行卡|信用卡|车位|快递柜|柜子|自行车锁)(?:的)?(?:密码|口令|码)
    | 取件码 | 安全码 | 授权码 | 开门码 | puk码?
"""
# Names that suffice only with one of the words below in the same line.
_PLAIN = r"""
    \bcodes?\b | \bpasscodes?\b | \bpins?\b(?:[- ]?(?:codes?|nummer|number))? | \bcomb(?:o|ination)\b | \bkombination\b | \bnip\b | c[oó]digos? | \bcodic[ei]\b | \bкод\w{0,2}
    | \bпин\w{0,2}\b(?:[- ]?код\w{0,2})? | \bc[oó]d\b | pin码? | 密码 | 口令
"""
_IMPERATIVE = r"""
    \b(?:press|enter|type\ in|type|dial|punch\ in|punch|key\ in|input|tippe|tippen|drücke|wähle|eingeben|gib|marca|marcar|teclea|pulsa
      |digita|digitare|premi|inserisci|digite|aperte|tecle|tape[zr]?|compose[zr]?|saisi[sr](?:sez)?|fai[ts]es?
      |набери\w*|введи\w*|нажми\w*|набрать|ввести)\b | 输入 | 按
"""
_PLACES = r"""
    door | gate\b | alarm | \bsafe\b | lock | garage | entrance | building | lobby | keypad | vault | suitcase | intercom | disarm
    | \bsms\b | \btext(?:ed)?\b | whatsapp | telegram | 2fa | two[- ](?:factor|step) | authenticat | \blog ?in\b | sign ?in | \bcard\b | \bsim\b | \bphone\b
    | \biphone | \bipad | tablet | voicemail | unlock | debit | credit | \bbank | \batm\b | airbnb | guest | cleaner | bike | garden | verify | \botp\b
    | tür | \btor\b | tresor | schloss | safe | garage | schließfach | schlüssel(?:box|kasten|safe) | handy | karte | konto | bankomat | girocard
    | entsperr | entschärf | eingang | haus | anmeld | einlogg | gäste | telefon
    | puerta | portal | alarma | caja\ fuerte | candado | tarjeta | tel[eé]fono | m[oó]vil | celular | cajero | banco | trastero | desbloque | entrada | buz[oó]n
    | porte\b | portail | alarme | coffre | cadenas | carte | t[eé]l[eé]phone | \btel\b | banque | immeuble | interphone | d[ée]sarm | gîte | gite | d[ée]verrouill
    | porta\b | portone | cancello | allarme | cassaforte | lucchetto | carta\b | bancomat | telefono | cellulare | citofono | sblocc | banca | postamat
    | port[aã]o | cofre | cadeado | cart[aã]o | celular | telem[oó]vel | multibanco | \bchip | pr[eé]dio | desbloquei | desarm | portaria | visor
    | двер | домофон | сейф | сигнализ | охран | ворот | калитк | замк | замок | карт | симк | сим- | телефон | банк | подъезд | шлагбаум | вход
    | 门 | 锁 | 卡 | 手机 | 银行 | 保险 | 报警 | 警 | sim | 短信 | 电梯 | 快递柜
"""
# Words after which, or before which, "code" and its like mean something else.
_OTHER = regex(
    r"(?:error|exit|zip|postal|post|area|country|colou?r|status|http|dress|promo|discount|voucher|coupon"
    r"|product|item|fault|bar|qr|source|morse|language|currency|swift|response|return|reason|event|course"
    r"|airport|booking|tracking|reference|machine|python|java|vba|byte|op|hs|hex|trouble|result|my|your|this|the"
    r"|fehler-?|barcode|postleit|länder|quell|gutschein|farb|rabatt)[\s-]?$",
    re.IGNORECASE,
)
_OTHER_AFTER = regex(
    r"[-\s](?:postal|error|erreur|errore|de\ error|de\ erro|d['’]erreur|di\ errore|ошибк|города|страны|товара|региона|цвета"
    r"|скидк|de\ barras|barre|a\ barre|fiscale|source|fuente|fonte|de\ la\ route|promo|couleur|de\ color|de\ área|de\ area"
    r"|civil|penal|penale|pénal|civile|du\ travail|review|base|block|line|snippet|de\ rastre|de\ desc|de\ producto|de\ produto"
    r"|de\ país|iso|iata|naf|ape\b|iva|avviamento|неисправ|мкб|тн\ вэд|оквэд)",
    re.IGNORECASE,
)
_NUMBER = regex(
    rf"(?<![^\W{EAST_ASIAN}])"
    r"(?<![.,/+€$£#-])(?<!\d:)(?:[A-Z]{1,2}-)?[*#]?("
    r"[0-9]{3}[ -][0-9]{3,4}|[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}(?:-[0-9]{1,2})?|[0-9]{2} [0-9]{2} [0-9]{2}(?: [0-9]{2})?"
    r"|[0-9]{4}[ -][0-9]{4}|[0-9]{4,10}|[0-9]{1,4}[A-ZА-Я][0-9]{1,5}[A-ZА-Я]?|[A-ZА-Я][0-9]{3,6}[A-ZА-Я]?|(?=[A-Z]{0,7}[0-9])(?=[0-9]{0,7}[A-Z])[A-Z0-9]{5,8}|[0-9](?: [0-9]){3,7})"
    r"[*#]?(?![A-Za-z0-9]|[.,:/-][0-9])(?!\s?(?:%|€|\$|°|euros?\b|eur\b|usd\b|dollars?|bucks|pounds|k?m\b|[cm]m\b|k?g\b|ml\b|[hs]\b|min|sec|ms\b"
    r"|[kmg]b\b|px|pt\b|tokens?|char|digits?|words?|lines?|times?|days?|years?|hours|people|users|rows|steps|posts|messages"
    r"|zeichen|tage|jahre|zeilen|stellen|rpm|hz|watt|volt|kcal|cal\b|pages|items|fps|bpm|символ|дн|минут|секунд|руб|цифр"
    r"|combin|kombin|комбин|posib|possib|вариант|位|个|次|分钟|天|年|元|月|米|公里|字|行|页))"
)
# "Use 482193 to log in".
_TO_LOG_IN = regex(
    r"\W{0,3}(?:to|zum|um|para|pour|per|для|чтобы)\s(?:\w{1,14}\s){0,3}?(?:log ?in|sign ?in|verify|confirm|authenticate|unlock|open|disarm|reset"
    r"|einlog\w*|anmeld\w*|bestätig\w*|iniciar|verificar|confirmar|entrar|vérifier|confirmer|connect\w*|accedere|confermare|verificare"
    r"|входа|подтвер\w+)(?!\w)",
    re.IGNORECASE,
)
# "front door: 4821#"
_LOCK = regex(
    r"(?:(?:front|back|side|garage|building|main)[- ]?(?:door|gate)|gate|lock[- ]?screen|screen[- ]?lock|sperrbildschirm|lock ?box|key ?box|keypad|bike ?lock|padlock|locker|door ?lock|smart ?lock"
    r"|haustür|tresor|alarmanlage|alarma|alarme|allarme|antifurto|сигнализация|schlüsselbox|fahrradschloss|portal|candado|caja fuerte|cadenas|portail|coffre|portone|cancello|cassaforte|lucchetto"
    r"|port[aã]o|cofre|cadeado|домофон|сейф|калитка|门锁|保险箱|门禁)"
    r"(?:\s?[:=：]\s?|\s(?:is|opens with|unlocks with|ist|es|est|è|é)\s|\s(?=[*#]?\d{4,6}[*#]))[*#]?([0-9]{4,8}|[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2})[*#]?(?![\w]|[.,:-]\d|\s?(?:mm|cm|m|kg|€|eur)\b)",
    re.IGNORECASE,
)
_OPENS = regex(
    r"(?:safe|lock|door|gate|garage|vault|alarm\w*|tresor|schloss|fach|tür|tor|caja fuerte|candado|puerta|portal|coffre|cadenas|porte|portail|cassaforte"
    r"|lucchetto|porta|portone|cancello|port[aã]o|cofre|cadeado|сейф|замок|дверь|калитка|ворота)[^.;!?\n\d]{0,40}?"
    r"\s(?:with|using|mit|con|avec|com|кодом|код|комбинацией)\s(?:code\s|the\s|dem\s)?[*#]?([0-9]{4,8}|[0-9]{1,2}(?:[ -][0-9]{1,2}){2,3})(?![\w]|[.,:-]\d|\s?(?:mm|cm|m|kg|€|eur)\b)",
    re.IGNORECASE,
)
# "antifurto 4821": devices with no other number.
_DEVICE = regex(
    r"(?<!\w)(?:antifurto|allarme|citofono|cancello|portone|digicode|interphone|portail|keypad|gate code|alarm code|домофон|калитка|шлагбаум|подъезд|portero|telefonillo"
    r"|interfone|portaria|门禁|单元门)\s?[*#]?([0-9]{4,8}|[0-9]{1,3}[kкKКB*#][0-9]{4,5})[*#]?(?![\w]|[.,:/-]\d|\s?(?:mm|cm|m|kg|€|eur\w*|руб\w*|[xх])(?!\w))",
    re.IGNORECASE,
)
# "4821 disarms it"
_DISARMS = regex(
    r"(?<![\w.,/:€$-])[*#]?([0-9]{4,8})[*#]?\s(?:disarms|arms|unlocks|opens\s(?:the|it|my|our)|entschärft|entsperrt|öffnet|desarma|desbloquea|abre|désarme|ouvre"
    r"|déverrouille|apre|disarma|sblocca|desbloqueia|открывает|отпирает|снимает)(?!\w)",
    re.IGNORECASE,
)
_UNLOCKS = regex(
    r"(?:unlock|disarm|entsperr|entschärf|desbloque|desarm|déverrouill|désarm|sblocc|disattiv|разблокир|отключ|снима|turns? off|turn it off|se entra|si entra|entra-se|on entre|man kommt)\w*\s(?:[^\W\d]{1,12}\s){0,5}?"
    r"(?:with|using|by|mit|con|avec|com|кодом|через|(?:ich|je|i|yo|io|eu|я) (?:tipp\w*|drück\w*|mach\w*|fais|tape|mets|type|press|enter|pongo|meto|marco|faccio|metto|digito|ввожу|набираю|жму))\s(?:code\s|the\s)?[*#]?([0-9]{4,8})[*#]?(?![\w]|[.,:-]\d|\s?(?:mah|mm|cm|kg|€))",
    re.IGNORECASE,
)
# A dial combination of three or more numbers.
_DIALS = regex(
    r"(?:\bsafe\b|lock\b|suitcase|\bdial\b|tresor|schloss\b|koffer|candado|maleta|caja fuerte|cadenas|coffre|valise|antivol|lucchetto|cassaforte|valigia"
    r"|cadeado|cofre|\bmala\b|сейф|замк|замок|чемодан|锁|保险|箱)[^\n]{0,60}?(?<![\w.,/-])"
    r"(?P<on>(?:on|by|until|since|am|bis|seit|el|le|dal|em|до|с)\s)?([0-9]{1,2}(?:-[0-9]{1,2}){2,3}"
    r"|[0-9]{1,2}(?:,? (?:(?:and|und|y|et|e|и) )?(?:then|dann|danach|luego|después|puis|ensuite|poi|depois|потом|затем|dan) [0-9]{1,2}){2,3}"
    r"|[左右][0-9]{1,2}(?:[,，到]?[左右][0-9]{1,2}){1,4})(?![\w]|[.,/-]\d| ?(?:min|se[ck]|hour|stund|hor|heur|or[ae]|mm|cm|k?g\b|°|grad|deg|%|мин|сек|час))",
    re.IGNORECASE,
)
# Product keys: groups of capitals and digits, alone or after a name; and recovery keys: eight
# groups of six digits.
_LICENCE = regex(
    r"(?<![\w-])(?=[A-Z-]{0,60}[0-9])(?=[0-9-]{0,60}[A-Z])(?:[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,6}|[A-Z0-9]{3,6}(?:-[A-Z0-9]{4,6}){2,7})(?![\w-])"
)
_LICENCE_NAME = regex(
    r"licen[cs]|serial|\bkey\b|activat|product|steam|lizenz|schlüssel|aktivier|seriennummer|clave|licencia|activaci|clé|licence|chiave|licenza"
    r"|attivaz|chave|licen[çc]a|ativa[çc]|ключ|лиценз|активац|密钥|激活|序列号|注册码|兑换码|gift ?card|voucher|gutschein|code\b",
    re.IGNORECASE,
)
_BITLOCKER = regex(r"(?<![\w-])[0-9]{6}(?:-[0-9]{6}){5,7}(?![\w-])")
_GOOGLE = regex(r"(?<![\w-])G-([0-9]{6})(?![\w-])")
# Text that separates a name from a number: then the number is not its code.
_BROKEN = regex(
    r"[.;!?\n](?:\s|$)|。|\b(?:since|at|after|until|before|within|room|apartment|flat|floor|page|line|step|version|port|error|fehler|erreur|errore|ошибк\w+"
    r"|returns?|prints?|gives|shows?|throws?|outputs?|runs?|takes?|compiles?|fails?|crash\w*|has|have|gibt|zeigt|wirft|imprime|devuelve|retorna"
    r"|renvoie|affiche|stampa|restituisce|выводит|возвращает|in|by|order|ticket|invoice|case|model|every|only|than|over|under|about|costs?|expires?|gültig|seit|nach|um|bis|desde|hasta|depuis|après|dopo|dal"
    r"|после|с|до|ab|zimmer|raum|calls?|called|tel|zip|year|street|road|digits?|zeichen)\b|\d{3}",
    re.IGNORECASE,
)
# What stands for the first digits of a card: "**** 4410".
_MASKED = regex(r"[Xx*•]{2,}[ -]?$")
_BACKWARD = regex(
    r"[\"'”“»*#]?\s?(?:is|was|as|ist|es|est|è|é|это|—|–|-|как|als|como|comme|come|为|是|:|for|für|para|pour|per|for|to|zum|als|om)\s"
    r"(?:\w{1,14}['’]?s?\s){0,4}?$|[\"'”“»]?\s?(?:是|为)?(?:您的|你的|我的)?$",
    re.IGNORECASE,
)
_YEAR = regex(r"(?:19|20)\d\d$")
_IS = regex(
    r"(?:is|was|=|:|：|ist|lautet|es|est|c'est|è|é|это|era|been|be|-|—|是|为|to|auf)\s*[\"'“«„(]?\s*$",
    re.I,
)
_AFTERWARDS = (
    r"\W{0,3}(?:\w{1,12}\W{1,2}){0,2}?(?:for|opens?|to|of|für|zum|zur|der|para|por|par|via|by|from|per|aus|kam|abre|del?|pour|ouvre|du|de|per|apre|dell[ao]|do|da|от|для|на)\b"
    r"[^.;!?\n]{0,20}?"
)
_REACH, _LINE = 48, 90

# In Chinese no spaces separate a name from the words around it.
_EDGE = rf"(?:(?<![^\W{EAST_ASIAN}])(?=\w)|(?<=\w)(?![^\W{EAST_ASIAN}]))"
_NAME = rf"(?P<telling>{_TELLING})|(?P<imperative>{_IMPERATIVE})|(?P<plain>{_PLAIN})"
_EAST_ASIAN = regex(f"[{EAST_ASIAN}]")
_PLACE = regex(_PLACES, re.IGNORECASE | re.VERBOSE)
_PLACE_AFTER = regex(f"{_AFTERWARDS}(?:{_PLACES})", re.IGNORECASE | re.VERBOSE)
_ARRIVED = regex(
    r"\b(?:got|received?|sent|arriv\w+|bekomm\w+|bekam|erh(?:alten|ielt)|kam|geschickt|lleg\w+|recib\w+|envi\w+|mand\w+|reçu\w*|recu|envoy\w+"
    r"|ricevut\w+|arrivat\w+|cheg\w+|receb\w+|приш\w+|получил\w*|прислал\w*)\b|收到",
    re.IGNORECASE,
)
_OWN = regex(
    r"(?:my|meine?|mi|mon|mio|minha|meu|мой|the|die|el|le|il|o|我的)\s?(?:\w{1,12}[\s-])?$",
    re.IGNORECASE,
)
# Devices on which somebody enters a number.
_LOCKED = regex(
    r"alarm|disarm|unlock|\bdoor|\bgate\b|\bsafe\b|garage|keypad|lock\b|entschärf|entsperr|tür|tresor|puerta|desactiv|desarm|portal"
    r"|port[aã]o|cofre|caja|porte\b|portail|coffre|désactiv|désarm|allarme|antifurto|porta\b|portone|cancello|cassaforte|disattiv"
    r"|охран|сигнализ|двер|домофон|сейф|замок|замк|门|警|锁|防",
    re.IGNORECASE,
)


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of codes in a piece of text."""
    if first_look.DIGITS.search(piece):
        yield from _on_locks(piece)
    if "-" in piece:
        for found in _LICENCE.finditer(piece):
            is_long = len(found[0]) >= 23 and found[0].find("-") == 5
            if is_long or _LICENCE_NAME.search(piece, max(0, found.start() - 60), found.start()):
                yield found.span()
    yield from _numbers(piece)


def _on_locks(piece: str) -> "Iterator[Span]":
    for found in _GOOGLE.finditer(piece):
        yield found.span(1)
    for pattern in (_LOCK, _DEVICE, _OPENS, _DISARMS, _UNLOCKS):
        for found in pattern.finditer(piece):
            ends = pattern is _UNLOCKS and ends_clause(piece[found.end() : found.end() + 40])
            if ends or not _YEAR.match(found[1]):
                yield found.span(1)
    for found in _DIALS.finditer(piece):
        if not found["on"]:
            yield found.span(2)
    for found in _BITLOCKER.finditer(piece):
        yield found.span()


def _numbers(piece: str) -> "Iterator[Span]":
    for number in _NUMBER.finditer(piece):
        if _MASKED.search(piece, max(0, number.start() - 8), number.start()):
            continue
        start, end = max(0, number.start(1) - _REACH), min(len(piece), number.end() + _REACH)
        if _is_year(number) and not _IS.search(
            piece[max(0, number.start(1) - 16) : number.start(1)]
        ):
            continue
        if (
            _TO_LOG_IN.match(piece, number.end()) and len(number[1]) > 3 and not _is_year(number)
        ) or any(_names(piece, name, number) for name in _named_in(piece, start - 40, end)):
            yield number.span(1)


def _named_in(piece: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The names of codes between two indexes, from the first word on that begins there."""
    start = max(0, start)
    space = piece.find(" ", start, start + 20) if start else -1
    start = space + 1 if space >= 0 else start
    if not first_look.has_any(piece[start:end].lower(), first_look.CODES):
        return iter(())
    return _name(_EAST_ASIAN.search(piece) is not None).finditer(piece, start, end)


@cache
def _name(in_east_asian: bool) -> re.Pattern[str]:
    """The pattern of the names of codes, for texts with or without East Asian characters.

    There are two patterns because the character sets of the first take long to compile.
    """
    edged = _NAME.replace(r"\b", _EDGE) if in_east_asian else _NAME
    return re.compile(edged, re.IGNORECASE | re.VERBOSE)


def _names(piece: str, name: re.Match[str], number: re.Match[str]) -> bool:
    """Tell whether the name is close enough to the number to make it a secret."""
    if name.start() >= number.end(1):
        gap = piece[number.end(1) : name.start()]
        return name.lastgroup == "telling" and not _is_year(number) and bool(_BACKWARD.match(gap))
    if name.end() > number.start(1):
        return False
    gap = piece[name.end() : number.start(1)]
    if _BROKEN.search(gap) or _is_something_else(piece, name):
        return False
    if _is_year(number) and not _IS.search(gap):
        return False
    if name.lastgroup == "telling":
        return True
    before = piece[max(0, name.start() - _LINE) : number.start(1)]
    if name.lastgroup == "imperative":
        is_short = len(number[1]) < 7 and len(gap) < 12
        return is_short and bool(
            _LOCKED.search(piece, max(0, name.start() - _LINE), number.end() + _REACH)
        )
    if _PLACE.search(before) or _PLACE_AFTER.match(piece, number.end()):
        return True
    is_six = sum(map(str.isdigit, number[1])) == 6
    is_own = name[0][:3].lower() in ("pin", "пин", "nip") and _OWN.search(
        piece[max(0, name.start() - 24) : name.start()]
    )
    return bool(is_own) or (
        is_six and bool(_ARRIVED.search(before) or _IS.fullmatch(gap.strip() or "-"))
    )


def _is_something_else(piece: str, name: re.Match[str]) -> bool:
    if name.lastgroup == "telling":
        return False
    before = piece[max(0, name.start() - 14) : name.start()].lower()
    plain_article = before.endswith(("my ", "your ", "this ", "the "))
    is_other = bool(_OTHER.search(before)) and not plain_article
    return is_other or bool(_OTHER_AFTER.match(piece, name.end()))


def _is_year(number: re.Match[str]) -> bool:
    return bool(_YEAR.match(number[1]))

"""The rules of `expiry` for Chinese and Japanese, which have no spaces between words. Pure."""

from datetime import date

from ..text.patterns import regex
from .expiry_dates import Written

_CLAUSE = regex("[,，、。;；!！?？]")
_UNTIL_BEFORE = regex(
    "(?:到|至|截止|期限|締切|締め切り|〆切)(?:日期|时间|日|期)?[是为は：: ]{0,2}$"
)
_UNTIL_AFTER = regex(
    "[ 末底]{0,2}(?:まで|前|之前|以前|为止|為止|到期|截止|结束|結束"
    "|が期限|が締|に期限|に切れ|に失効|に終|に満了)"
)
_AWAY_AFTER = regex("起|以来|以來|以降|から|より|开始|開始|以后|之后|出生|生まれ|版")
_EVENT = regex(
    "面试|面試|考试|考試|手术|手術|旅行|旅游|出差|飞往|飞去|飞到|航班|会议|會議|婚礼|婚禮|演唱会|音乐会|比赛"
    "|马拉松|约会|预约|派对|休假|度假|访问|拜访|答辩|发布会|聚会|打算|计划|計劃|要去|截止|复诊|体检"
    "|将于|將於|考雅思|考托福|面接|試験|出張|飛ぶ|飛行機|フライト|会議|結婚式|コンサート|ライブ|試合|マラソン|予約|パーティー"
    "|休暇|休職|訪問|訪れる|発表|学会|予定|つもり|締切|締め切り|検診|健診|通院"
)
_KEEPS = regex(
    "了(?!解)|(?<![通超])过(?![年期去])|曾|去年|昨|した|だった|ました|(?<![まな])た(?=$|\\W)"
    "|^是?(?:医生|医者|护士|看護師|老师|教师|教師|工程师|律师|素食|学生|エンジニア)"
    "|生日|誕生日|生まれ|出生|去世|死亡|亡くな|周年|記念日|纪念日|歳|岁|喜欢|喜歡|好き|版本"
)
_HABIT_OR_START = regex(
    "每|毎|起|以来|开始|開始|始め|始ま|入职|入職|入社|就职|就職|转职|転職|搬|引っ越|毕业|卒業|购|買|买|加入|から|より"
)


def never_ends(text: str) -> bool:
    """Tell whether a fact is about the past, a birth, a death, a taste, or what somebody is."""
    return bool(_KEEPS.search(text))


def lasts(text: str) -> bool:
    """Tell whether a fact is about a habit, or the start of something lasting."""
    return bool(_HABIT_OR_START.search(text))


def last_day(text: str, dates: dict[str, Written]) -> date | None:
    """Return the last day of a fact whose dates `expiry_dates` has masked; None if in doubt."""
    has_end = False
    for clause in filter(None, map(str.strip, _CLAUSE.split(text))):
        has_event = bool(_EVENT.search(clause)) and not lasts(text)
        places = [at for at, letter in enumerate(clause) if letter in dates]
        if not places and not has_event:
            return None
        for at in places:
            before, after = clause[max(0, at - 10) : at].rstrip(), clause[at + 1 :].lstrip()
            if _UNTIL_AFTER.match(after) or _UNTIL_BEFORE.search(before):
                has_end = True
            elif has_event and dates[clause[at]].unit != "year":
                has_end = has_end or not _AWAY_AFTER.match(after)
    return max(written.last for written in dates.values()) if has_end else None

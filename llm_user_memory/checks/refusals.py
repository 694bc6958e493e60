"""The reasons for not making an edit, as `log` and `review` show them. Data only."""

SOMEBODY_ELSE = "you said it of somebody else"
MAYBE_ANOTHERS = "you may have said it of somebody else"
NOT_SO = "you did not say that it is so"
MAYBE_SO = "you said that it may be so"
NO_QUOTE = "no words of yours say it"
QUOTE_NOT_FOUND = "its quote is not in what you typed"
EMPTY_QUOTE = "its quote says nothing by itself"
REVERSED = "you said the opposite"
MAYBE_REVERSED = "you may have said the opposite"
INVENTED = "a number, date or name in it is not yours"
MAYBE_MISREAD = "you may have meant another date or name"
UNRELATED = "it has no word in common with what you typed"
SAYS_MORE = "it says more than you did"
GENERIC = "it says nothing of anybody"
FOR_ONCE = "you asked for it once, not for always"
MAYBE_FOR_ONCE = "you may have asked for it once only"
MAYBE_FOR_A_WHILE = "it may be so only for a while, or not yet, so the known fact stays"
NOT_EARNEST = "you may have said it in a role, a story or a joke"
NOT_LIKED = "you did not say that you like or prefer it"
NOT_ENDED = "your words do not say that it is over"
MAYBE_PASTED = "its quote may be pasted, or not meant as it reads"
MORE_THAN_SAID = "more facts than their quote has words"
ALREADY_KNOWN = "already in the profile"
MAYBE_KNOWN = "already in the profile, and your words may not say it"
NO_SUCH_FACT = "there is no such fact"
USERS_LINE = "you wrote that line, and the quote does not speak of it"
USERS_SECTION = "nothing is removed from a section of yours"
TOO_MANY_REMOVALS = "too many removals at once"
NO_PLACE = "the profile has no place for it"
FORGOTTEN = "you had it forgotten"
SAID_AGAIN = "you had it forgotten, and said it again"
LIKE_FORGOTTEN = "you had something like it forgotten"
OUTDATED = "you have said something newer since"
PROPOSED_BY_TOOL = "a model asked for it, with a tool"
FROM_ANOTHER_PROGRAM = "another program knew it, without your words"

KNOWN = frozenset({ALREADY_KNOWN, MAYBE_KNOWN})
"""The refusals of what the profile has. Only with the first one was the fact said again."""

NEEDS_REVIEW = frozenset(
    {
        *(USERS_LINE, USERS_SECTION, SAID_AGAIN, PROPOSED_BY_TOOL, TOO_MANY_REMOVALS),
        FROM_ANOTHER_PROGRAM,
        *(UNRELATED, SAYS_MORE, MAYBE_MISREAD, MAYBE_SO, MAYBE_ANOTHERS, MAYBE_FOR_ONCE),
        *(
            MAYBE_PASTED,
            MAYBE_REVERSED,
            MAYBE_FOR_A_WHILE,
            NOT_ENDED,
            NOT_EARNEST,
            NOT_LIKED,
            LIKE_FORGOTTEN,
        ),
    }
)
"""The refusals that only the user can override: `llm memory review` lists such edits."""

"""Questions asked of several documents at once ("which of our leases …"), read as one question for each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pincite.answer.questions.asking_sentence import asking_sentence
from pincite.answer.questions.document_phrase import (
    ASKS_ANY,
    BINDS_LONGEST,
    DUE_FIRST,
    ENDS_FIRST,
    FIRST,
    IS_LONGER,
    IS_OLDER,
    LASTS_LONGEST,
    MADE_FIRST,
    MOST,
    MOST_OF,
    PAYS_FIRST,
    SMALL,
    DocumentPhrase,
    find_phrases,
    is_comparison,
    means_several,
    one_of,
)
from pincite.answer.questions.mentioned_documents import only_mentions
from pincite.answer.questions.open_many import ask_who, read_open
from pincite.answer.questions.plain_many import LASTS_IN, say_plainly
from pincite.answer.questions.polarity import Polarity, read_polarity, say_once, say_without, spell_out
from pincite.answer.questions.single_question import SHOWS, about_question, infinitive, single_question

_ASIDE = re.compile(
    r"^\s*+(?:leaving|putting|setting|apart\s++from|besides|other\s++than|aside\s++from|except(?:\s++for)?|not\s++counting|"
    r"excluding)\s++(?:aside\s++)?(?:(?:the|our)\s++)?(?P<lead>[^,]{2,60}?)(?:\s++aside)?,\s*+"
    r"|(?:,|(?<!\s))\s*+\b(?:except(?:\s++for)?|apart\s++from|excluding|besides)\s++(?:(?:the|our)\s++)?(?P<tail>[^,?.]{2,60})",
    re.IGNORECASE,
)
_DEALT = re.compile(
    r"\bwhere\b[^?]{0,80}\b(?:dealt\s+with|covered|addressed|mentioned|discussed|treated|provided\s+for)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"^\s*(?:compare|contrast)\b|\bdiffer(?:ences?|s)?\b", re.IGNORECASE)
# "Compare the notice periods in these documents", "How do the caps in our agreements differ?": several are meant.
_COMPARES_ALL = re.compile(r"^\s*+(?:(?:compare|contrast)\b|how\s{1,3}do\b[^?]{3,120}\sdiffer\W{0,3}$)", re.IGNORECASE)
# "Do any of these …", "which ones …": the documents of the store.
_OF_THESE = re.compile(
    r"^(?P<lead>\s*(?:(?:if|when|once|after|before|unless)\b[^?,]{3,120},\s{1,3})?(?:(?:do|does|are|is|can|have|has|will|under|in|for)\s+)?)"
    r"(?:(?P<which>any|which|all|each|how\s+many)\s+of\s+(?:these|them|those)\b"
    r"(?!\s+(?:(?:two|three|four|five|six)\s+)?(?!(?:is|was|has|does)\b)\w+s\b|"
    r"\s+(?:[\w-]+\s+){1,3}(?:agreements|contracts|deals|documents|ndas|leases|licen[cs]es|policies)\b)"
    r"|which\s+ones\b)",
    re.IGNORECASE,
)
# "Which has the longest notice period?", "who pays first?": the documents are compared without being named.
# "Which has the higher fee, a claim or an appeal?" compares something else.
_UNNAMED = re.compile(
    r"^\s*(?:which(?:\s+one)?\b|who\b(?=[^?]*\b(?:pays?|paid)\s+(?!the\b)))(?![^?]*(?:,|\bor\b))",
    re.IGNORECASE,
)
# "Show me the contracts governed by English law": what follows says which are meant.
_SELECTS = re.compile(
    r"\s+(?:that|which|with|where|containing|mentioning|governed|signed|dated|made|under|subject\s+to|entered|executed|"
    r"ending|expiring|concluded|without|from\s+(?:the\s+year\s+)?(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
# "What is the oldest lease we have?" asks for the document; "what does the latest lease say?" asks for what is in it.
_ASKS_WHICH = re.compile(
    r"^(?:(?:what|which|when|how\s+old)(?:[’']s|\s+(?:is|was|are|were))|(?:show|list|give|find|tell)\b[^?]{0,12}|which)?\s*$",
    re.IGNORECASE,
)
_NO_MORE = re.compile(
    r"^\s*+(?:(?:that\s+)?(?:we|i)\s+(?:have|hold|own|signed)|signed|made|dated|entered\s+into|concluded|"
    r"(?:in|on)\s+(?:the|this|our|my|file)\b(?:\s+(?:store|folder|collection|file|portfolio|pile|lot))?)?"
    r"(?:,?\s*+and\s+(?:when|on\s+what\s+da(?:y|te))\s+(?:was|were)\s+(?:it|that|they)\s+"
    r"(?:signed|made|dated|entered\s+into|concluded))?\s*+[?.]*+\s*+$",
    re.IGNORECASE,
)
# "Compare the leases: how much notice does each one need?"
_HEADED = re.compile(
    r"^\s*(?:compare|contrast|looking\s+(?:at|across)|taking|across|among)\s+(?:all\s+(?:of\s+)?)?"
    r"(?P<documents>(?:the|our|these|my)\s[^:;,?]{2,60}?s)(?:\s{1,3}(?:together|side\s{1,3}by\s{1,3}side|in\s{1,3}turn))?\s{0,3}[:;,–—-]\s+(?P<ask>[^?]{8,300}\?)\s*$",
    re.IGNORECASE,
)
_WHICH_ONE = re.compile(
    r"^\s{0,3}which(?:\s{1,3}(?:ones?|of\s{1,3}(?:them|these)))?\b(?=\s{1,3}(?!of\b)\w)", re.IGNORECASE
)
_EACH = re.compile(r"\beach(?:\s+one|\s+of\s+them)?\b|\b(?:they|them)\b", re.IGNORECASE)
# "Which ones renew? I need the deadline for each.": the second sentence asks for no condition.
_WANTED_TOO = re.compile(r"(?<=\?)\s+[^?]{3,120}\b(?:each|them|all|every\s+one)\b[^?]{0,40}[.!]?\s*$", re.IGNORECASE)
# "…, and which state for each?", "and by how much?", "and what does the clause say?": told by what each says anyway.
_AND_WHAT = re.compile(
    r"(?<![\s,])[\s,]{1,3}and\s{1,3}(?:(?:by|for|at|on|in|with|of)\s{1,3})?(?:(?:how|what|which|when|where|who|whose)\b[^?]{0,60}?\s"
    r"(?:each|all\s{1,3}of\s{1,3}(?:them|these)|every)(?:\s{1,3}(?:one|case|of\s{1,3}(?:them|these)))?|"
    r"how(?:\s{1,3}(?:much|long|many|soon|often|high|big))?(?:\s{1,3}is\s{1,3}it)?|when|where|"
    r"what\s{1,3}do(?:es)?\s{1,3}(?:it|they|those|(?:the|that|its|their|those)\s{1,3}(?:clauses?|provisions?|sections?|words|wording))\s{1,3}(?:say|provide)|"
    r"(?:please\s{1,3})?(?:quote|cite|show)\s{1,3}(?:me\s{1,3})?(?:it|them|(?:the|its|their)\s{1,3}(?:clauses?|provisions?|words|wording))|"
    r"where\s{1,3}do(?:es)?\s{1,3}(?:it|they)\s{1,3}say\s{1,3}(?:so|that|it))\W*$",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"^notice(?=\s{1,3}(?:from|to|if|for|before|when|by)\b|\s{0,3}$)", re.IGNORECASE)
_TIME = re.compile(r"^(?:time|period|window|wait|delay)\b(?!\s{1,3}of\s{1,3}notice)", re.IGNORECASE)
# "The most we could have to pay": what is compared is done, and has no name.
_DONE = re.compile(r"^(?:that\s{1,3})?(?:we|i|you|they|he|she|it|anyone|either|each)\b", re.IGNORECASE)
_FOR_WHAT = re.compile(r"^(?:to|for|if|when)\b", re.IGNORECASE)
_LENGTHS = frozenset({"longest", "shortest", "longer", "shorter"})
_YES_NO = re.compile(r"^\s*(?:do|does|is|are|can|may|must|will|has|have|was|were|did|could|should)\b", re.IGNORECASE)


# "The royalty out of my sales": what it is taken from is mine, and not called so in the document.
_OUT_OF_MINE = re.compile(r"\s{1,3}(?:out\s{1,3}of|off|from)\s{1,3}(?:my|our)\s{1,3}[\w-]{1,30}\W*$", re.IGNORECASE)


class Mode(StrEnum):
    """What is asked of the documents: which meet a condition, what each of them says, or only which there are."""

    CHOOSE = "choose"
    TELL = "tell"
    LIST = "list"


# "every contract we have that …", "the leases on file which …": where documents are kept is no condition on them.
_KEPT = r"(?:on\s{1,3}file|in\s{1,3}(?:our|the|this)\s{1,3}(?:files?|folders?|stores?|collection|portfolio|records))"
_HELD = re.compile(
    r"\b(?P<noun>(?:contract|agreement|nda|lease|licen[cs]e|document|deed|deal|paper)s?|polic(?:y|ies))"
    rf"(?:\s{{1,3}}(?:(?:that|which)\s{{1,3}})?we(?:[’']ve|\s{{1,3}}have)(?:\s{{1,3}}(?:got|here|signed))?(?:\s{{1,3}}{_KEPT})?|"
    rf"\s{{1,3}}{_KEPT})(?=\s{{1,3}}(?:that|which|are|is|can|may|must|have|has|with|allow|say|let|give|governed)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MultiDocumentQuestion:
    """A question to several documents.

    `question` is what to ask of one; `nouns` and `modifiers` say which documents are meant: every group of modifiers is
    one kind ("consulting and services agreements" are two). `count` is how many there are said to be, `extreme` is
    "earliest" or "latest" where one is sought by its date, `ranked` is "least" or "most" where one is sought by what
    each answers, and `besides` are the words for documents that do not count. `polarity` says whether the documents are
    sought that affirm `question`, that deny it or that have no clause on it.
    `unnamed` is set where no documents are spoken of: "everything that …".
    """

    question: str
    mode: Mode
    nouns: tuple[str, ...]
    modifiers: tuple[tuple[str, ...], ...] = ()
    count: int | None = None
    extreme: str | None = None
    besides: str = ""
    ranked: str | None = None
    polarity: Polarity = Polarity.AFFIRMED
    unnamed: bool = False


def read_many(question: str) -> MultiDocumentQuestion | None:
    """Parse a question about several documents; None if it is about one, or about all of them together."""
    ask = asking_sentence(question).ask
    if (opened := read_open(ask)) and opened.sure:
        return _unnamed(opened.asked)
    plain = say_plainly(_WANTED_TOO.sub("", ask))
    if lasts := LASTS_IN.match(plain):
        asked = f"How long does {lasts['what']} last?"
        return MultiDocumentQuestion(asked, Mode.CHOOSE, (lasts["noun"].casefold(),), ranked=_order(lasts["how"]))
    question, either = say_once(spell_out(_HELD.sub(r"\g<noun>", _of_each(plain))))
    question = _OF_THESE.sub(lambda found: f"{found['lead']}{found['which'] or 'which'} of these documents", question)
    aside = _ASIDE.search(question)
    rest = _ASIDE.sub(" ", question, count=1).strip() if aside else question
    besides = (aside["lead"] or aside["tail"] or "") if aside else ""
    if (unnamed := _UNNAMED.match(rest)) and is_comparison(rest[unnamed.end() :]):
        rest = f"Which of these documents{rest[unnamed.end() :]}"
    compares = _COMPARES_ALL.search(rest) is not None
    if most := next(
        (found for found in find_phrases(rest) if found.plural and MOST_OF.match(rest[: found.start])), None
    ):
        return replace(_by_value(MOST_OF, rest[: most.start], _compared(most)), besides=besides)
    phrase = next(
        (
            found
            for found in find_phrases(rest)
            if means_several(found) or (found.plural and (compares or _is_shown(rest, found)))
        ),
        None,
    )
    if phrase is not None and (only_mentions(rest, phrase) or _asks_within(rest, phrase)):
        return None
    if phrase is None:
        return (
            MultiDocumentQuestion(about_question(rest), Mode.CHOOSE, ("document",), besides=besides)
            if _DEALT.search(rest)
            else None
        )
    chooses = phrase.quantifier in ASKS_ANY or phrase.extreme is not None or _chooses(rest, phrase)
    rest = rest[: phrase.end] + _AND_WHAT.sub("", rest[phrase.end :])
    if phrase.quantifier == "which" and (ranked := _ranked(rest[phrase.end :], phrase)):
        return replace(ranked, besides=besides)
    rest = rest[: phrase.end] + say_without(rest[phrase.end :])
    asked = single_question(rest, phrase.start, phrase.end, one=one_of(phrase), verb_first=chooses)
    # "Can or can not" chooses nothing: what each document says is told.
    chooses = chooses and not either
    mode = Mode.LIST if asked == f"What is {one_of(phrase)}?" else Mode.CHOOSE if chooses else Mode.TELL
    asked, polarity = read_polarity(asked) if mode is Mode.CHOOSE else (asked, Polarity.AFFIRMED)
    return MultiDocumentQuestion(
        question=asked,
        mode=mode,
        nouns=phrase.nouns,
        modifiers=_groups(phrase.modifiers),
        count=phrase.count,
        extreme=phrase.extreme,
        besides=besides,
        polarity=polarity,
    )


def read_who(question: str) -> MultiDocumentQuestion | None:
    """Parse a question for those who may charge us or must be told ("who can charge us interest?"); None for others.

    Among the documents of several firms it asks all of them, where it names none.
    """
    ask = asking_sentence(question).ask
    asked = ask_who(ask)
    if asked:
        return read_many(asked) if not find_phrases(question) else None
    opened = read_open(ask)
    return _unnamed(opened.asked) if opened and not opened.sure else None


def _unnamed(asked: str) -> MultiDocumentQuestion | None:
    many = read_many(asked)
    return replace(many, unnamed=True) if many else None


def _of_each(question: str) -> str:
    """A question with the documents that head it in the place of "each one"."""
    found = _HEADED.match(question)
    if found is None:
        return question
    if which := _WHICH_ONE.match(found["ask"]):
        return f"which of {found['documents']}{found['ask'][which.end() :]}"
    each = f"each of {found['documents']}"
    asked, count = _EACH.subn(each, found["ask"], count=1)
    return asked if count else f"{asked.rstrip(' ?')} in {each}?"


def _is_shown(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether documents are to be shown that the words after them choose: "Show me the contracts dated 2020"."""
    shown = SHOWS.match(question)
    return bool(shown and shown.end() >= phrase.start and _SELECTS.match(question[phrase.end :]))


def _asks_within(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether more is asked of the oldest or latest document than which it is."""
    before, after = question[: phrase.start], question[phrase.end :]
    return phrase.extreme is not None and not (_ASKS_WHICH.match(before.strip()) and _NO_MORE.match(after))


def _ranked(after: str, phrase: DocumentPhrase) -> MultiDocumentQuestion | None:
    """Parse a question for one document by comparison: the one that ends first, was signed last and so on."""
    base = _compared(phrase)
    if made := MADE_FIRST.search(after):
        extreme = "earliest" if made["how"].casefold().split()[-1] in FIRST else "latest"
        return replace(base, question=f"When was {one_of(phrase)} signed?", extreme=extreme)
    if older := IS_OLDER.search(after):
        extreme = "earliest" if older["how"].casefold().startswith("old") else "latest"
        return replace(base, question=f"When was {one_of(phrase)} signed?", extreme=extreme)
    if ends := ENDS_FIRST.search(after):
        return replace(base, question=f"When does {one_of(phrase)} end?", ranked=_order(ends["how"]))
    if due := DUE_FIRST.search(after):
        return replace(base, question=_asked_when(f"{due['what']} required", due["rest"]), ranked=_order(due["how"]))
    if pays := PAYS_FIRST.search(after):
        return replace(base, question=_asked_when("payment due", pays["rest"]), ranked=_order(pays["how"]))
    if lasts := LASTS_LONGEST.search(after) or IS_LONGER.search(after):
        return replace(base, question=f"How long does {one_of(phrase)} last?", ranked=_order(lasts["how"]))
    if binds := BINDS_LONGEST.search(after):
        bound = f"{infinitive(binds['verb'])} {binds['rest']}"
        return replace(base, question=f"How long does {one_of(phrase)} {bound}?", ranked=_order(binds["how"]))
    return _by_value(MOST, after, base) if MOST.search(after) else None


def _compared(phrase: DocumentPhrase) -> MultiDocumentQuestion:
    """A question that compares the documents of a description, not yet worded."""
    return MultiDocumentQuestion("", Mode.CHOOSE, phrase.nouns, modifiers=_groups(phrase.modifiers), count=phrase.count)


def _by_value(pattern: re.Pattern[str], words: str, base: MultiDocumentQuestion) -> MultiDocumentQuestion:
    """The question for the value that the words compare."""
    found = pattern.search(words)
    if found is None:
        return base
    what = _OUT_OF_MINE.sub("", found["what"]).strip(" ?.")
    if notice := _NOTICE.match(what):
        asked = f"How much notice is needed{what[notice.end() :]}?"
    elif _FOR_WHAT.match(what):
        # "Gives the longest to pay", "charges the most for late payment": what is compared has no name.
        asked = f"How long is there {what}?" if found["how"].casefold() in _LENGTHS else f"How much is charged {what}?"
    else:
        of_doing = _DONE.match(what) is not None
        asked = f"How long is the {what}?" if _TIME.match(what) else f"What is the {what}?"
        asked = f"What is the {found['how'].casefold()} {what}?" if of_doing else asked
    return replace(base, question=asked, ranked=_order(found["how"]))


def _asked_when(what: str, rest: str) -> str:
    return f"When is {' '.join(f'{what} {rest}'.split()).strip(' .')}?"


def _order(how: str) -> str:
    """Whether the least or the most is wanted: the shortest and the soonest are the least."""
    return "least" if how.casefold() in SMALL | FIRST else "most"


def read_kind(words: str) -> MultiDocumentQuestion | None:
    """Return the kind of document named by words such as "the other lease", or None."""
    phrase = next(iter(find_phrases(words)), None)
    if phrase is None:
        return None
    return MultiDocumentQuestion(
        words, Mode.TELL, phrase.nouns, modifiers=_groups(phrase.modifiers), count=phrase.count
    )


def _chooses(question: str, phrase: DocumentPhrase) -> bool:
    """Tell whether a question without a word such as "which" asks yes or no, or begins with the documents."""
    later = re.search(r",\s*which\b", question[phrase.end :], re.IGNORECASE)
    shown = SHOWS.match(question)
    if shown and shown.end() >= phrase.start:
        return _SELECTS.match(question[phrase.end :]) is not None
    bare = not phrase.quantifier and not phrase.owned and phrase.before == 0
    return bool(_YES_NO.match(question) or later or bare) and not _COMPARES.search(question)


def _groups(modifiers: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    groups: list[list[str]] = [[]]
    for word in modifiers:
        if word in {"and", "or"}:
            groups.append([])
        else:
            groups[-1].append(word)
    return tuple(tuple(group) for group in groups if group)

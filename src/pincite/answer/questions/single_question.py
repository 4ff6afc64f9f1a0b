"""Questions about several documents, rewritten for one of them."""

from __future__ import annotations

import re

from pincite.answer.questions.document_phrase import HOLD
from pincite.answer.questions.singular_pronouns import of_one

SHOWS = re.compile(r"^(?:list|show|give|tell|find|compare|contrast|name)\b(?:\s+(?:me|us|out))?\s*", re.IGNORECASE)
_AUXILIARIES = {
    **{
        "are": "Is",
        "is": "Is",
        "were": "Was",
        "was": "Was",
        "can": "Can",
        "may": "May",
        "must": "Must",
        "will": "Will",
    },
    **{"could": "Could", "would": "Would", "shall": "Must", "should": "Should", "do": "Does", "does": "Does"},
}
_TAIL = re.compile(r"(?<![\s,])[\s,]*+\b(?:and\s++)?(?:which(?:\s++ones)?|what\s++are\s++they)[\s?]*+$", re.IGNORECASE)
# "the notice periods in", "how do the notice periods in"
_PLURAL_TOPIC = re.compile(r"[^\Ws]s\s{1,3}(?:of|in|under|for|across)$", re.IGNORECASE)
_HOW_DO = re.compile(r"^how\s{1,3}do\s{1,3}(?P<what>the\s[^?]{3,80})$", re.IGNORECASE)
# "If the parties fall out, which contracts …": the case in which something is asked.
_CASE = re.compile(
    r"^(?P<case>(?:if|when|once|after|before|unless|until|in\s{1,3}case|in\s{1,3}the\s{1,3}event|where)\b[^?]{3,160}?)\s{0,3},$",
    re.IGNORECASE,
)
# "Which of these can we get out of within a month?": what the preposition stands for is the document.
_STRANDED = re.compile(
    r"\b(?P<prep>about|from|with|to|of|on|into)(?=\s{1,3}(?:within|if|when|before|after|without|unless|during|by|at)\b|\s{0,3}$)",
    re.IGNORECASE,
)
# "Which of these can the other side end at once?": what is ended is the document.
_ENDED = re.compile(
    r"^(?P<who>(?:(?:the|either|any|our|their|an?)\s[\w’'-]+(?:\s(?:side|party))?|we|i|you|they|he|she|[A-Z][\w’'-]+)\s"
    r"(?:end|terminate|cancel|renew|extend|assign|transfer|revoke))"
    r"(?=\s(?:at|on|with|without|immediately|early|for|within|if|when|after|before|whenever|straight)\b|\s{0,3}$)",
    re.IGNORECASE,
)
_JOINS = re.compile(r"(?<!\s)\s*+\b(?:of|in|under|for|between|among|across|by|from)\s*+$", re.IGNORECASE)

# "Renewed", and not the verbs whose own last letters these are.
_PARTICIPLE = re.compile(r"(?!(?:ex|pro|suc)?ceed$|(?:\w+-)?(?:bleed|breed|feed|heed|need|seed|speed|weed)$)\w+ed")


def single_question(question: str, start: int, end: int, *, one: str, verb_first: bool) -> str:
    """Rewrite a question for one document: replace the words from `start` to `end` with `one`."""
    before, after = question[:start].strip(), _TAIL.sub("", question[end:]).strip()
    after = re.sub(r"^\s*or parties\b|^\s*\([^)]*\)", "", after).strip()
    if held := HOLD.match(after):
        after = after[held.end() :].strip(" ,")
    lead = re.match(r"^(?:of|among)$", before, re.IGNORECASE)
    if lead:
        before, after = "", re.sub(r"^,?\s*which(?:\s+(?:of\s+them|ones?))?\s*", "", after, flags=re.IGNORECASE)
    if re.match(
        r"^(?:(?:are|is)\s+there(?:\s+an?)?|(?:do|have)\s+(?:we|i|you)(?:\s+(?:have|hold|got))?)$", before, re.I
    ):
        before = ""
    if verb_first and (shown := SHOWS.match(f"{before} ")) and not before[shown.end() :].strip():
        before = ""
    if verb_first and (case := _CASE.match(before)):
        return _tidy(f"{_of_subject(after, one)}, {case['case'][:1].casefold()}{case['case'][1:]}")
    asked = _of_subject(after, one) if not before and verb_first else _of_part(before, after, one)
    return _tidy(asked)


def _of_subject(after: str, one: str) -> str:
    """Rewrite a question about the documents: "Which leases can be renewed?" becomes "Can the lease be renewed?"."""
    after = re.sub(r"^(?:,[^,]*,\s*)?(?:(?:each|all|that|which|who|expressly)\s+(?=\w))?", "", after.strip(" ?."))
    after = of_one(after)
    first, _, rest = after.partition(" ")
    word = first.casefold()
    if not first:
        return f"What is {one}?"
    if word in _AUXILIARIES and re.match(r"(?:(?:the|an?|we|i|they|it|he|she|either|our|any|its|their)\b|[A-Z])", rest):
        whole = _STRANDED.sub(r"\g<prep> it", _ENDED.sub(rf"\g<who> {one}", rest), count=1)
        return f"Under {one}, {word} {whole}"
    if word in _AUXILIARIES:
        return f"{_AUXILIARIES[word]} {one} {rest}"
    if word in {"have", "has", "with", "containing"}:
        return f"Does {one} have {rest}"
    if word in {"under", "governed", "dated", "made", "signed", "subject", "in", "by", "for"} or _PARTICIPLE.fullmatch(
        word
    ):
        return f"Is {one} {after}"
    if word == "where":
        return f"Under {one}, {rest}"
    return f"Does {one} {infinitive(first)} {rest}"


def infinitive(first: str) -> str:
    """The verb of one document as its infinitive: "relies" is "rely"."""
    word = first.casefold()
    if word.endswith("ies") and len(word) > len("ties"):
        return f"{first[:-3]}y"
    if re.search(r"(?:sses|shes|ches|xes|zes|oes)$", word):
        return first[:-2]
    return first[:-1] if word.endswith("s") and not word.endswith("ss") else first


def _of_part(before: str, after: str, one: str) -> str:
    """Rewrite a question that mentions the documents somewhere inside."""
    shown = SHOWS.match(before)
    if shown:
        return _of_list(before[shown.end() :], after, one)
    if differ := re.match(r"^how\s+do$", before, re.IGNORECASE) and re.match(
        r"^(?:differ|compare)\s+(?:on|in|about|as\s+to|over)?\s*(.*)$", after, re.IGNORECASE
    ):
        return f"What does {one} say about {differ[1]}"
    if each := _HOW_DO.match(before) if re.match(r"^differ\b", after, re.IGNORECASE) else None:
        return f"What are {each['what']} {one}"
    before = re.sub(r"\b(do|are|were|have)$", lambda aux: _singular(aux[0]), before, flags=re.IGNORECASE)
    after = re.sub(r"^each\s+", "", after, flags=re.IGNORECASE)
    if re.fullmatch(r"in|under|by|for", before, re.IGNORECASE) and not after.startswith(","):
        return f"{before} {one}, {after}"
    return f"{before} {one}{after}" if after.startswith(",") else f"{before} {one} {after}"


def _of_list(topic: str, after: str, one: str) -> str:
    topic = topic.strip()
    if not topic:
        topic, after = re.sub(r"^(?:and|with|by)\s+", "", after.strip(" ?.,")), ""
        return f"What is {topic} of {one}" if topic else f"What is {one}"
    if every := re.match(r"^all\s+(?:of\s+)?(?:the\s+)?", topic, re.IGNORECASE):
        return f"What are the {topic[every.end() :]} {one} {after}".rstrip(" .")
    if re.match(r"^(?:the|our|their|its)\b", topic, re.IGNORECASE):
        verb = "are" if _PLURAL_TOPIC.search(topic) else "is"
        return f"What {verb} {topic} {one} {after}".rstrip(" .")
    return f"What does {one} say about {_JOINS.sub('', topic)} {after}".rstrip(" .")


def _singular(word: str) -> str:
    single = {"do": "does", "are": "is", "were": "was", "have": "has"}[word.casefold()]
    return single.capitalize() if word[0].isupper() else single


_FRAME = (
    re.compile(
        r"(?<!\s)\s++\b(?:under|in|of|for|by|across)\s++the\s++"
        r"(?:agreement|document|NDA|lease|licen[cs]e|guide|deed|policy)\s*+\??$"
    ),
    re.compile(
        r"^(?:under|in|of|for|by|across)\s+the\s+(?:agreement|document|NDA|lease|licen[cs]e|guide|deed|policy),\s*",
        re.I,
    ),
)


def without_frame(question: str) -> str:
    """Remove "under the agreement" from either end of a question: it does not help a search within that document."""
    for pattern in _FRAME:
        question = pattern.sub("", question)
    return _tidy(question)


def _tidy(question: str) -> str:
    words = re.sub(r"(?<!\s)\s++(?=[,?.])", "", " ".join(question.split())).strip(" ,.?;:")
    return f"{words[:1].upper()}{words[1:]}?"


def about_question(question: str) -> str:
    """Rewrite a question such as "X: where is it dealt with?" for one document."""
    topic = re.sub(
        r"(?<![\s,:;–—-])[\s,:;–—-]*+\bwhere\b|\b(?:is|are)\b|\b(?:it|this|that)\b|\b(?:dealt\s+with|covered|addressed|mentioned|"
        r"discussed|treated|provided\s+for)\b|\?",
        " ",
        question,
        flags=re.IGNORECASE,
    )
    return f"What does the document say about {' '.join(topic.split())}?"

"""Requests for summaries: how to recognise them, and what a summary of each kind of document covers."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from pincite.answer.questions.document_words import without_documents
from pincite.legal.wording import STOPWORDS

_ASKED = re.compile(
    r"\b(?:summari[sz]e|sum\s+up|recap)\b"
    r"|\b(?:an?|the|quick|short|brief)\s++(?:\w++\s++){0,2}(?:overview|summary|outline|rundown|digest)\b"
    r"|^\s*+(?:overview|summary|outline|digest)\s+(?:of|for)\b|\b(?:overview|summary|in\s+a\s+nutshell)[\s?.!]*+$"
    r"|\b(?:main|key|principal|headline)\s+(?:terms|points|provisions|features)\b"
    r"|^\s*+what(?:’s|'s|\s+is)\b[^?]{3,80}\b(?:all\s+)?about[\s?.!]*+$",
    re.IGNORECASE,
)
# "What does Part 33 cover?" asks for an overview of a text of law, if it asks for nothing that is not in its title.
_COVERED = re.compile(
    r"^\s*+what\s+(?:does|do|is|are)\b(?=.{0,200}\b(?:parts?|practice\s+directions?|pd|act|regulations?|rules|guide|code)\b)"
    r".{0,200}\b(?:covers?|deals?\s+with|scope\s+of|provides?\s+(?:regarding|about|on|for|concerning)|about|under)\b",
    re.IGNORECASE,
)
# "Summary judgment" and its like are subjects of procedure, and "how long may the summary be?" asks about one.
_PROCEDURE = re.compile(
    r"\bsummar(?:y|ily)\s+(?:judg\w+|assess\w+|disposal|proceed\w+|convict\w+|determin\w+)|\b(?:case|costs|skeleton)\s+summar"
    r"|^\s*+(?:how|when|who|where|why|which|must|should|shall|may)\b(?!.{0,200}\bsummari[sz]e\b)",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:(?:\d{1,2}|one|two|three|four|five|ten|few)\s(?:sentences?|lines?|paragraphs?|bullets?|bullet\spoints|points|pages?)"
    r"|(?:in|using)\s(?:plain|simple|easy|everyday)\s(?:english|language|terms|words)|please|give|quick|short|brief|"
    r"briefly|bullet|page|paragraph|summari[sz]e|sum|up|recap|overview|summary|outline|rundown|digest|main|key|principal|"
    r"headline|terms|points|provisions|features|about|between|nutshell|tell|show|write|want|like|get|make|document|whole|"
    r"entire|s)\b",
    re.IGNORECASE,
)
# What a judgment is called besides.
_DISPUTE = re.compile(r"\b(?:dispute|appeal|claim|matter|proceedings)\b", re.IGNORECASE)
_COVERING = re.compile(
    r"\b(?:what|does|do|is|are|the|a|an|address(?:es)?|contains?|covers?|deals?|says?|sets?|out|states?|with|scope|of|provides?|"
    r"regarding|about|on|for|concerning|as|under|in|and|to|"
    r"cpr|civil|procedure)\b",
    re.IGNORECASE,
)
_DISPUTED = frozenset({"judgment", "pleading"})
_CONTENTS = frozenset({"legislation", "court-rules", "court-guide", "judgment", "pleading"})


@dataclass(frozen=True, slots=True)
class Topic:
    """Something a summary covers: its label, the question that finds it, and the words its heading may have."""

    label: str
    question: str
    heading: re.Pattern[str]


def _topic(label: str, question: str, heading: str) -> Topic:
    return Topic(label, question, re.compile(heading, re.IGNORECASE))


_PURPOSE = _topic(
    "Purpose", "What is the purpose of the agreement?", r"purpose|background|recital|scope|engagement|appointment|grant"
)
_TERM = _topic("Term", "How long does the agreement last?", r"\bterm\b|duration|commencement")
_END = _topic("Termination", "Who may terminate the agreement, and how?", r"terminat|cancel|expir")
_LAW = _topic(
    "Governing law", "Which law governs the agreement?", r"governing|choice of law|applicable law|jurisdiction"
)
_SECRETS = _topic("Confidentiality", "What must be kept confidential?", r"confidential|non-?disclosure|secrecy")
_LIABILITY = _topic("Liability", "How is liability limited?", r"liabilit|indemni|damages")
_DISPUTES = _topic("Disputes", "How are disputes resolved?", r"dispute|arbitration|jurisdiction|venue")
_PAY = _topic(
    "Payment", "What must be paid, and when?", r"pay|fee|price|compensation|consideration|royalt|rent|remuneration"
)
_DUTIES = _topic(
    "Main duties",
    "What services or obligations must be performed?",
    r"services|obligation|duties|responsibilit|supply|deliver",
)
_EXCLUSIVE = _topic("Exclusivity", "Is either party bound to exclusivity or not to compete?", r"exclusiv|compet")
_TOPICS = {
    "nda": (
        _PURPOSE,
        _topic("Confidential information", "What is confidential information?", r"confidential information|definition"),
        _topic(
            "Use", "What may the recipient do with the confidential information?", r"\buse\b|obligation|non-?disclosure"
        ),
        _topic("Exceptions", "What is not confidential information?", r"exception|exclusion|not.*confidential"),
        _topic("Return", "Must the confidential information be returned or destroyed?", r"return|destr"),
        _topic("Duration", "How long do the confidentiality obligations last?", r"\bterm\b|duration|period|surviv"),
        _DISPUTES,
        _LAW,
    ),
    "lease": (
        _topic("Premises", "What premises are leased?", r"premises|property|demise"),
        _TERM,
        _topic("Rent", "What rent must be paid, and when?", r"rent|pay"),
        _topic("Use", "How may the premises be used?", r"\buse\b"),
        _topic("Repair", "Who must repair and maintain the premises?", r"repair|maint"),
        _topic("Assignment", "May the tenant assign or sublet?", r"assign|sublet|underlet"),
        _END,
        _LAW,
    ),
    "merger-agreement": (
        _topic("Merger", "What is the merger, and its effect?", r"merger|offer"),
        _topic("Price", "What is paid for each share?", r"consideration|conversion|price"),
        _topic("Conditions", "What are the conditions to closing?", r"condition"),
        _topic("No solicitation", "May the target solicit other offers?", r"solicit"),
        _END,
        _topic("Termination fee", "What termination fee is payable?", r"fee|expense"),
        _LAW,
    ),
    "privacy-policy": (
        _topic("Collected", "What information is collected?", r"collect|information"),
        _topic("Used", "How is the information used?", r"\buse|purpose"),
        _topic("Shared", "With whom is the information shared?", r"shar|disclos|third"),
        _topic("Kept", "How long is the information kept?", r"retention|keep|stor"),
        _topic("Rights", "What rights do users have?", r"right|choice|access"),
    ),
}
_CONTRACT = (_PURPOSE, _DUTIES, _PAY, _TERM, _END, _EXCLUSIVE, _SECRETS, _LIABILITY, _DISPUTES, _LAW)


def wants_overview(question: str) -> bool:
    """Tell whether a question asks for a summary of a document."""
    return bool(_ASKED.search(question) or _COVERED.search(question)) and not _PROCEDURE.search(question)


def asks_only(question: str, *, names: str, kind: str = "") -> bool:
    """Tell whether a question asks for nothing but a summary of a document of these names and this kind.

    Words that stand nowhere in its names may be in what the question calls it: "the trucking contract".
    """
    named = set(re.findall(r"\w+", names.casefold()))
    if not _ASKED.search(question):
        return kind in _CONTENTS and not _left(_COVERING, question, named)
    asked = _DISPUTE.sub(" ", question) if kind in _DISPUTED else question
    return not _left(_REQUEST, without_documents(asked), named | STOPWORDS)


def _left(request: re.Pattern[str], question: str, named: Collection[str]) -> list[str]:
    return [word for word in re.findall(r"\w+", request.sub(" ", question).casefold()) if word not in named]


def topics_of(kind: str) -> tuple[Topic, ...] | None:
    """Return the topics of a summary for a kind of document; None if it follows the document's sections."""
    return None if kind in _CONTENTS else _TOPICS.get(kind, _CONTRACT)

"""Conditions that a clause must meet by what it says: not denied, by a certain means, without a cause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pincite.answer.quotations.ending_terms import ENDING, EndingTerms, read_ending_terms, sentences_of
from pincite.answer.verification.support import closest_sentences
from pincite.ports import Verifier

# A clause denies a condition where it says "not" and the verifier is so sure that it refutes the claim. The verifier
# alone does not do: of 46 clauses that meet a condition of `benchmarks/people` it holds four to refute it, and none of
# those denies anything.
_REFUTED = 0.85
# So sure of it, "not" may stand in any sentence of the clause, in other words: "does not renew" denies "rolls over".
_SURELY_REFUTED = 0.95
_DENIES = re.compile(
    r"\b(?:may|shall|must|can|will|does|do|is|are)\s+(?:not|never)\b|\bcannot\b|\b(?:no|neither|nor|prohibit\w*|forbid\w*)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?P<verb>Does|Is|Was|Can|May|Must|Will|Could|Would|Should)\s+"
    r"(?P<subject>the\s+(?:practice direction|other\s+(?:side|party)|\w+)|"
    r"(?:either|any)\s+\w+|(?<!does\s)\w+)\s+(?P<rest>[^?]+)",
    re.IGNORECASE,
)
# "Without consent", "except to an affiliate": what is denied so is denied in part.
_NO_CONSENT = re.compile(r"\bwithout\b[^.;]{0,60}\b(?:consent|approval|permission|agreement)\b", re.IGNORECASE)
_EXCEPTED = re.compile(
    r"\b(?:unless|except\w*|save|other\s+than|provided\s+that|but\b[^.;]{0,40}\b(?:may|can))\b", re.IGNORECASE
)
_LATER = re.compile(r",\s*and\s+(?:by|for|to|in|on|with|if|when|how|who|what|where|which)\b.*$", re.IGNORECASE)
_SIBILANT = re.compile(r"(?:s|sh|ch|x|z|o)$")
_ENDS_IN_Y = re.compile(r"(?<=[^aeiou])y$")

# "by email", "by bank transfer", "in cash": a way of doing something. "By the buyer" is who does it.
_A_MEANS = (
    r"(?:e-?mail|electronic\s+mail|fax|facsimile|telefax|post|mail|letter|courier|hand|"
    r"telephone|phone|text\s+message|sms|cash|cheque|check|(?:bank|wire)\s+transfer|direct\s+debit|instal{1,2}ments?|"
    r"credit\s+card|video(?:\s+(?:link|conference))?)\b"
)
_MEANS = re.compile(rf"\b(?:by|via|through|in)\s+(?P<means>{_A_MEANS})", re.IGNORECASE)
# "Is an email good enough for a notice?"
_IS_MEANS = re.compile(
    rf"\b(?:is|would|will)\s+(?:an?\s+)?(?P<means>{_A_MEANS})\s+(?:be\s+)?"
    r"(?:(?:good\s+)?enough|sufficient|acceptable|allowed|permitted|valid|okay|ok|a\s+valid\s+way|do)\b",
    re.IGNORECASE,
)
_SAME_MEANS = (
    r"e-?mails?|electronic\s+mail|electronic\s+(?:means|transmission|communication)|electronically",
    r"fax(?:es)?|facsimiles?|telefax(?:es)?|telecopy",
    r"post|mail(?:ed)?|letters?",
    r"couriers?",
    r"hand|personal(?:ly)?",
    r"(?:tele)?phone",
    r"text\s+messages?|sms",
    r"cash",
    r"cheques?|checks?",
    r"(?:bank|wire)\s+transfers?|wired",
    r"direct\s+debits?",
    r"instal{1,2}ments?",
    r"credit\s+cards?",
    r"video(?:\s+(?:links?|conferences?))?",
)
_COPY = r"\b(?:copy|copies|copied|duplicate)\b[^.;]{0,40}?\b(?:by|via|through)\s+(?:way\s+of\s+)?"

_NO_CAUSE = (
    r"\b(?:without\s+(?:any\s+)?(?:cause|fault)|for\s+(?:\w+\s+)?convenience|for\s+(?:any|no|any\s+or\s+no)\s+reason|"
    r"without\s+(?:giving|stating|assigning|needing|showing|having|any|a)\s+(?:\w+\s+)?(?:reasons?|cause)|at\s+will)\b"
)
_ASKS_NO_CAUSE = re.compile(rf"\b{ENDING}\b[^?]{{0,120}}?{_NO_CAUSE}", re.IGNORECASE)
_SAYS_NO_CAUSE = re.compile(_NO_CAUSE, re.IGNORECASE)
_ENDS_BY_NOTICE = re.compile(
    r"(?:\b(?:may|can|shall|right|entitled|option|able|free)\b[^.;]{0,120}?"
    r"\b(?:terminat\w+|end(?:ed)?|cancel\w*|determine|withdraw|revoke|bring\b[^.;]{0,60}\bto\s+an\s+end)\b[^.;]{0,240}?\bnotice\b"
    r"|\buntil\b[^.;]{0,60}\b(?:terminated|ended|cancelled|determined)\b[^.;]{0,120}?\bnotice\b"
    r"|\buntil\b[^.;]{0,60}\b(?:gives?|serves?)\b[^.;]{0,120}?\bnotice\b)",
    re.IGNORECASE,
)
# What must have happened first is a cause, whatever it is: a breach, a bankruptcy, an event that goes on too long.
_CAUSE = re.compile(
    r"\b(?:if|where|should|in\s+the\s+event|in\s+case|(?:upon|on|for|following|because|due)\b[^.;]{0,80}?"
    r"\b(?:breach\w*|default\w*|insolven\w*|bankrupt\w*|misconduct|failure|violation|cause|non-?payment|death))\b",
    re.IGNORECASE,
)
# "May the agreement be assigned?": a clause that says "not without consent" allows it in part only.
_ASKS_LEAVE = re.compile(r"\b(?:allow|permit|let|entitle|can|may)\b", re.IGNORECASE)
_LEAVE = re.compile(r"\b(?:consent|approv\w+|permission)\b", re.IGNORECASE)
# What must not be done without consent may be done with it.
_WITH_CONSENT = re.compile(r"\bwith\b[^.;]{0,40}\b(?:consent|approval|permission)\b", re.IGNORECASE)
_NOT_WITHOUT = re.compile(
    r"\b(?:not|neither|no)\b[^.;]{0,120}\bwithout\b[^.;]{0,60}\b(?:consent|approval|permission)\b", re.IGNORECASE
)
# To comply with a law is not to be governed by it.
_ASKS_COMPLIANCE = re.compile(r"\b(?:compl(?:y|ies|iance)|observ(?:e|ance)|obey)\b", re.IGNORECASE)
_COMPLIES = re.compile(r"\b(?:compl(?:y|ies|ied|iance|ying)|observ\w+|obey\w*|abid\w+|adher\w+)\b", re.IGNORECASE)

# What a clause on some institution cannot but name: words on courts are none on arbitration.
_INSTITUTIONS = tuple(
    re.compile(rf"\b(?:{words})", re.IGNORECASE)
    for words in (
        r"arbitra\w+",
        r"mediat\w+|conciliat\w+",
        r"jur(?:y|ies|or\w*)\b",
        r"escrow\w*",
        r"royalt\w+",
        r"sub-?let\w*|under-?let\w*|sub-?leas\w+|under-?leas\w+|sub-?tenan\w+",
    )
)


# What stands between institutions of which one is enough: "a mediator or an arbitrator".
_OR, _AND = re.compile(r"/|\bor\b", re.IGNORECASE), re.compile(r"\band\b(?!/or)|[.;]", re.IGNORECASE)


class Meets(StrEnum):
    """Whether a clause meets a condition: it does, it denies it, it does so in part, or it does not say."""

    YES = "yes"
    DENIED = "denied"
    PARTLY = "partly"
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True)
class ClauseCondition:
    """What a clause must say to meet a question: the claim it must not deny, the means it must name, "without cause".

    `claim` is empty where the question cannot be read as one. `terms` are those on which it must be
    ended. `leave` is set where it asks whether something is allowed
    at all, `compliance` where a clause must speak of complying; `institutions` are those it must speak of.
    """

    claim: str
    means: re.Pattern[str] | None
    no_cause: bool
    leave: bool = False
    compliance: bool = False
    institutions: tuple[re.Pattern[str], ...] = ()
    terms: EndingTerms | None = None

    def met_by(self, words: str, verifier: Verifier | None) -> Meets:
        """Tell whether a clause meets the condition."""
        if self.no_cause and not ends_without_cause(words):
            return Meets.DENIED if _CAUSE.search(words) else Meets.UNSAID
        if self.terms is not None and not any(map(self._ends_so, sentences_of(words))):
            return Meets.UNSAID
        if self.means is not None and not _names_means(self.means, words):
            return Meets.UNSAID
        if self.compliance and not _COMPLIES.search(words):
            return Meets.UNSAID
        if not all(institution.search(words) for institution in self.institutions):
            return Meets.UNSAID
        if _WITH_CONSENT.search(self.claim) and _NOT_WITHOUT.search(words):
            return Meets.YES
        if self.claim and _is_denied(self.claim, words, verifier):
            return Meets.DENIED
        partly = self.leave and self.may_be_denied(words) and self.is_denied_in_part(words)
        return Meets.PARTLY if partly else Meets.YES

    @property
    def is_sided(self) -> bool:
        """Whether it is known who must not be the one to end an agreement."""
        return self.terms is not None and bool(self.terms.barred)

    def _ends_so(self, sentence: str) -> bool:
        """Tell whether a sentence ends an agreement on the terms that are asked for, and without a cause if it must."""
        met = self.terms is not None and self.terms.met_by(sentence)
        return met and (not self.no_cause or ends_without_cause(sentence))

    def may_be_denied(self, words: str) -> bool:
        """Tell whether the sentences of a clause that come nearest deny anything."""
        return any(_DENIES.search(sentence) for sentence in closest_sentences(self.claim, words))

    def is_denied_in_part(self, words: str) -> bool:
        """Tell whether a clause that denies something makes an exception: "not without consent".

        It is none where the question itself is about doing it without.
        """
        without = _NO_CONSENT.search(words) and not _NO_CONSENT.search(self.claim)
        return bool(without or _EXCEPTED.search(words))

    @property
    def is_exact(self) -> bool:
        """Whether the words of a clause alone can show that it meets the condition."""
        return self.ends or self.means is not None

    @property
    def ends(self) -> bool:
        """Whether it is about how an agreement is ended, which the words of a clause alone decide."""
        return self.no_cause or self.terms is not None


def read_clause_condition(question: str) -> ClauseCondition:
    """Return what a question such as "Does the lease allow notice by email?" requires of a clause."""
    means = _MEANS.search(question) or _IS_MEANS.search(question)
    return ClauseCondition(
        claim_of(question),
        _means_pattern(means["means"]) if means else None,
        bool(_ASKS_NO_CAUSE.search(question)),
        leave=bool(_ASKS_LEAVE.search(question)) and not _LEAVE.search(question),
        compliance=bool(_ASKS_COMPLIANCE.search(question)),
        institutions=_institutions(question),
        terms=read_ending_terms(question),
    )


def _institutions(question: str) -> tuple[re.Pattern[str], ...]:
    """The institutions that a clause must speak of; of "a mediator or an arbitrator" it need not speak of both."""
    found = [(named, institution) for institution in _INSTITUTIONS if (named := institution.search(question))]
    places = sorted(named.span() for named, _ in found)
    between = [question[end:start] for (_, end), (start, _) in pairwise(places)]
    if not between or any(_AND.search(words) for words in between) or not _OR.search(between[-1]):
        return tuple(institution for _, institution in found)
    return (re.compile("|".join(institution.pattern for _, institution in found), re.IGNORECASE),)


def claim_of(question: str) -> str:
    """A yes-or-no question about a document as a claim, or nothing where it asks something else."""
    found = _ASKED.match(_LATER.sub("", question.strip()))
    if found is None:
        return ""
    verb, rest = found["verb"].casefold(), found["rest"].strip(" .")
    subject = f"{found['subject'][:1].upper()}{found['subject'][1:]}"
    if verb != "does":
        return f"{subject} {verb} {rest}."
    first, _, more = rest.partition(" ")
    return f"{subject} {_third_person(first)} {more}".rstrip() + "."


def ends_without_cause(words: str) -> bool:
    """Tell whether a clause lets somebody end an agreement without a cause: it says so, or notice is all it needs."""
    return any(
        _ENDS_BY_NOTICE.search(sentence) and not _CAUSE.search(sentence)
        if not (said := _SAYS_NO_CAUSE.search(sentence))
        else not _DENIES.search(sentence[: said.start()]) and re.search(rf"\b{ENDING}\b", words, re.IGNORECASE)
        for sentence in sentences_of(words)
    )


def _third_person(verb: str) -> str:
    if verb.casefold() == "have":
        return "has"
    if _ENDS_IN_Y.search(verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"


def _is_denied(claim: str, words: str, verifier: Verifier | None) -> bool:
    if verifier is None or not _DENIES.search(words):
        return False
    near = any(_DENIES.search(sentence) for sentence in closest_sentences(claim, words))
    least = _REFUTED if near else _SURELY_REFUTED
    return any(verdict.refuted >= least for verdict in verifier.verify([(claim, words)]))


def _means_pattern(means: str) -> re.Pattern[str]:
    """What a clause may call a means: "email" is "electronic mail" too."""
    same = next((words for words in _SAME_MEANS if re.fullmatch(words, means, re.IGNORECASE)), None)
    return re.compile(rf"(?P<copy>{_COPY})?\b(?:{same or re.escape(means)})\b", re.IGNORECASE)


def _names_means(means: re.Pattern[str], words: str) -> bool:
    """Tell whether a clause names a means for the thing itself: "with a copy by e-mail" is only for the copy."""
    return any(found["copy"] is None for found in means.finditer(words))

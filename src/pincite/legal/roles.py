"""Roles: the party that acts for each verb of a sentence, to detect swapped parties."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from pincite.legal.folding import fold_text
from pincite.legal.wording import WordToken, tokenize

_ROLES = frozenset(
    """
    tenant landlord lessee lessor borrower lender buyer seller vendor purchaser supplier customer client contractor
    consultant employer employee company parent licensee licensor franchisee franchisor distributor manufacturer
    provider owner agent principal insurer insured trustee trustees beneficiary protector settlor claimant defendant
    plaintiff appellant respondent applicant guarantor hirer engineer investor founder shareholder shareholders
    foundation university recipient discloser executor executors sponsor publisher author developer user users bank
    issuer holder assignor assignee mortgagor mortgagee grantor grantee bailor bailee carrier shipper inspector
    court board arbitrator creditor debtor merger stockholders stockholder covenantor subcontractor reseller
    institution
    """.split()  # noqa: SIM905 - a list to be read
)
_QUALIFIED = frozenset({"party", "parties"})
_LINKS = frozenset(
    """
    shall must may will can could should would is are was were be been being has have had do does did not never to
    also hereby then each all both neither nor either only first further entitled required obliged allowed permitted
    right free ordered directed liable bound the a an no in event absolute discretion its their his her own
    """.split()  # noqa: SIM905 - a list to be read
)
_ACTS = frozenset({"shall", "must", "may", "will", "can", "agrees", "has", "is", "does", "did"})
_SUFFIXES = frozenset(
    {"inc", "ltd", "limited", "llc", "plc", "corp", "corporation", "gmbh", "lp", "llp", "sa", "bv", "ag", "co"}
)
# Capitalised words that are not parties.
_NO_PARTY = frozenset(
    """
    agreement merger closing section article term lease contract services service product products information date
    time notes shares stock statement schedule exhibit annex act rule rules policy policies plan notice software
    work works january february march april june july august september october november december permission project
    property territory premises option confidential day days year month law court period fee fees price it this
    """.split()  # noqa: SIM905 - a list to be read
)
_ARTICLES = frozenset({"the", "a", "an", "its", "their", "his", "her", "no", "each", "all"})
_PREPOSITIONS = frozenset({"to", "of", "from", "with", "against", "for", "between", "on", "upon"})
_PASSIVE = frozenset({"be", "is", "are", "was", "were", "been", "being"})
_REACH = 9
# "The Licensor gets 4%" turns round "the Licensee pays the Licensor 4%".
_RECEIVES = frozenset({"get", "gets", "receive", "receives", "owed", "collect", "collects", "earn", "earns"})
_PAYS = frozenset({"pay", "pays", "paid"})
_SUM = re.compile(r"\W{0,3}(?:[a-z]{1,12}\s){0,4}(?:[£$€]|\d|US\$)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def find_agents(text: str) -> frozenset[tuple[str, str]]:
    """Pairs of a party and a verb it is the subject of, or of which it is named with "by"."""
    folded = fold_text(text)
    tokens = tokenize(folded)
    found: set[tuple[str, str]] = set()
    subject = ""
    for at, token in enumerate(tokens):
        if at and re.search(r"[.;]\s", folded[tokens[at - 1].end : token.start]):
            subject = ""
        if party := _party(tokens, at, folded):
            if at and tokens[at - 1].word == "by" or (at > 1 and tokens[at - 2].word == "by"):
                found |= {(party, verb) for verb in _verbs_before(tokens, at)}
                continue
            subject = _subject(tokens, at, party) or subject
            verb = "" if _is_object(tokens, at) else _verb_after(tokens, at + 1)
            if verb and not _is_passive(tokens, at + 1):
                found.add((party, verb))
        elif token.word in {"shall", "must", "may", "will"} and subject and tokens[at - 1].word in {"and", "or"}:
            verb = _verb_after(tokens, at)
            if verb and not _is_passive(tokens, at):
                found.add((subject, verb))
    return frozenset(found)


@lru_cache(maxsize=1024)
def find_recipients(text: str) -> frozenset[tuple[str, str]]:
    """Return pairs of a party and a verb joined by "to" or "from": who is paid, or who pays."""
    folded = fold_text(text)
    tokens = tokenize(folded)
    found: set[tuple[str, str]] = set()
    for at, token in enumerate(tokens):
        if token.word not in {"to", "from"}:
            continue
        parties = (_party(tokens, place, folded) for place in (at + 1, at + 2) if place < len(tokens))
        party = next((party for party in parties if party), "")
        verbs = [one.stem for one in tokens[max(0, at - 3) : at] if one.stem and one.word not in _ROLES][-1:]
        found |= {(party, f"{verb} {token.word}") for verb in verbs if party}
    return frozenset(found)


@lru_cache(maxsize=1024)
def find_payees(text: str, *, sums: bool = False) -> frozenset[tuple[str, str]]:
    """Pairs of a party and "pay": who is paid, receives or is owed something; with `sums` only where a sum follows."""
    folded = fold_text(text)
    tokens = tokenize(folded)
    found: set[tuple[str, str]] = set()
    for at, token in enumerate(tokens):
        if token.word not in _RECEIVES | _PAYS or sums and not _SUM.match(folded, token.end):
            continue
        if token.word in _RECEIVES or tokens[at - 1].word in _PASSIVE:
            places: Iterable[int] = range(at - 1, max(-1, at - 5), -1)
        else:
            given = (place + 1 for place in range(at, min(at + _REACH, len(tokens))) if tokens[place].word == "to")
            places = (place + step for place in (at + 1, *given) for step in (0, 1) if place + step < len(tokens))
        party = next((party for place in places if (party := _party(tokens, place, folded))), "")
        found |= {(party, "pay")} if party else set()
    return frozenset(found)


def differ_in_roles(claim: str, source: str) -> str | None:
    """Return the acting or receiving party of a claim if its source names another one."""
    compared = [(find(claim), find(source)) for find in (find_agents, find_recipients)]
    for claimed, written in (*compared, (find_payees(claim, sums=True), find_payees(source))):
        for party, verb in sorted(claimed):
            # A name and a role may be the same party: compare only names with names and roles with roles.
            others = {other for other, same in written if same == verb}
            alike = {other for other in others if _is_role(other) == _is_role(party)}
            if alike == others and others and party not in others and not _may_be_same(party, others):
                return f"“{party}” with “{verb}”, where the source has “{min(others)}”"
    return None


def _is_role(party: str) -> bool:
    return party in _ROLES or "party" in party


def _may_be_same(party: str, others: set[str]) -> bool:
    """A party in the plural, or one that is named "either", may be any of them."""
    return any(party.removesuffix("s") == other.removesuffix("s") for other in others) or any(
        other.startswith(("either", "each", "neither")) for other in others
    )


def _party(tokens: tuple[WordToken, ...], at: int, folded: str) -> str:
    word = tokens[at].word.removesuffix("'s")
    if word in _QUALIFIED:
        return _qualified(tokens, at, folded)
    if tokens[at].word.endswith("'s"):
        return ""
    if word in _ROLES:
        return word
    return _named(tokens, at, folded)


def _qualified(tokens: tuple[WordToken, ...], at: int, folded: str) -> str:
    """Return one of several parties by its letter or function; an unqualified "party" is no particular one."""
    after = folded[tokens[at].end : tokens[at].end + 3]
    if re.match(r"\s[A-Z]\b", after):
        return f"party {after[1].casefold()}"
    before = tokens[at - 1].word if at else ""
    return f"{before} party" if before.endswith(("ing", "ed", "ful")) else ""


def _named(tokens: tuple[WordToken, ...], at: int, folded: str) -> str:
    """The word of a name that acts or is given: one with a capital, before a modal or after "by", "to" or "from"."""
    token = tokens[at]
    if not folded[token.start].isupper() or not token.stem or token.word in _NO_PARTY:
        return ""
    if at + 1 < len(tokens) and folded[tokens[at + 1].start].isupper():
        return ""
    acts = at + 1 < len(tokens) and tokens[at + 1].word in _ACTS
    given = any(one.word in {"by", "to", "from"} for one in tokens[max(0, at - 3) : at])
    if not acts and not given:
        return ""
    # Of "Orrin Bank plc" the name is "bank".
    suffixed = token.word in _SUFFIXES and at and folded[tokens[at - 1].start].isupper()
    return tokens[at - 1].word if suffixed else token.word


def _is_object(tokens: tuple[WordToken, ...], at: int) -> bool:
    """Whether a party stands after a preposition: "by notice to the Borrower"."""
    before = [token.word for token in tokens[max(0, at - 2) : at]]
    return bool(before) and (
        before[-1] in _PREPOSITIONS or (before[-1] in {"the", "a", "any"} and before[0] in _PREPOSITIONS)
    )


def _subject(tokens: tuple[WordToken, ...], at: int, party: str) -> str:
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return party if following in _ACTS else ""


def _verb_after(tokens: tuple[WordToken, ...], at: int) -> str:
    if at < len(tokens) and tokens[at].word in _ARTICLES:
        return ""  # "pay the Landlord the rent": another thing begins
    for token in tokens[at : at + 6]:
        if token.word in _LINKS or token.word.endswith("ly"):
            continue
        return token.stem if token.word not in _ROLES else ""
    return ""


def _is_passive(tokens: tuple[WordToken, ...], at: int) -> bool:
    """Whether the verb that follows is done to the subject: "is paid", "shall be given"."""
    for before, token in zip(tokens[at : at + 7], tokens[at + 1 : at + 8], strict=False):
        if token.stem and token.word not in _LINKS:
            return before.word in _PASSIVE and (token.word.endswith(("ed", "n", "t", "d")))
    return False


def _verbs_before(tokens: tuple[WordToken, ...], at: int) -> list[str]:
    """The participles that "by" may belong to: the nearest in reach."""
    near = [
        one
        for one in tokens[max(0, at - _REACH) : at]
        if one.stem and one.word.endswith(("ed", "id", "en", "rne", "ght", "old", "ost", "ade", "ept"))
    ]
    return [one.stem for one in near[-1:]]

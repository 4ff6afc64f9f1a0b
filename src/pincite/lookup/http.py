"""Public registers over HTTP: legislation.gov.uk, Find Case Law and CourtListener."""

from __future__ import annotations

import re

from pincite.domain.authority import Authority
from pincite.errors import RegisterError
from pincite.legal.citations import CitationKind, LegalCitation
from pincite.lookup.client import Element, RegisterClient
from pincite.options import Execution

TOKEN_VARIABLE = "COURTLISTENER_TOKEN"
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARCHIVES = "{https://caselaw.nationalarchives.gov.uk}"
_ACTS = frozenset({CitationKind.STATUTE, CitationKind.INSTRUMENT})
# The units of legislation in keys of citations, and in the register's addresses.
_UNITS = {"s": "section", "Sch": "schedule", "Pt": "part", "reg": "regulation", "r": "rule", "art": "article"}
_KEY = re.compile(r"(?P<act>.+?\d{4})(?:\s(?P<unit>s|Sch|Pt|reg|r|art)\s(?P<number>\d{1,4}[A-Z]{0,3}))?(?![\w/])")
_INSTRUMENT = re.compile(r"(?:SI|S\.I\.)\s(?P<year>\d{4})/(?P<number>\d{1,5})")
_ITEM = re.compile(r"/id/(?P<path>[a-z]{3,5}/[\w-]+(?:/[\w-]+)?/\d+)$")
_BODIES = frozenset({"Primary", "Secondary", "judgmentBody"})
_DOCUMENT = re.compile(r"[\w-]+(?:/[\w-]+){0,5}")


class HttpRegister:
    """Looks UK legislation, UK cases and American cases up where they are published.

    An address that is empty is not asked. CourtListener wants a token, which comes from `token_variable`.
    """

    name = "http"

    def __init__(
        self,
        *,
        legislation: Execution[str] = "https://www.legislation.gov.uk",
        cases: Execution[str] = "https://caselaw.nationalarchives.gov.uk",
        american: Execution[str] = "https://www.courtlistener.com",
        token_variable: Execution[str] = TOKEN_VARIABLE,
        timeout: Execution[float] = 30,
        attempts: Execution[int] = 3,
    ) -> None:
        def client(base: str, token: str = "") -> RegisterClient | None:
            made = RegisterClient(base, timeout=timeout, attempts=attempts, token_variable=token)
            return made if base else None

        self._legislation = client(legislation)
        self._cases = client(cases)
        self._american = client(american, token_variable)

    def covers(self, citation: LegalCitation) -> bool:
        """UK legislation, neutral citations, and American cases, as far as an address is set."""
        return self._client(citation) is not None

    def look_up(self, citation: LegalCitation, key: str) -> Authority | None:
        """What the register of this kind has under a key."""
        client = self._client(citation)
        if client is None:
            return None
        if citation.kind in _ACTS:
            return _legislation(client, key)
        return _case(client, key) if citation.kind is CitationKind.NEUTRAL else _american_case(client, key)

    def close(self) -> None:
        """Let the connections go."""
        for client in filter(None, (self._legislation, self._cases, self._american)):
            client.close()

    def _client(self, citation: LegalCitation) -> RegisterClient | None:
        if citation.kind in _ACTS:
            return self._legislation
        if citation.kind is CitationKind.NEUTRAL:
            return self._cases
        return self._american if citation.kind is CitationKind.US_CASE else None


def _legislation(client: RegisterClient, key: str) -> Authority | None:
    """An Act or instrument, or one provision of it; subdivisions stand in the text of the provision."""
    if numbered := _INSTRUMENT.match(key):
        path = f"uksi/{numbered['year']}/{numbered['number']}"
        found = client.xml(f"/{path}/data.xml")
        return None if found is None else Authority(key, _words(found), f"{client.shown}/{path}")
    parts = _KEY.match(key)
    item = _item(client, parts["act"]) if parts else None
    if parts is None or item is None:
        return None
    path = f"{item}/{_UNITS[parts['unit']]}/{parts['number']}" if parts["unit"] else item
    found = client.xml(f"/{path}/data.xml")
    return None if found is None else Authority(key, _words(found), f"{client.shown}/{path}")


def _item(client: RegisterClient, title: str) -> str | None:
    """The path of the Act or instrument of a title."""
    feed = client.xml("/all/data.feed", {"title": title})
    for entry in [] if feed is None else feed.iter(f"{_ATOM}entry"):
        named = " ".join((entry.findtext(f"{_ATOM}title") or "").split())
        item = _ITEM.search(entry.findtext(f"{_ATOM}id") or "")
        if item and named.casefold().removeprefix("the ") == title.casefold().removeprefix("the "):
            return item["path"]
    return None


def _case(client: RegisterClient, key: str) -> Authority | None:
    """A judgment by its neutral citation, which the feed of a search must bear itself."""
    feed = client.xml("/atom.xml", {"query": f'"{key}"'})
    for entry in [] if feed is None else feed.iter(f"{_ATOM}entry"):
        given = entry.iter(f"{_ARCHIVES}identifier")
        numbers = {" ".join((one.text or one.get("value") or "").split()) for one in given}
        path = (entry.findtext(f"{_ARCHIVES}uri") or "").strip().strip("/")
        if key not in numbers or not _DOCUMENT.fullmatch(path):
            continue
        found = client.xml(f"/{path}/data.xml")
        title = " ".join((entry.findtext(f"{_ATOM}title") or key).split())
        return Authority(title, "" if found is None else _words(found), f"{client.shown}/{path}")
    return None


def _american_case(client: RegisterClient, key: str) -> Authority | None:
    """A case by its reporter; the register gives its name and place, and no text."""
    found = client.form("/api/rest/v4/citation-lookup/", {"text": key})
    if not isinstance(found, list):
        raise RegisterError(client.shown, "answered in an unknown form")
    for row in found:
        clusters = row.get("clusters") if isinstance(row, dict) else None
        if isinstance(clusters, list) and clusters and isinstance(clusters[0], dict):
            place = str(clusters[0].get("absolute_url") or "")
            return Authority(str(clusters[0].get("case_name") or key), place=f"{client.shown}{place}")
    return None


def _words(document: Element) -> str:
    """The words of a document's body, without what stands in its head about it."""
    body = next((part for part in document.iter() if isinstance(part.tag, str) and _local(part) in _BODIES), document)
    return " ".join(" ".join(str(text) for text in body.itertext()).split())


def _local(part: Element) -> str:
    return str(part.tag).rpartition("}")[2]

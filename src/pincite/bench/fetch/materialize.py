"""Documents from addresses: the publisher's PDF where there is one, else the page printed by a browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import urldefrag, urljoin

from pincite.addresses import hide_passwords
from pincite.bench.corpus import read_text
from pincite.bench.fetch.download import AddressError, HttpReply, sha256_of
from pincite.bench.fetch.file_names import stem_of
from pincite.bench.fetch.politeness import PoliteClient
from pincite.errors import BenchmarkError, PinciteError
from pincite.files import write_bytes, write_text

REPORT = "materialized.jsonl"
PAGES = {"text/html", "application/xhtml+xml", "text/plain", "image/svg+xml", "image/png", "image/jpeg", ""}

Status = Literal["downloaded", "rendered", "kept", "collision", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class FetchOutcome:
    """What became of an address."""

    url: str
    status: Status
    file: str | None = None
    size: int | None = None
    sha256: str | None = None
    detail: str | None = None


class Printer(Protocol):
    """Whatever prints a web page to PDF."""

    def pdf(self, url: str) -> bytes:
        """A page as PDF."""


def read_urls(path: Path) -> list[str]:
    """The addresses of a list, one per line; blank lines and those that begin with # say nothing."""
    lines = (line.strip() for line in read_text(path).lstrip("\ufeff").split("\n"))
    urls = [line for line in lines if line and not line.startswith("#")]
    if not urls:
        raise BenchmarkError(str(path), "holds no address")
    return urls


class _PdfLink(HTMLParser):
    """Where a page says that its PDF is."""

    href: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the elements that name a page's PDF."""
        values = dict(attrs)
        if tag == "meta" and (values.get("name") or "").lower() == "citation_pdf_url":
            self.href = self.href or values.get("content")
        relations = (values.get("rel") or "").lower().split()
        if tag == "link" and "alternate" in relations and values.get("type") == "application/pdf":
            self.href = self.href or values.get("href")


def pdf_link(page: HttpReply) -> str | None:
    """The address of the PDF that a page itself names as its own."""
    finder = _PdfLink()
    finder.feed(page.body.decode("utf-8", "replace"))
    return urljoin(page.url, finder.href) if finder.href else None


def materialize(
    urls: Iterable[str], out: Path, *, client: PoliteClient, printer: Printer, bare: bool = False, force: bool = False
) -> Iterator[FetchOutcome]:
    """Download each URL into `corpus/` and yield its outcome; files of an earlier run are kept.

    A user and password in an address are used and written nowhere.
    """
    known = _read_report(out)
    done: dict[str, FetchOutcome] = {}
    owners: dict[str, str] = {}
    (out / "corpus").mkdir(parents=True, exist_ok=True)
    # What a crash may have cut short is gone before the first new line.
    _write_report(out, known)
    for address in urls:
        url = hide_passwords(address)
        if url in done:
            continue
        outcome = _foreseen(url, out, known={} if force else known, owners=owners, bare=bare, force=force)
        outcome = outcome or _download(address, out, file=_file_name(url, bare=bare), client=client, printer=printer)
        outcome = _discreet(outcome)
        # The report keeps the row of a file that is kept.
        done[url] = known[url] if outcome.status == "kept" else outcome
        with (out / REPORT).open("a", encoding="utf-8") as report:
            report.write(_line(done[url]))
        yield outcome
    # Files that an earlier list brought keep their rows.
    there = {path.name for path in (out / "corpus").iterdir()}
    others = {url: before for url, before in known.items() if url not in done and before.file in there}
    _write_report(out, done | others)


def _discreet(outcome: FetchOutcome) -> FetchOutcome:
    """An outcome without the passwords of addresses."""
    return replace(outcome, url=hide_passwords(outcome.url), detail=outcome.detail and hide_passwords(outcome.detail))


def _write_report(out: Path, outcomes: Mapping[str, FetchOutcome]) -> None:
    write_text(out / REPORT, "".join(map(_line, outcomes.values())))


def _line(outcome: FetchOutcome) -> str:
    return json.dumps(asdict(outcome), ensure_ascii=False) + "\n"


def _file_name(url: str, *, bare: bool) -> str:
    """The stem of an address; with .pdf, unless it ends so or bare names are wanted."""
    stem = stem_of(url, where=url)
    name = stem if bare or stem.lower().endswith(".pdf") else f"{stem}.pdf"
    if len(name.encode()) > 255:
        raise BenchmarkError(url, "its file name would be longer than 255 bytes")
    return name


def _foreseen(
    url: str, out: Path, *, known: Mapping[str, FetchOutcome], owners: dict[str, str], bare: bool, force: bool
) -> FetchOutcome | None:
    """Return the outcome of a URL that can be decided without a request, if any."""
    try:
        file = _file_name(url, bare=bare)
    except BenchmarkError as error:
        return FetchOutcome(url, "refused", detail=error.problem)
    if owners.setdefault(file, url) != url:
        return FetchOutcome(url, "collision", file, detail=f"{owners[file]} has the same file name")
    path, before = out / "corpus" / file, known.get(url)
    if not path.exists() or force:
        return None
    if before and before.sha256 == sha256_of(path):
        return replace(before, status="kept")
    return FetchOutcome(url, "collision", file, detail="a file of that name is there that did not come from here")


def _download(url: str, out: Path, *, file: str, client: PoliteClient, printer: Printer) -> FetchOutcome:
    try:
        data, status, detail = _fetch(url, client=client, printer=printer)
    except AddressError as error:
        return FetchOutcome(url, "refused", detail=error.problem)
    except PinciteError as error:
        return FetchOutcome(url, "failed", detail=error.problem if isinstance(error, BenchmarkError) else str(error))
    path = out / "corpus" / file
    write_bytes(path, data)
    return FetchOutcome(url, status, file, len(data), sha256_of(path), detail)


def _fetch(url: str, *, client: PoliteClient, printer: Printer) -> tuple[bytes, Status, str | None]:
    """Fetch the PDF of a URL; return it with the method and, if it differs, the URL it came from."""
    address, fragment = urldefrag(url)
    reply = _found(client.get(address))
    if _is_pdf(reply):
        return reply.body, "downloaded", None if reply.url == address else f"from {reply.url}"
    if reply.kind not in PAGES:
        raise BenchmarkError(url, f"is {reply.kind}, neither a PDF nor a page that a browser prints")
    own = pdf_link(reply) if "html" in reply.kind else None
    if own:
        try:
            pdf = _found(client.get(urldefrag(own).url))
            if _is_pdf(pdf):
                return pdf.body, "downloaded", f"from {pdf.url}, which the page names as its PDF"
        except BenchmarkError:
            # A page may name a PDF that is not there or not for robots; the page itself is.
            own = None
    client.await_turn(reply.url)
    data = printer.pdf(f"{reply.url}#{fragment}" if fragment else reply.url)
    if not data.startswith(b"%PDF-"):
        raise BenchmarkError(url, "the browser gave no PDF")
    return data, "rendered", None if reply.url == address else f"from {reply.url}"


def _found(reply: HttpReply) -> HttpReply:
    if reply.status != 200:
        raise BenchmarkError(reply.url, f"the server answered {reply.status}")
    return reply


def _is_pdf(reply: HttpReply) -> bool:
    # Some publishers send PDFs with another content type, and some error pages as PDF.
    return b"%PDF-" in reply.body[:1024]


def _read_report(out: Path) -> dict[str, FetchOutcome]:
    """The outcomes of an earlier run; a line that a crash cut short is passed over."""
    known: dict[str, FetchOutcome] = {}
    path = out / REPORT
    for line in path.read_text("utf-8").split("\n") if path.exists() else ():
        try:
            outcome = _discreet(FetchOutcome(**json.loads(line)))
        except (ValueError, TypeError, AttributeError, RecursionError):
            continue
        known[outcome.url] = outcome
    if not known and path.exists() and path.read_bytes()[:1] not in (b"", b"{"):
        raise BenchmarkError(str(path), "is not a report of this command's, and is left alone; choose another folder")
    return known

"""Downloads that go on where they stopped."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.bench.draft import Progress
from pincite.errors import BenchmarkError

if TYPE_CHECKING:
    import httpx

    # What carries a request; tests give one of their own.
    Transport = httpx.BaseTransport

ATTEMPTS = 4
LARGEST = 4 * 1024**3


@dataclass(frozen=True, slots=True)
class Download:
    """A file as it came, with its checksum."""

    path: Path
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered to one request; a redirection names the address to go on with."""

    url: str
    status: int
    kind: str
    location: str | None
    body: bytes


class Visitor:
    """Single requests under one name: redirections are told, not followed, and replies bounded in size and time."""

    def __init__(self, *, user_agent: str, most_bytes: int, seconds: float, transport: Transport | None = None) -> None:
        import httpx

        self.user_agent = user_agent
        self.most_bytes = most_bytes
        self.seconds = seconds
        headers = {"User-Agent": user_agent, "Accept": "application/pdf, text/html;q=0.9, */*;q=0.1"}
        self._client = httpx.Client(timeout=seconds, transport=transport, headers=headers)

    def get(self, url: str) -> Reply:
        """The answer to one request."""
        import httpx

        deadline = time.monotonic() + self.seconds
        body = bytearray()
        try:
            with self._client.stream("GET", url) as response:
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > self.most_bytes:
                        raise BenchmarkError(url, f"is more than the {self.most_bytes} bytes taken")
                    if time.monotonic() > deadline:
                        raise BenchmarkError(url, f"took more than the {self.seconds:g} seconds given")
                location = response.headers.get("location") if response.is_redirect else None
                kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                return Reply(url, response.status_code, kind, location, bytes(body))
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise BenchmarkError(url, f"cannot be reached ({type(error).__name__}: {error})") from error

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()


def sha256_of(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def download(
    url: str,
    target: Path,
    *,
    progress: Progress | None = None,
    transport: Transport | None = None,
    pause: float = 1.0,
) -> Download:
    """Fetch a file; what a broken attempt left in `<target>.part` is kept and continued."""
    import httpx

    part, notes = target.with_name(f"{target.name}.part"), target.with_name(f"{target.name}.part.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    plain = {"Accept-Encoding": "identity"}
    with httpx.Client(timeout=30, follow_redirects=True, transport=transport, headers=plain) as client:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                _fetch(client, url, part=part, notes=notes, progress=progress)
                break
            except httpx.HTTPStatusError as error:
                raise BenchmarkError(url, f"the server answered {error.response.status_code}") from error
            except httpx.HTTPError as error:
                if attempt == ATTEMPTS:
                    raise BenchmarkError(url, f"cannot be reached ({type(error).__name__}: {error})") from error
                time.sleep(pause * attempt)
    part.replace(target)
    notes.unlink(missing_ok=True)
    return Download(target, sha256_of(target), target.stat().st_size)


def _fetch(client: httpx.Client, url: str, *, part: Path, notes: Path, progress: Progress | None) -> None:
    have, headers = _resume_from(part, notes, url=url)
    with client.stream("GET", url, headers=headers) as response:
        if response.status_code == 416 and have:
            # All of it was here already.
            return
        response.raise_for_status()
        if response.headers.get("content-type", "").startswith("text/html"):
            raise BenchmarkError(url, "gives a web page, not an archive")
        continued = response.status_code == 206
        have = have if continued else 0
        total = have + int(response.headers.get("content-length", 0))
        if total > LARGEST:
            raise BenchmarkError(url, f"is {total} bytes, more than the {LARGEST} taken")
        notes.write_text(json.dumps({"url": url, "etag": response.headers.get("etag")}), "utf-8")
        with part.open("ab" if continued else "wb") as out:
            for chunk in response.iter_raw():
                have += out.write(chunk)
                if have > LARGEST:
                    raise BenchmarkError(url, f"is more than the {LARGEST} bytes taken")
                if progress:
                    progress("bytes", have, max(total, have))


def _resume_from(part: Path, notes: Path, *, url: str) -> tuple[int, dict[str, str]]:
    """How much is here, and the headers that ask for the rest, provided the file has not changed since."""
    if not (part.exists() and notes.exists()):
        return 0, {}
    try:
        known = json.loads(notes.read_text("utf-8"))
    except (ValueError, RecursionError):
        return 0, {}
    if known.get("url") != url or not part.stat().st_size:
        return 0, {}
    headers = {"Range": f"bytes={part.stat().st_size}-"}
    if known.get("etag"):
        headers["If-Range"] = known["etag"]
    return part.stat().st_size, headers

"""Resumable downloads, and requests that reach only the public internet."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.request import getproxies, proxy_bypass

from pincite.addresses import hide_passwords, public_addresses
from pincite.bench.legalbenchrag.draft import Progress
from pincite.errors import BenchmarkError, Hint

if TYPE_CHECKING:
    import httpx

    # The HTTP transport; tests pass their own.
    Transport = httpx.BaseTransport

ATTEMPTS = 4
LARGEST = 4 * 1024**3
MOST_HOPS = 6


class AddressError(BenchmarkError):
    """A URL that must not be requested."""


class PublicTransport:
    """Carries requests to public addresses alone; a host is looked up once and the connection goes where that led.

    So a name that gives another address when it is asked again gains nothing. Redirections are requests of their own
    and are judged like the first. Where the user has set a proxy, the proxy is asked, for hosts that pass.
    """

    def __init__(self) -> None:
        import httpx

        # No keep-alive: a connection to an address would be reused for every host at that address.
        self._limits = httpx.Limits(max_keepalive_connections=0)
        self._direct = httpx.HTTPTransport(limits=self._limits)
        self._proxied: dict[str, httpx.HTTPTransport] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request to the first of the host's addresses that answers."""
        import httpx

        url = request.url
        proxy = None if proxy_bypass(url.host) else getproxies().get(url.scheme)
        addresses = self._judge(request, resolvable=not proxy)
        if proxy:
            carrier = self._proxied.setdefault(proxy, httpx.HTTPTransport(proxy=proxy, limits=self._limits))
            return carrier.handle_request(request)
        for at, address in enumerate(addresses, start=1):
            try:
                return self._direct.handle_request(_pinned(request, address))
            except httpx.ConnectError:
                if at == len(addresses):
                    raise
        raise httpx.ConnectError(f"{url.host} has no address")

    def _judge(self, request: httpx.Request, *, resolvable: bool) -> list[str]:
        import httpx

        url = request.url
        try:
            return public_addresses(url.host, url.port or (443 if url.scheme == "https" else 80))
        except PermissionError as error:
            raise AddressError(str(url), str(error), hint=Hint.ALLOW_PRIVATE) from error
        except (OSError, UnicodeError) as error:
            if resolvable:
                raise httpx.ConnectError(f"{url.host} is not known") from error
            return []

    def close(self) -> None:
        """Close the connections."""
        for carrier in (self._direct, *self._proxied.values()):
            carrier.close()

    def __enter__(self) -> PublicTransport:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _pinned(request: httpx.Request, address: str) -> httpx.Request:
    """The same request to one address; the host's name stays in its header, and in the check of the certificate."""
    import httpx

    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )


def _carrier(transport: Transport | None, *, allow_private: bool) -> Transport | None:
    """What carries requests: the one given, or one that reaches public addresses alone unless others are allowed."""
    return transport or (None if allow_private else cast("Transport", PublicTransport()))


@dataclass(frozen=True, slots=True)
class Download:
    """A file as it came, with its checksum."""

    path: Path
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class HttpReply:
    """What a server answered to one request; a redirection names the address to go on with."""

    url: str
    status: int
    kind: str
    location: str | None
    body: bytes


class Visitor:
    """Single requests under one name: redirections are reported, not followed, and replies bounded in size and time.

    This machine and private networks are asked only with `allow_private`.
    """

    def __init__(
        self,
        *,
        user_agent: str,
        most_bytes: int,
        seconds: float,
        allow_private: bool = False,
        transport: Transport | None = None,
    ) -> None:
        import httpx

        self.user_agent = user_agent
        self.most_bytes = most_bytes
        self.seconds = seconds
        headers = {"User-Agent": user_agent, "Accept": "application/pdf, text/html;q=0.9, */*;q=0.1"}
        carrier = _carrier(transport, allow_private=allow_private)
        self._client = httpx.Client(timeout=seconds, transport=carrier, headers=headers)

    def get(self, url: str) -> HttpReply:
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
                return HttpReply(url, response.status_code, kind, location, bytes(body))
        except (httpx.InvalidURL, UnicodeError) as error:
            # Not quoted in full: it may repeat a password.
            raise BenchmarkError(url, f"cannot be reached ({type(error).__name__})") from error
        except httpx.HTTPError as error:
            raise BenchmarkError(url, f"cannot be reached ({type(error).__name__}: {error})") from error

    def close(self) -> None:
        """Close the connections."""
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
    allow_private: bool = False,
    transport: Transport | None = None,
    pause: float = 1.0,
) -> Download:
    """Fetch a file; what a broken attempt left in `<target>.part` is kept and continued.

    This machine and private networks are asked only with `allow_private`.
    """
    import httpx

    part, notes = target.with_name(f"{target.name}.part"), target.with_name(f"{target.name}.part.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    plain = {"Accept-Encoding": "identity"}
    carrier = _carrier(transport, allow_private=allow_private)
    with httpx.Client(
        timeout=30, follow_redirects=True, max_redirects=MOST_HOPS, transport=carrier, headers=plain
    ) as client:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                _fetch(client, url, part=part, notes=notes, progress=progress)
                break
            except httpx.HTTPStatusError as error:
                raise BenchmarkError(url, f"the server answered {error.response.status_code}") from error
            except httpx.InvalidURL as error:
                raise BenchmarkError(url, "is not a valid address") from error
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
        notes.write_text(json.dumps({"url": hide_passwords(url), "etag": response.headers.get("etag")}), "utf-8")
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
    if known.get("url") != hide_passwords(url) or not part.stat().st_size:
        return 0, {}
    headers = {"Range": f"bytes={part.stat().st_size}-"}
    if known.get("etag"):
        headers["If-Range"] = known["etag"]
    return part.stat().st_size, headers

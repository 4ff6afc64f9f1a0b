"""Polite requests: only what robots.txt allows, with a pause between two requests to a host."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urldefrag, urljoin, urlsplit

from protego import Protego

from pincite.bench.fetch.download import MOST_HOPS, AddressError, HttpReply, Visitor
from pincite.errors import BenchmarkError

# A host that asks for longer pauses than this is left alone.
LONGEST_PAUSE = 60.0
# The minimum that RFC 9309 requires a robot to read; the rest is ignored.
_LARGEST_ROBOTS = 500 * 1024
_ALL_CLOSED = "User-agent: *\nDisallow: /"


def parse_robots(text: str) -> Protego:
    """What a robots.txt asks of robots."""
    return Protego.parse(text[:_LARGEST_ROBOTS].lstrip("\ufeff"))


class PoliteClient:
    """Requests as hosts ask for them: what robots.txt forbids is not asked for, and there is a pause between two."""

    def __init__(self, visitor: Visitor, *, pause: float = 1.0, sleep: Callable[[float], None] = time.sleep) -> None:
        self._visitor = visitor
        self._pause = pause
        self._sleep = sleep
        self._robots: dict[str, Protego] = {}
        self._last: dict[str, float] = {}

    def get(self, url: str) -> HttpReply:
        """Follow redirections and return the final response; each request waits its turn."""
        for _ in range(MOST_HOPS):
            self.await_turn(url)
            reply = self._visitor.get(url)
            if reply.location is None:
                return reply
            url = urldefrag(urljoin(url, reply.location)).url
        raise BenchmarkError(url, f"leads through more than {MOST_HOPS} redirections")

    def await_turn(self, url: str) -> None:
        """Wait until the next request to the host is due, or refuse it."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise AddressError(url, "is not an http or https address")
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            self._robots[site] = self._ask(site)
        robots = self._robots[site]
        agent = self._visitor.user_agent.partition("/")[0]
        if not robots.can_fetch(url, agent):
            raise AddressError(url, "robots.txt does not allow it")
        delay = robots.crawl_delay(agent) or 0.0
        if delay > LONGEST_PAUSE:
            raise AddressError(url, f"robots.txt asks for pauses of {delay:g} seconds")
        self._wait(url, max(self._pause, delay))

    def _ask(self, site: str) -> Protego:
        """Fetch a host's robots.txt; if it cannot be fetched, everything is forbidden."""
        url = f"{site}/robots.txt"
        for _ in range(MOST_HOPS):
            self._wait(url, self._pause)
            try:
                reply = self._visitor.get(url)
            except AddressError:
                raise
            except BenchmarkError:
                return parse_robots(_ALL_CLOSED)
            if reply.location is None:
                break
            url = urljoin(url, reply.location)
        if reply.status >= 500:
            return parse_robots(_ALL_CLOSED)
        if reply.status != 200:
            return parse_robots("")
        return parse_robots(reply.body.decode("utf-8", "replace"))

    def _wait(self, url: str, pause: float) -> None:
        host = urlsplit(url).hostname or ""
        due = self._last.get(host, 0.0) + pause
        now = time.monotonic()
        if host in self._last and due > now:
            self._sleep(due - now)
        self._last[host] = time.monotonic()

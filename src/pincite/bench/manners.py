"""How a host is asked: only for what its robots.txt allows, and with a pause between two requests."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urldefrag, urljoin, urlsplit

from pincite.bench.download import MOST_HOPS, Refused, Reply, Visitor
from pincite.bench.robots import Robots
from pincite.errors import BenchmarkError

# A host that asks for longer pauses than this is left alone.
LONGEST_PAUSE = 60.0


class Manners:
    """Requests as hosts ask for them: what robots.txt forbids is not asked for, and there is a pause between two."""

    def __init__(self, visitor: Visitor, *, pause: float = 1.0, sleep: Callable[[float], None] = time.sleep) -> None:
        self._visitor = visitor
        self._pause = pause
        self._sleep = sleep
        self._robots: dict[str, Robots] = {}
        self._last: dict[str, float] = {}

    def get(self, url: str) -> Reply:
        """The answer at the end of all redirections, each of which is asked for as politely."""
        for _ in range(MOST_HOPS):
            self.knock(url)
            reply = self._visitor.get(url)
            if reply.location is None:
                return reply
            url = urldefrag(urljoin(url, reply.location)).url
        raise BenchmarkError(url, f"leads through more than {MOST_HOPS} redirections")

    def knock(self, url: str) -> None:
        """Wait until the next request to the host is due, or refuse it."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise Refused(url, "is no http or https address")
        site = f"{parts.scheme}://{parts.netloc}"
        if site not in self._robots:
            self._robots[site] = self._ask(site)
        robots = self._robots[site]
        if not robots.allows((parts.path or "/") + (f"?{parts.query}" if parts.query else "")):
            raise Refused(url, "robots.txt does not allow it")
        if robots.delay > LONGEST_PAUSE:
            raise Refused(url, f"robots.txt asks for pauses of {robots.delay:g} seconds")
        self._wait(url, max(self._pause, robots.delay))

    def _ask(self, site: str) -> Robots:
        """What a host's robots.txt asks, wherever it leads; one that cannot be had forbids everything."""
        url = f"{site}/robots.txt"
        for _ in range(MOST_HOPS):
            self._wait(url, self._pause)
            try:
                reply = self._visitor.get(url)
            except Refused:
                raise
            except BenchmarkError:
                return Robots.closed()
            if reply.location is None:
                break
            url = urljoin(url, reply.location)
        if reply.status >= 500:
            return Robots.closed()
        if reply.status != 200:
            return Robots()
        agent = self._visitor.user_agent.partition("/")[0]
        return Robots.parse(reply.body.decode("utf-8", "replace"), agent=agent)

    def _wait(self, url: str, pause: float) -> None:
        host = urlsplit(url).hostname or ""
        due = self._last.get(host, 0.0) + pause
        now = time.monotonic()
        if host in self._last and due > now:
            self._sleep(due - now)
        self._last[host] = time.monotonic()

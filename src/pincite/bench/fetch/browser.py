"""Web pages printed to PDF by a real browser, so that their images and layout survive."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Any

from pincite.bench.fetch.proxy import GuardProxy
from pincite.errors import BenchmarkError, Hint, MissingExtra, NotFound

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
# Images that wait until a reader scrolls to them would be missing in print.
_LOAD_IMAGES = """async () => {
  const images = [...document.images];
  images.forEach(image => { image.loading = 'eager'; });
  await Promise.all(images.map(image => image.complete || new Promise(done => {
    image.addEventListener('load', done); image.addEventListener('error', done); setTimeout(done, 10000);
  })));
}"""


def find_browser(given: Path | None = None) -> str:
    """The browser to print with: the one given, or the first known one on the PATH."""
    if given is not None:
        if not given.is_file():
            raise NotFound(f"There is no browser {given}.")
        return str(given)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise NotFound("No Chromium is on the PATH to print web pages with.", hint=Hint.GIVE_BROWSER)
    return found


class Browser:
    """A headless browser, started for the first page that needs it.

    Neither a page nor anything in it reaches this machine or a private network, unless with `allow_private`.
    """

    def __init__(
        self, *, executable: Path | None = None, user_agent: str, seconds: float, allow_private: bool = False
    ) -> None:
        self._executable = executable
        self._user_agent = user_agent
        self._seconds = seconds
        self._allow_private = allow_private
        self._open: contextlib.ExitStack | None = None
        self._pages: Any = None

    def pdf(self, url: str) -> bytes:
        """A page as PDF."""
        if self._pages is None:
            self._start()
        from playwright.sync_api import Error

        page = self._pages.new_page()
        try:
            page.set_default_timeout(self._seconds * 1000)
            response = page.goto(url, wait_until="load")
            if response is None or not response.ok:
                status = "nothing" if response is None else response.status
                raise BenchmarkError(url, f"the server answered {status} to the browser")
            page.evaluate(_LOAD_IMAGES)
            printed: bytes = page.pdf(print_background=True, prefer_css_page_size=True, format="A4")
        except Error as error:
            reason = str(error).splitlines()[0]
            raise BenchmarkError(url, f"could not be printed by the browser ({reason})") from error
        finally:
            page.close()
        return printed

    def _start(self) -> None:
        try:
            from playwright.sync_api import Error, sync_playwright
        except ImportError as error:
            raise MissingExtra("browser", "Printing web pages to PDF") from error
        executable = find_browser(self._executable)
        # Chromium does not run its sandbox as root.
        flags = [*FLAGS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]
        self._open = contextlib.ExitStack()
        try:
            driver = self._open.enter_context(sync_playwright())
            browser = driver.chromium.launch(
                executable_path=executable, args=flags, headless=True, proxy=self._guard(self._open)
            )
            self._open.callback(browser.close)
            self._pages = browser.new_context(user_agent=self._user_agent, accept_downloads=False)
        except Error as error:
            self.close()
            raise NotFound(f"The browser {executable} does not start: {str(error).splitlines()[0]}") from error

    def _guard(self, open: contextlib.ExitStack) -> Any:
        """The proxy through which every request must go, also those for this machine."""
        if self._allow_private:
            return None
        guard = open.enter_context(contextlib.closing(GuardProxy()))
        return {"server": guard.url, "bypass": "<-loopback>"}

    def close(self) -> None:
        """End the browser."""
        if self._open is not None:
            self._open.close()
        self._open = self._pages = None

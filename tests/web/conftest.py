"""The page as a person uses it: a real server with a real store, in a real browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from filelock import FileLock
from tests.web.measured import make_runs
from tests.web.reading import HOSTILE

REPOSITORY = Path(__file__).resolve().parents[2]
# A PDF, a scan, a Word file, a web page and plain text.
DOCUMENTS = ("lease.pdf", "scanned-guarantee.pdf", "nda.docx", "privacy-policy.html", "software-licence.txt")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS = 60
# A server loads its models first: on a machine that does much else that takes minutes.
STARTING_SECONDS = 400
# Two versions of a contract, with markup in a clause: a number changed, a clause went, a clause came.
SUPPLY = """SUPPLY AGREEMENT

This Agreement is made on 4 May 2025 between Fenwick Mills Ltd and Harrow Bakeries Ltd.

1. Flour. Fenwick Mills Ltd shall deliver 40 tonnes of <b>flour</b> in each calendar month.

2. Price. Harrow Bakeries Ltd shall pay 310 pounds per tonne within 30 days after the invoice.

3. Sacks. Empty sacks stay with Harrow Bakeries Ltd.

4. Law. This Agreement is governed by the law of Scotland.
"""
SUPPLY_AGAIN = (
    SUPPLY.replace("within 30 days", "within 45 days")
    .replace("3. Sacks. Empty sacks stay with Harrow Bakeries Ltd.\n\n", "")
    .replace("4. Law.", "3. Insurance. Fenwick Mills Ltd shall insure every delivery.\n\n4. Law.")
)


@dataclass(frozen=True)
class Site:
    """A running server."""

    url: str
    folder: Path
    home: Path

    def at(self, path=""):
        return f"{self.url}/{path}"


@pytest.fixture(scope="session")
def browser():
    """The browser of the system, or playwright's own."""
    found = os.environ.get("PINCITE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    playwright_api = pytest.importorskip("playwright.sync_api")
    playwright_api.expect.set_options(timeout=SECONDS * 1000)
    with playwright_api.sync_playwright() as playwright:
        path = found or playwright.chromium.executable_path
        if not Path(path).exists():
            pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
        flags = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
        opened = playwright.chromium.launch(executable_path=path, args=flags)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def indexed(tmp_path_factory):
    """A store of some examples and a hostile document, made once for all processes of a test run."""
    home = tmp_path_factory.getbasetemp()
    home = (home.parent if os.environ.get("PYTEST_XDIST_WORKER") else home) / "web"
    with FileLock(f"{home}.lock"):
        if not (home / "made").exists():
            files = home / "files"
            files.mkdir(parents=True)
            for name in DOCUMENTS:
                shutil.copy(REPOSITORY / "examples" / name, files)
            words = f"The fee for the {HOSTILE} service is 4,711 euros. <script>alert(2)</script> 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 😀.\n\n"
            last = "The tree surgeon visits the arboretum on every third Tuesday."
            (files / "markup.txt").write_text(f"FEE AGREEMENT\n\n1. {words}2. {last}\n", "utf-8")
            (files / "supply-2025.txt").write_text(SUPPLY, "utf-8")
            (files / "supply-2026.txt").write_text(SUPPLY_AGAIN, "utf-8")
            make_runs(home / "measured", REPOSITORY / "examples" / "software-licence.txt")
            # From within the folder: documents are called by their names alone.
            run("index", *sorted(path.name for path in files.iterdir()), "--store", home / "store", cwd=files)
            (home / "made").touch()
    return home


@pytest.fixture(scope="session")
def site(indexed, tmp_path_factory):
    """A server of a copy of the store, so that what a test adds or deletes is its own."""
    home = tmp_path_factory.mktemp("site")
    shutil.copytree(indexed / "store", home / "demo.store")
    shutil.copytree(indexed / "measured" / "runs", home / "runs")
    options = ("--store", f"demo={home / 'demo.store'}", "--runs", home / "runs", "--truth", home / "truth")
    with serving(home, indexed / "files", options) as started:
        yield started


@pytest.fixture
def guarded(indexed, tmp_path):
    """A server that asks for a key, with an empty collection besides; the key is in the file `key`."""
    command = [sys.executable, "-m", "pincite", "keys", "make", "reader", "--keys", tmp_path / "keys.json"]
    made = subprocess.run(
        [*map(str, command), "--grant", "*=admin", "--json"], capture_output=True, text=True, check=True
    )
    (tmp_path / "key").write_text(json.loads(made.stdout)["key"], "utf-8")
    options = ("--store", f"demo={indexed / 'store'}", "--data", tmp_path / "data", "--keys", tmp_path / "keys.json")
    with serving(tmp_path, indexed / "files", options) as started:
        yield started


@contextmanager
def serving(home, files, options):
    """A server on a free port, until the block is left."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "pincite", "serve", "--port", str(port), "--rate", "100000/minute"]
    # Nothing that an earlier run left on this machine may answer.
    environment = {**os.environ, "PINCITE_CACHE": str(home / "cache")}
    with (home / "log").open("wb") as log:
        process = subprocess.Popen([*command, *map(str, options)], stdout=log, stderr=log, cwd=files, env=environment)
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", process, home / "log")
            yield Site(f"http://127.0.0.1:{port}", files, home)
        finally:
            process.terminate()
            process.wait(timeout=60)


def run(*arguments, cwd):
    command = [sys.executable, "-m", "pincite", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, done.stderr


def wait_until_ready(url, process, log):
    until = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{url}/api/v1/ready", timeout=SECONDS).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    pytest.fail(f"the server did not start: {log.read_text('utf-8', 'replace')[-2000:]}")


@pytest.fixture
def open_page(browser, site):
    """Open pages that may not break the policy, ask another host, or show a dialog."""
    contexts, faults = [], []

    def open_one(path="", *, width=1360, height=860, **options):
        options = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("dialog", lambda dialog: (faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        page.on("request", lambda asked: faults.append(asked.url) if not is_own(asked.url, site) else None)
        page.goto(site.at(path))
        # The list of collections has come: a view is there, or the reason why none is.
        page.wait_for_selector("main > :not(.wait)")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults


def is_own(url, site):
    return url.startswith((site.url, f"blob:{site.url}"))


@pytest.fixture(scope="session")
def review(site):
    """A finished review of the two supply agreements and the lease; its id."""
    at = f"{site.url}/api/v1/collections/demo/reviews"
    questions = [
        {"name": "law", "question": "What is the governing law?", "type": "text"},
        {"name": "price", "question": "What is the price per tonne?", "type": "money"},
    ]
    scope = {"documents": ["supply-2025.txt", "supply-2026.txt", "lease.pdf"]}
    return finished_review(at, {"title": "Supply", "questions": questions, "scope": scope})


@pytest.fixture(scope="session")
def wide_review(site):
    """A finished review of a lease with a set of many questions that ships; its id."""
    at = f"{site.url}/api/v1/collections/demo/reviews"
    return finished_review(at, {"set": "lease", "scope": {"documents": ["lease.pdf"]}})


def finished_review(at, wanted):
    asked = httpx.post(at, json=wanted, timeout=SECONDS)
    made = asked.raise_for_status().json()["id"]
    until = time.monotonic() + STARTING_SECONDS
    while httpx.get(f"{at}/{made}", timeout=SECONDS).json()["review"]["state"] != "done":
        assert time.monotonic() < until, "the review does not end"
        time.sleep(0.2)
    return made


@pytest.fixture
def ask():
    """Ask a question, and wait for its answer."""

    def ask_one(page, question):
        before = page.locator(".answer").count()
        page.get_by_label("Your question").fill(question)
        page.keyboard.press("Enter")
        page.locator(".answer").nth(before).wait_for()
        return page.locator(".answer").nth(before)

    return ask_one

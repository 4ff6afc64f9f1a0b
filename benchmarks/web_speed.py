"""How fast the page in the browser is, by the browser's own performance entries.

python -m benchmarks.web_speed DATA --work FOLDER --out docs/results/web.json

Three collections are served: 654 contracts and policies of LegalBench-RAG's corpus, ten thousand short agreements, and
a PDF of 203 pages. The stores have no embeddings, which no figure here depends on. Chromium opens the views anew, each
several times; the figures are medians, and all of them are in the output.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pypdfium2
from playwright.sync_api import Page, sync_playwright

REPOSITORY = Path(__file__).resolve().parents[1]
DOCUMENTS, MANY, COPIES = 654, 10_000, 29
TIMES = 5
# What the browser noted: paints, long tasks, and how long each key took until the next frame.
WATCH = """() => {
    window.noted = { long: [], keys: [] };
    new PerformanceObserver((list) => window.noted.long.push(...list.getEntries().map((one) => one.duration)))
        .observe({ type: "longtask" });
    new PerformanceObserver((list) => window.noted.keys.push(...list.getEntries()
        .filter((one) => one.name === "keydown" || one.name === "input").map((one) => one.duration)))
        .observe({ type: "event", durationThreshold: 16 });
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
SENT = "performance.getEntriesByType('resource').reduce((sum, one) => sum + one.transferSize, 0)"


def contracts(data: Path, folder: Path) -> list[Path]:
    """The first documents of the corpus by path."""
    found = sorted((data / "legalbenchrag" / "corpus").rglob("*.txt"))[:DOCUMENTS]
    return [_copied(path, folder / f"{number:03}-{path.name[-80:]}") for number, path in enumerate(found)]


def agreements(folder: Path) -> list[Path]:
    """Many short agreements that differ in parties, price and law."""
    laws = ("England and Wales", "Scotland", "New York", "Delaware", "Ireland")
    paths = []
    for number in range(MANY):
        path = folder / f"agreement-{number:05}.txt"
        day, law = f"{1 + number % 28} May {2000 + number % 25}", laws[number % len(laws)]
        parties = f"Alder {number} Ltd and Birch {number * 7 % MANY} Ltd"
        text = (
            f"SERVICES AGREEMENT {number}\n\nThis Agreement is made on {day} between {parties}.\n\n"
            f"1. Price. The price is {number + 100} pounds.\n\n"
            f"2. Law. This Agreement is governed by the law of {law}.\n"
        )
        path.write_text(text, "utf-8")
        paths.append(path)
    return paths


def long_file(folder: Path) -> list[Path]:
    """The example lease so often over that it has more than 200 pages."""
    source = pypdfium2.PdfDocument(REPOSITORY / "examples" / "lease.pdf")
    made = pypdfium2.PdfDocument.new()
    for _ in range(COPIES):
        made.import_pages(source)
    made.save(folder / "long.pdf")
    return [folder / "long.pdf"]


def _copied(path: Path, to: Path) -> Path:
    return Path(shutil.copyfile(path, to))


def build(work: Path, name: str, make: Any) -> Path:
    """A store of what `make` puts into a folder; one that is there already is used."""
    files, store = work / name, work / f"{name}.store"
    if not (store / "CURRENT").exists():
        shutil.rmtree(files, ignore_errors=True)
        files.mkdir(parents=True)
        make(files)
        command = [sys.executable, "-m", "pincite", "index", ".", "--store", str(store), "--set", "embedder.kind=none"]
        subprocess.run([*command, "--set", "retrieval.method=bm25"], cwd=files, check=True, stdout=subprocess.DEVNULL)
    return store


@contextmanager
def served(stores: dict[str, Path], cwd: Path) -> Iterator[str]:
    """A server of the stores; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [part for name, store in stores.items() for part in ("--store", f"{name}={store}")]
    command = [sys.executable, "-m", "pincite", "serve", "--port", str(port), "--rate", "100000/minute", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=cwd)
    try:
        for _ in range(1200):
            try:
                with urlopen(f"http://127.0.0.1:{port}/api/v1/ready") as reply:
                    if reply.status == 200:
                        break
            except OSError:
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def opened(browser: Any, address: str, ready: str) -> dict[str, float]:
    """A view opened in a fresh browser: when it first painted, when its content was there, what was sent."""
    context = browser.new_context(viewport={"width": 1360, "height": 860})
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(ready)
    there = page.evaluate("performance.now()")
    found = {"first paint": page.evaluate(PAINT), "content": there, "bytes": page.evaluate(SENT)}
    context.close()
    return found


def typed(page: Page, field: str, words: str) -> dict[str, float]:
    """Words typed into a field, key by key: the slowest key, and the longest task."""
    page.evaluate(WATCH)
    page.locator(field).focus()
    page.keyboard.type(words, delay=60)
    page.wait_for_timeout(500)
    noted = page.evaluate("window.noted")
    return {"slowest key": max(noted["keys"], default=16.0), "longest task": max(noted["long"], default=0.0)}


def scrolled(page: Page, count: int) -> dict[str, float]:
    """Pages of a long file scrolled to: how long until the picture is there, and how many are held at once."""
    waits, held = [], []
    for number in range(10, count, 20):
        page.evaluate("(n) => document.querySelector(`[data-page='${n}']`).scrollIntoView()", number)
        began = time.perf_counter()
        page.wait_for_selector(f"[data-page='{number}'] img")
        waits.append(1000 * (time.perf_counter() - began))
        held.append(page.locator("figure img").count())
    return {"page there": statistics.median(waits), "slowest page": max(waits), "pictures held": max(held)}


def measure(address: str) -> dict[str, Any]:
    """All figures."""
    browser_path = os.environ.get("PINCITE_BROWSER") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        figures: dict[str, Any] = {}
        for name, path, ready in (
            ("ask, 654 documents", "c/contracts/ask", "textarea"),
            ("library, 654 documents", "c/contracts/library", "tbody tr"),
            ("library, 10,000 documents", "c/many/library", "tbody tr"),
        ):
            figures[name] = _medians([opened(browser, f"{address}/#/{path}", ready) for _ in range(TIMES)])
        page = browser.new_page(viewport={"width": 1360, "height": 860})
        page.set_default_timeout(120_000)
        page.goto(f"{address}/#/c/many/library")
        page.get_by_text("10000 documents").wait_for()
        figures["typing in the library, 10,000 documents"] = typed(page, "#find", "agreement birch 77")
        page.goto(f"{address}/#/c/contracts/ask")
        page.wait_for_selector("textarea")
        figures["typing a question"] = typed(page, "#question", "What is the governing law of the agreement?")
        longest = _longest(address)
        page.goto(f"{address}/#/c/contracts/documents/{longest['id']}?as=text")
        page.wait_for_selector(".text p")
        page.wait_for_selector("aside li, aside p.small")
        figures[f"typing in the search of a document of {longest['characters']:,} characters"] = typed(
            page, "main form[role=search] input", "material adverse"
        )
        page.goto(f"{address}/#/c/long/documents/{_longest(address, 'long')['id']}")
        page.wait_for_selector("figure img")
        figures["scrolling a PDF of 203 pages"] = scrolled(page, 203)
        browser.close()
    return figures


def _longest(address: str, collection: str = "contracts") -> dict[str, Any]:
    with urlopen(f"{address}/api/v1/collections/{collection}/documents?limit=1000") as reply:
        found: list[dict[str, Any]] = json.load(reply)["documents"]
    return max(found, key=lambda card: card["characters"])


def _medians(rows: list[dict[str, float]]) -> dict[str, Any]:
    return {
        name: {"median": statistics.median(row[name] for row in rows), "all": [row[name] for row in rows]}
        for name in rows[0]
    }


def main() -> None:
    """Build what is missing, measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only-build", action="store_true")
    options = parser.parse_args()
    stores = {
        "long": build(options.work, "long", long_file),
        "contracts": build(options.work, "contracts", lambda folder: contracts(options.data, folder)),
        "many": build(options.work, "many", agreements),
    }
    if options.only_build:
        return
    with served(stores, options.work / "long") as address:
        found = measure(address)
    found["load of the machine"] = os.getloadavg()[0]
    options.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""`pincite dataset materialize`: documents from a list of URLs."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def materialize(
    urls: Annotated[Path, typer.Argument(metavar="URLS", help="A text file with one URL per line.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Documents are written to corpus/ in it.")],
    bare_names: Annotated[bool, typer.Option("--bare-names", help="Do not add .pdf to file names.")] = False,
    browser: Annotated[Path | None, typer.Option(help="The Chromium to print with (default: from the PATH).")] = None,
    user_agent: Annotated[str | None, typer.Option(help="The user agent sent to hosts.")] = None,
    pause: Annotated[float, typer.Option(min=1, help="Minimum seconds between two requests to a host.")] = 1,
    megabytes: Annotated[int, typer.Option(min=1, help="Maximum size of a document.")] = 200,
    seconds: Annotated[float, typer.Option(min=1, help="Maximum duration of a request.")] = 60,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also allow this machine and private networks.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Fetch again what is already there.")] = False,
    as_json: Json = False,
) -> None:
    """Fetch the PDF of each address, or print its page to PDF with a headless browser.

    A file's name is the last segment of the address's path and its #fragment, as they stand. robots.txt is kept to,
    one request per second goes to a host, and only the open internet is asked. An interrupted run goes on where it
    stopped; materialized.jsonl has a row for each address, without passwords. Exit status: 0 all there, 1 some are not.

    Examples:

      pincite dataset materialize urls.txt --to data

      pincite dataset materialize urls.txt --to data --bare-names --pause 2
    """
    from pincite import __version__
    from pincite.bench.fetch.browser import Browser
    from pincite.bench.fetch.download import Visitor
    from pincite.bench.fetch.materialize import REPORT, read_urls
    from pincite.bench.fetch.materialize import materialize as fetch_all
    from pincite.bench.fetch.politeness import PoliteClient

    wanted = read_urls(urls)
    name = user_agent or f"pincite/{__version__}"
    visitor = Visitor(user_agent=name, most_bytes=megabytes * 1024**2, seconds=seconds, allow_private=allow_private)
    printing = Browser(executable=browser, user_agent=name, seconds=seconds, allow_private=allow_private)
    counts: Counter[str] = Counter()
    with closing(visitor), closing(printing) as printer:
        client = PoliteClient(visitor, pause=pause)
        for outcome in fetch_all(wanted, to, client=client, printer=printer, bare=bare_names, force=force):
            counts[outcome.status] += 1
            if as_json:
                echo(json.dumps(asdict(outcome), ensure_ascii=False))
            else:
                words = " ".join(part for part in (outcome.file, outcome.detail and f"({outcome.detail})") if part)
                echo(f"{outcome.status:>10}  {outcome.url}  {words}")
    if not as_json:
        echo(", ".join(f"{number} {status}" for status, number in counts.items()) + f"; see {to / REPORT}")
    if counts.keys() & {"collision", "refused", "failed"}:
        raise typer.Exit(1)

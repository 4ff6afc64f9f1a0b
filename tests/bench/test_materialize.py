import http.server
import json
import threading
from contextlib import closing

import httpx
import pytest

from pincite.bench.dataset.columns import Columns
from pincite.bench.dataset.source import ConversionSource, convert
from pincite.bench.fetch.browser import Browser, find_browser
from pincite.bench.fetch.download import Visitor
from pincite.bench.fetch.file_names import stem_of
from pincite.bench.fetch.materialize import REPORT, materialize, read_urls
from pincite.bench.fetch.politeness import PoliteClient, parse_robots
from pincite.bench.fetch.proxy import GuardProxy
from pincite.errors import BenchmarkError, NotFound

PDF = b"%PDF-1.4 a publisher's own"
SITE = "https://host.test"


class Printer:
    def __init__(self):
        self.printed = []

    def pdf(self, url):
        self.printed.append(url)
        return b"%PDF-1.7 printed " + url.encode()


class Site:
    """A host of the tests: replies by path, and the requests it saw."""

    def __init__(self, **pages):
        self.pages = pages
        self.seen = []

    def __call__(self, request):
        self.seen.append(request.url.raw_path.decode())
        reply = self.pages.get(request.url.path.strip("/").replace(".", "_").replace("/", "__"))
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, httpx.Response) else httpx.Response(404)


def pdf():
    return httpx.Response(200, content=PDF, headers={"content-type": "application/pdf"})


def page(text="<p>Law</p>", kind="text/html; charset=utf-8"):
    return httpx.Response(200, content=text.encode(), headers={"content-type": kind})


@pytest.fixture
def bring(tmp_path):
    slept = []

    def run(site, *urls, printer=None, most_bytes=10_000, **options):
        visitor = Visitor(user_agent="pincite/0", most_bytes=most_bytes, seconds=5, transport=httpx.MockTransport(site))
        client = PoliteClient(visitor, sleep=slept.append)
        with closing(visitor):
            outcomes = list(materialize(urls, tmp_path / "out", client=client, printer=printer or Printer(), **options))
        return outcomes

    run.slept = slept
    run.corpus = tmp_path / "out" / "corpus"
    run.report = tmp_path / "out" / REPORT
    return run


@pytest.mark.parametrize(
    ("url", "stem"),
    [
        ("https://host.test/wiki/Caf%C3%A9", "Caf%C3%A9"),
        ("https://host.test/a/b.html?x=1#Part%202", "b.html#Part%202"),
        ("https://host.test/O'Brien_v._Gull-2", "O'Brien_v._Gull-2"),
        ("https://host.test/cafe\u0301", "cafe\u0301"),
        ("https://host.test/%2e%2e", "%2e%2e"),
    ],
)
def test_a_name_is_the_last_segment_and_the_fragment_as_they_stand(url, stem):
    assert stem_of(url, where="x") == stem


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://host.test/a/", "its path ends with a slash"),
        ("https://host.test", "ends with a slash"),
        ("https://host.test/a/..", "'..' is not a file name"),
        ("https://host.test/a#/../../b", "holds a path separator"),
        ("https://host.test/a\0b", "holds a path separator"),
        ("https://host.test/" + "x" * 256, "longer than the 255 bytes"),
        ("https://[host/a", "is not a valid address"),
    ],
)
def test_what_is_no_file_name_is_refused(url, problem):
    with pytest.raises(BenchmarkError, match=problem):
        stem_of(url, where="x")


def test_the_publishers_pdf_is_taken_and_pages_are_printed(bring):
    site = Site(
        act_pdf=pdf(), act=page(), guide=page('<meta name="citation_pdf_url" content="/files/g">'), files__g=pdf()
    )
    printer = Printer()
    outcomes = bring(site, f"{SITE}/act.pdf", f"{SITE}/act#s2", f"{SITE}/guide", printer=printer)
    assert [(outcome.status, outcome.file) for outcome in outcomes] == [
        ("downloaded", "act.pdf"),
        ("rendered", "act#s2.pdf"),
        ("downloaded", "guide.pdf"),
    ]
    assert printer.printed == [f"{SITE}/act#s2"]
    assert (bring.corpus / "guide.pdf").read_bytes() == PDF
    assert outcomes[2].detail == f"from {SITE}/files/g, which the page names as its PDF"
    rows = [json.loads(line) for line in bring.report.read_text().splitlines()]
    assert [row["url"] for row in rows] == [f"{SITE}/act.pdf", f"{SITE}/act#s2", f"{SITE}/guide"]
    assert all(len(row["sha256"]) == 64 for row in rows)


def test_bare_names_are_the_stems_alone(bring):
    bring(Site(act=pdf()), f"{SITE}/act", bare=True)
    assert [path.name for path in bring.corpus.iterdir()] == ["act"]


def test_a_pdf_that_a_page_names_and_is_not_there_leaves_the_page(bring):
    site = Site(guide=page('<link rel="alternate" type="application/pdf" href="lost.pdf">'))
    assert bring(site, f"{SITE}/guide")[0].status == "rendered"


def test_robots_are_kept_to_and_there_is_a_pause_between_requests(bring):
    site = Site(robots_txt=page("User-agent: *\nDisallow: /*.pdf$\nCrawl-delay: 3", "text/plain"), a=page(), b=page())
    outcomes = bring(site, f"{SITE}/a", f"{SITE}/b", f"{SITE}/c.pdf")
    assert [outcome.status for outcome in outcomes] == ["rendered", "rendered", "refused"]
    assert outcomes[2].detail == "robots.txt does not allow it"
    assert "/c.pdf" not in site.seen
    # Before each request and each printing of the page, after the first of all.
    assert len(bring.slept) == 4
    assert all(2 < pause <= 3 for pause in bring.slept)


@pytest.mark.parametrize("reply", [httpx.Response(503), httpx.ConnectError("down")])
def test_a_host_whose_robots_cannot_be_had_is_left_alone(bring, reply):
    assert bring(Site(robots_txt=reply, a=pdf()), f"{SITE}/a")[0].status == "refused"


def test_robots_are_found_where_they_moved_to(bring):
    moved = httpx.Response(301, headers={"location": "/r.txt"})
    site = Site(robots_txt=moved, r_txt=page("User-agent: *\nDisallow: /a", "text/plain"), a=pdf())
    assert bring(site, f"{SITE}/a")[0].status == "refused"


def test_redirections_are_followed_politely_and_not_for_ever(bring):
    def to(where):
        return httpx.Response(302, headers={"location": where})

    site = Site(
        robots_txt=page("User-agent: pincite\nDisallow: /shut", "text/plain"),
        old=to("/new.pdf"),
        new_pdf=pdf(),
        trap=to("/shut/x"),
        loop=to("/loop"),
        out=to("file:///etc/passwd"),
    )
    outcomes = bring(site, *(f"{SITE}/{name}" for name in ("old", "trap", "loop", "out")))
    assert [(outcome.status, outcome.detail) for outcome in outcomes] == [
        ("downloaded", f"from {SITE}/new.pdf"),
        ("refused", "robots.txt does not allow it"),
        ("failed", "leads through more than 6 redirections"),
        ("refused", "is not an http or https address"),
    ]
    assert "/shut/x" not in site.seen


def test_every_address_gets_a_row_whatever_happens(bring):
    class Broken:
        def pdf(self, url):
            raise NotFound("No Chromium is on the PATH.")

    site = Site(
        big_pdf=httpx.Response(200, content=b"%PDF-" + b"x" * 200), w_docx=page("PK", "application/zip"), p=page()
    )
    urls = ["lost", "big.pdf", "w.docx", "p", "a/"]
    outcomes = bring(site, *(f"{SITE}/{u}" for u in urls), "ftp://host.test/x", printer=Broken(), most_bytes=100)
    assert [(outcome.status, outcome.detail) for outcome in outcomes] == [
        ("failed", "the server answered 404"),
        ("failed", "is more than the 100 bytes taken"),
        ("failed", "is application/zip, neither a PDF nor a page that a browser prints"),
        ("failed", "No Chromium is on the PATH."),
        ("refused", f"'{SITE}/a/' names no file: its path ends with a slash"),
        ("refused", "is not an http or https address"),
    ]
    assert list(bring.corpus.iterdir()) == []
    assert len(bring.report.read_text().splitlines()) == 6


def test_collisions_are_reported_and_nothing_is_overwritten(bring):
    site = Site(a__index_html=page("one"), b__index_html=page("two"), c=pdf())
    bring.corpus.mkdir(parents=True)
    (bring.corpus / "c.pdf").write_bytes(b"mine")
    outcomes = bring(site, f"{SITE}/a/index.html", f"{SITE}/b/index.html", f"{SITE}/c", f"{SITE}/a/index.html")
    assert [(outcome.status, outcome.detail) for outcome in outcomes] == [
        ("rendered", None),
        ("collision", f"{SITE}/a/index.html has the same file name"),
        ("collision", "a file of that name is there that did not come from here"),
    ]
    assert (bring.corpus / "c.pdf").read_bytes() == b"mine"


def test_a_later_run_goes_on_where_the_first_stopped(bring):
    bring(Site(a=pdf()), f"{SITE}/a", f"{SITE}/b")
    with bring.report.open("a") as report:
        report.write('{"url": "cut sho')
    site = Site(a=pdf(), b=pdf())
    outcomes = bring(site, f"{SITE}/a", f"{SITE}/b")
    assert [outcome.status for outcome in outcomes] == ["kept", "downloaded"]
    assert site.seen == ["/robots.txt", "/b"]
    rows = [json.loads(line) for line in bring.report.read_text().splitlines()]
    assert [(row["url"], row["status"]) for row in rows] == [(f"{SITE}/a", "downloaded"), (f"{SITE}/b", "downloaded")]
    assert [outcome.status for outcome in bring(site, f"{SITE}/a")] == ["kept"]
    assert [outcome.status for outcome in bring(site, f"{SITE}/b")] == ["kept"]
    (bring.corpus / "a.pdf").write_bytes(b"changed")
    assert bring(site, f"{SITE}/a")[0].status == "collision"
    assert bring(site, f"{SITE}/a", force=True)[0].status == "downloaded"


def test_lists_of_addresses(tmp_path):
    (tmp_path / "urls.txt").write_text("\ufeff# acts\n\nhttps://host.test/a \r\nhttps://host.test/b\n", "utf-8")
    assert read_urls(tmp_path / "urls.txt") == [f"{SITE}/a", f"{SITE}/b"]
    (tmp_path / "none.txt").write_text("# nothing\n")
    with pytest.raises(BenchmarkError, match="holds no address"):
        read_urls(tmp_path / "none.txt")


ROBOTS = """
User-agent: other
Disallow: /

User-agent: pincite
User-agent: cousin
Disallow: /private
Allow: /private/open
Disallow: /*/draft$  # unfinished
Disallow:

User-agent: *
Disallow: /
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("/private", False),
        ("/private/x", False),
        ("/private/open/x", True),
        ("/a/draft", False),
        ("/a/draft/2", True),
    ],
)
def test_the_longest_rule_decides(path, allowed):
    assert parse_robots(ROBOTS).can_fetch(f"{SITE}{path}", "Pincite") is allowed
    assert not parse_robots(ROBOTS).can_fetch(f"{SITE}{path}", "stranger")
    assert parse_robots("").can_fetch(f"{SITE}{path}", "pincite")


def test_hostile_patterns_take_no_time():
    for stars in (30, 2000):
        robots = parse_robots("User-agent: *\nDisallow: /" + "*a" * stars + "$")
        assert robots.can_fetch(f"{SITE}/" + "a" * 1999 + "b", "x")


@pytest.fixture
def server():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            image = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60'><circle r='30' fill='red'/></svg>"
            pages = {
                "/rules": ("text/html", "<h1>Harbour rules</h1><img loading=lazy src=/seal.svg>"),
                "/seal.svg": ("image/svg+xml", image),
            }
            kind, body = pages.get(self.path, ("text/plain", "There is no such page."))
            self.server.seen.append(self.path)
            self.send_response(200 if self.path in pages else 404)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.seen = []
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def test_a_real_browser_prints_a_page_with_its_images(server, tmp_path):
    pytest.importorskip("playwright")
    try:
        find_browser()
    except NotFound:
        pytest.skip("no Chromium on the PATH")
    import pypdfium2

    url = f"http://127.0.0.1:{server.server_address[1]}"
    visitor = Visitor(user_agent="pincite/0", most_bytes=10**6, seconds=60, allow_private=True)
    with closing(visitor), closing(Browser(user_agent="pincite/0", seconds=60, allow_private=True)) as browser:
        client = PoliteClient(visitor, pause=0)
        (outcome,) = materialize([f"{url}/rules"], tmp_path, client=client, printer=browser)
        with pytest.raises(BenchmarkError, match="the server answered 404 to the browser"):
            browser.pdf(f"{url}/lost")
    assert (outcome.status, outcome.file) == ("rendered", "rules.pdf"), outcome
    assert "/seal.svg" in server.seen
    with pypdfium2.PdfDocument(tmp_path / "corpus" / "rules.pdf") as printed:
        assert "Harbour rules" in printed[0].get_textpage().get_text_range()
        assert b"\x00\x00\xff" in bytes(printed[0].render().buffer), "the red seal is missing"


def test_a_page_in_the_browser_reaches_nothing_on_this_machine(server):
    pytest.importorskip("playwright")
    try:
        find_browser()
    except NotFound:
        pytest.skip("no Chromium on the PATH")
    with (
        closing(Browser(user_agent="pincite/0", seconds=60)) as browser,
        pytest.raises(BenchmarkError, match="answered 403 to the browser"),
    ):
        browser.pdf(f"http://127.0.0.1:{server.server_address[1]}/rules")
    assert not server.seen


@pytest.mark.parametrize("way", ["plain", "tunnel"])
def test_the_browsers_proxy_reaches_public_addresses_alone(server, way, monkeypatch):
    port = server.server_address[1]
    with closing(GuardProxy()) as guard:

        def ask(host):
            with httpx.Client(transport=httpx.HTTPTransport(proxy=guard.url), timeout=10) as client:
                return client.get(f"{'https' if way == 'tunnel' else 'http'}://{host}:{port}/rules")

        for host in ("127.0.0.1", "localhost", "[::1]", "2130706433"):
            if way == "plain":
                assert ask(host).status_code == 403
            else:
                with pytest.raises(httpx.ProxyError, match="403"):
                    ask(host)
        assert not server.seen
        # A name whose address is judged public is reached, at that address.
        monkeypatch.setattr("pincite.bench.fetch.proxy.public_addresses", lambda host, port: ["127.0.0.1"])
        if way == "plain":
            assert "Harbour rules" in ask("harbour.test").text
            assert server.seen == ["/rules"]
        else:
            with pytest.raises(httpx.ConnectError, match="SSL|EOF|reset"):
                ask("harbour.test")


def local(**options):
    return Visitor(user_agent="pincite/0", most_bytes=10**6, seconds=10, **options)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "[::ffff:127.0.0.1]"])
def test_this_machine_is_asked_only_where_that_is_allowed(server, tmp_path, host):
    url = f"http://{host}:{server.server_address[1]}/rules"
    with closing(local()) as visitor:
        (outcome,) = materialize([url], tmp_path, client=PoliteClient(visitor, pause=0), printer=Printer())
    assert outcome.status == "refused"
    assert "on this machine or in a private network" in outcome.detail
    assert not server.seen


def test_what_is_allowed_is_asked(server, tmp_path):
    url = f"http://127.0.0.1:{server.server_address[1]}/rules"
    with closing(local(allow_private=True)) as visitor:
        (outcome,) = materialize([url], tmp_path, client=PoliteClient(visitor, pause=0), printer=Printer())
    assert outcome.status == "rendered"


@pytest.fixture
def public_port(server, monkeypatch):
    """Hosts under .test resolve to the server, which counts as public."""
    port = server.server_address[1]
    looked_up = []

    def resolve(host, port):
        looked_up.append(host)
        if host == "rebound.test" and looked_up.count(host) > 1:
            return ["10.0.0.1"]
        return ["127.0.0.2"] if host.endswith(".test") else [host]

    monkeypatch.setattr("pincite.addresses.resolve", resolve)
    monkeypatch.setattr("pincite.addresses.is_public", lambda address: address == "127.0.0.2")
    return port, looked_up


def test_a_redirection_to_this_machine_is_not_followed(tmp_path, public_port, monkeypatch):
    port, _ = public_port
    seen = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append((self.headers["Host"], self.path))
            self.send_response(302 if self.path == "/act" else 404)
            self.send_header("Location", f"http://127.0.0.1:{port}/rules")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.2", 0), Handler) as front:
        threading.Thread(target=front.serve_forever, daemon=True).start()
        host = f"front.test:{front.server_address[1]}"
        with closing(local()) as visitor:
            client = PoliteClient(visitor, pause=0)
            (outcome,) = materialize([f"http://{host}/act"], tmp_path, client=client, printer=Printer())
        front.shutdown()
    # The name stays in the header, though the connection went to the address that was judged.
    assert seen == [(host, "/robots.txt"), (host, "/act")]
    assert outcome.status == "refused"
    assert "private network" in outcome.detail


def test_the_address_that_was_judged_is_the_one_that_is_asked(public_port):
    """A name that answers otherwise the second time is looked up anew for each request, and judged anew."""
    _, looked_up = public_port
    with closing(local()) as visitor:
        with pytest.raises(BenchmarkError, match="cannot be reached"):
            visitor.get("http://rebound.test:9/x")
        assert looked_up == ["rebound.test"]
        with pytest.raises(BenchmarkError, match="10.0.0.1"):
            visitor.get("http://rebound.test:9/x")


def test_a_password_in_an_address_is_used_and_told_nowhere(tmp_path, bring, monkeypatch):
    site = Site(act_pdf=pdf(), old=httpx.Response(302, headers={"location": "/act.pdf"}))
    secret = SITE.replace("//", "//clerk:pa55word@")
    outcomes = bring(site, f"{secret}/act.pdf", f"{secret}/old", f"{secret}/lost", f"{secret}/")
    assert [outcome.status for outcome in outcomes] == ["downloaded", "downloaded", "failed", "refused"]
    assert "pa55word" not in repr(outcomes) + bring.report.read_text()
    assert outcomes[0].url == f"{SITE}/act.pdf"
    # What is known under the address without its password is kept.
    assert bring(site, f"{secret}/act.pdf")[0].status == "kept"


def test_a_download_keeps_no_password_and_reaches_nothing_private(server, tmp_path):
    from pincite.bench.fetch.download import download

    port = server.server_address[1]
    with pytest.raises(BenchmarkError, match="private network") as caught:
        download(f"http://clerk:pa55word@127.0.0.1:{port}/x.zip", tmp_path / "x.zip", pause=0)
    assert "pa55word" not in str(caught.value)
    assert not server.seen


def test_convert_names_the_files_that_materialize_wrote(bring, tmp_path):
    urls = [f"{SITE}/wiki/Lease#rent", f"{SITE}/acts/act.pdf"]
    bring(Site(robots_txt=page("", "text/plain"), wiki__Lease=page(), acts__act_pdf=pdf()), *urls)
    source = tmp_path / "questions.jsonl"
    rows = [{"question": "When?", "answer": "In May", "link": url} for url in urls]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    made = convert(ConversionSource(source, columns=Columns(url="link")), standing=bring.corpus)
    names = [[context.filename for context in item.contexts] for item in made.items]
    assert names == [["Lease#rent.pdf"], ["act.pdf"]]


def test_a_browser_that_is_not_there_is_named(tmp_path, monkeypatch):
    with pytest.raises(NotFound, match="There is no browser"):
        find_browser(tmp_path / "chrome")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotFound, match="No Chromium is on the PATH"):
        find_browser()

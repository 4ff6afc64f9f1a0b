"""Answers in a model's own words: they stream in as a draft, and only what was verified stays."""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from tests.web.conftest import SECONDS, serving
from tests.web.reading import HOSTILE

QUESTION = "How much notice must the landlord give before it enters the property to inspect it?"
WORDS = "The Landlord may enter the Property on 48 hours’ written notice"
LIE = f"{HOSTILE} <script>alert(5)</script> The tenant pays 9,999,999 pounds a day"


def cite(prompt):
    """The mark of the source that holds the words: which of them it is, is up to the search."""
    sources = re.finditer(r"<<<SOURCE (\d+) (\w+)>>>\n(.*?)<<<END OF SOURCE \1 \2>>>", prompt, re.DOTALL)
    return next(f"[{source[1]}]" for source in sources if WORDS in " ".join(source[3].split()))


@contextmanager
def model(go_on):
    """A provider that says what a source holds, and, once it is told to go on, what none does."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            mark = cite(asked["messages"][1]["content"])
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.say(f"{WORDS} {mark}.")
            go_on.wait(SECONDS)
            self.say(f" {LIE} {mark}.")
            self.wfile.write(b"data: [DONE]\n\n")

        def say(self, words):
            self.wfile.write(f"data: {json.dumps({'choices': [{'delta': {'content': words}}]})}\n\n".encode())
            self.wfile.flush()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def told(indexed, tmp_path, monkeypatch):
    """A server that answers by such a model, and what makes the model go on."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    go_on = threading.Event()
    with model(go_on) as url:
        options = ["--set", "answerer.kind=model", "--set", "chat.kind=openai", "--set", f"chat.base_url={url}"]
        with serving(tmp_path, indexed / "files", ["--store", f"demo={indexed / 'store'}", *options]) as started:
            yield started, go_on


def test_an_answer_streams_in_as_a_draft_and_markup_of_a_model_stays_text(browser, told):
    site, go_on = told
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(SECONDS * 1000)
    page, faults = context.new_page(), []
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(site.at())
    page.get_by_label("Your question").fill(QUESTION)
    page.keyboard.press("Enter")
    draft = page.locator(".draft")
    expect(draft).to_contain_text("Draft, not verified yet")
    expect(draft).to_contain_text(WORDS)
    expect(page.locator(".answer")).to_have_count(0)
    go_on.set()
    answer = page.locator(".answer")
    expect(answer.locator(".text")).to_contain_text("48 hours’ written notice")
    expect(answer.locator(".text")).not_to_contain_text("9,999,999")
    # What failed the check is told, with the reason, as text.
    answer.get_by_text("left out, because").click()
    expect(answer.locator("del").first).to_be_visible()
    assert "9,999,999" in "".join(answer.locator("del").all_text_contents())
    # The pages of the source are pictures, and are beside the answer.
    assert answer.locator("img, script").count() == 0
    assert not faults
    context.close()

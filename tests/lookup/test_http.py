import json

import pytest
from tests.local_server import LocalServers, Reply

from pincite.errors import RegisterError
from pincite.legal.citations import find_citations
from pincite.lookup.http import HttpRegister
from pincite.lookup.none import NoRegister
from pincite.pipeline.wire import make
from pincite.ports.evaluation import AuthorityRegister
from pincite.settings import Stage, load_settings

ACTS = """<feed xmlns="http://www.w3.org/2005/Atom">
<entry><id>http://www.legislation.gov.uk/id/ukpga/1980/99</id><title>Bees (Limitation) Act 1980</title></entry>
<entry><id>http://www.legislation.gov.uk/id/ukpga/1980/58</id><title>The Limitation
 Act 1980</title></entry></feed>"""
SECTION = """<Legislation xmlns="http://x.test/l"><Metadata>not this</Metadata><Primary><P1><Pnumber>33</Pnumber>
<Text>The court may direct that a time limit shall not apply.</Text></P1></Primary></Legislation>"""
CASES = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:tna="https://caselaw.nationalarchives.gov.uk">
<entry><title>Other v Another</title><tna:uri>ewca/civ/2023/4567</tna:uri>
<tna:identifier type="ukncn">[2023] EWCA Civ 4567</tna:identifier></entry>
<entry><title>Heron v Otter</title><tna:uri>d-12ab</tna:uri>
<tna:identifier type="ukncn">[2023] EWCA Civ 456</tna:identifier></entry></feed>"""
JUDGMENT = "<doc><meta>head</meta><judgmentBody><p>The lease</p><p>was void.</p></judgmentBody></doc>"


@pytest.fixture
def servers():
    with LocalServers() as running:
        yield running


@pytest.fixture
def register(servers):
    made = []

    def start(reply, **options):
        url = servers.start(reply)
        made.append(HttpRegister(legislation=url, cases=url, american=url, **options))
        for client in (made[-1]._legislation, made[-1]._cases, made[-1]._american):
            client.sleep = lambda seconds: None
        return made[-1]

    yield start
    for one in made:
        one.close()


def look_up(register, text):
    (citation,) = find_citations(text)
    assert register.covers(citation)
    return register.look_up(citation, citation.key)


def public(body, request):
    """A server that answers as the three registers do."""
    answers = {
        "GET /all/data.feed?title=Limitation%20Act%201980": ACTS,
        "GET /ukpga/1980/58/section/33/data.xml": SECTION,
        "GET /ukpga/1980/58/data.xml": SECTION,
        "GET /uksi/1998/3132/data.xml": SECTION,
        "GET /atom.xml?query=%22%5B2023%5D%20EWCA%20Civ%20456%22": CASES,
        "GET /d-12ab/data.xml": JUDGMENT,
    }
    if request == "POST /api/rest/v4/citation-lookup/":
        found = [{"case_name": "Roe v. Wade", "absolute_url": "/opinion/108713/roe-v-wade/"}]
        known = b"410+U.S.+113" in body
        return Reply(json.dumps([{"status": 200 if known else 404, "clusters": found if known else []}]))
    found = answers.get(request.replace("+", "%20"))
    return Reply(found, type="application/xml") if found else Reply("no", 404)


def test_a_section_is_found_in_the_act_of_exactly_that_title_with_its_words(register):
    made = register(public)
    found = look_up(made, "section 33(1) of the Limitation Act 1980")
    assert found.text == "33 The court may direct that a time limit shall not apply."
    assert found.place.endswith("/ukpga/1980/58/section/33")
    assert look_up(made, "section 34 of the Limitation Act 1980") is None
    assert look_up(made, "section 1 of the Limitation Act 1979") is None
    assert look_up(made, "SI 1998/3132").text


def test_a_case_is_found_by_exactly_its_neutral_citation(register):
    made = register(public)
    found = look_up(made, "as held in [2023] EWCA Civ 456")
    assert (found.title, found.text) == ("Heron v Otter", "The lease was void.")
    assert look_up(made, "as held in [2023] EWCA Civ 4") is None


def test_an_american_case_is_found_and_the_token_is_sent(register, servers, monkeypatch):
    monkeypatch.setenv("COURTLISTENER_TOKEN", "gull-secret")
    made = register(public)
    assert look_up(made, "See 410 U.S. 113.").title == "Roe v. Wade"
    assert look_up(made, "See 999 U.S. 113.") is None
    assert servers.seen[0][2]["Authorization"] == "Token gull-secret"


def test_what_was_answered_is_not_asked_again_and_trouble_is_waited_out(register, servers):
    turns = iter([Reply("", 503), Reply("", 429, headers={"Retry-After": "1"}), Reply(SECTION)])
    made = register(lambda body: next(turns))
    assert look_up(made, "SI 1998/3132").text and look_up(made, "SI 1998/3132").text
    assert len(servers.seen) == 3


@pytest.mark.parametrize(
    "reply, problem",
    [
        (Reply("", 500), "status 500, after 2 attempts"),
        (Reply("", 403), "status 403"),
        (Reply("<a><b></a>"), "did not answer with XML"),
        (Reply("<a/>", cut=2), "after 2 attempts"),
    ],
)
def test_a_register_that_cannot_tell_says_so(register, reply, problem):
    made = register(lambda body: reply, attempts=2)
    with pytest.raises(RegisterError, match=problem):
        look_up(made, "SI 1998/3132")


def test_entities_of_a_hostile_document_are_not_read(register, tmp_path):
    (tmp_path / "secret").write_text("gull")
    body = f'<!DOCTYPE a [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]><a><Primary>&x;</Primary></a>'
    assert "gull" not in look_up(register(lambda asked: Reply(body)), "SI 1998/3132").text


def test_registers_are_off_by_default_and_an_empty_address_is_not_asked():
    assert load_settings(environment={}).settings.lookup.kind == "none"
    (citation,) = find_citations("SI 1998/3132")
    for register in (NoRegister(), HttpRegister(legislation="", cases="", american="")):
        assert isinstance(register, AuthorityRegister) and not register.covers(citation)
    assert isinstance(make("lookup", Stage(kind="http")), AuthorityRegister)

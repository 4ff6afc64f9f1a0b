import json

import pytest
from tests.local_server import LocalServers, Reply
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.domain.authority import Authority
from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import Response
from pincite.errors import BenchmarkError, RegisterError
from pincite.legal.citations import find_citations
from pincite.metrics.measure import get_measure
from pincite.metrics.scorer import Scorer
from pincite.pipeline.checking.authorities import StoreRegister
from pincite.pipeline.checking.check_rows import ClaimChecker
from pincite.pipeline.store import Store
from pincite.runs.evaluation.citation_chain import AnswerChain
from pincite.settings import load_settings

FILES = {
    "Part 91.txt": "PART 91 - BEE DISPUTES\n\n91.1 This Part applies to disputes about bees.\n\n91.2\n\n"
    "(1) A complaint must be made within 14 days.\n\n(2) The court may extend that time.\n\n"
    "91.3 The keeper pays the costs, under section 5 of the Bees Act 1990.\n",
    "PD 91A.txt": "PRACTICE DIRECTION 91 A - BEE DISPUTES\n\n2.1 A complaint names the hive.\n\n2.2 It is signed.\n",
    "guide.txt": "THE PATENTS COURT GUIDE\n\n1. Introduction\n\n1.1 This guide is general.\n\n2. Allocation\n\n"
    "2.1 Actions are allocated to the multi-track.\n",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("law")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline", "verifier.kind=none"]).settings
    return Store.build([folder], folder / "store", settings=settings)


@pytest.fixture(scope="module")
def chain(store):
    return AnswerChain([StoreRegister(store.library)], ClaimChecker(store.settings))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("CPR 91.2(1)", "(1) A complaint must be made within 14 days."),
        ("CPR Part 91", "PART 91 - BEE DISPUTES"),
        ("PD 91A para 2.2", "2.2 It is signed."),
        ("Patents Court Guide paragraph 2.1", "2.1 Actions are allocated to the multi-track."),
    ],
)
def test_a_provision_of_the_documents_is_there_with_its_words(store, text, words):
    (citation,) = find_citations(text)
    assert StoreRegister(store.library).look_up(citation, citation.key).text.startswith(words)


def test_what_a_document_only_cites_is_there_without_words_and_the_rest_is_not(store):
    register = StoreRegister(store.library)
    (act,) = find_citations("section 5 of the Bees Act 1990")
    found = register.look_up(act, act.key)
    assert found.text == "" and found.place.endswith("Part 91.txt")
    for text in ("CPR 91.9", "CPR 91.2(3)", "PD 91B", "section 6 of the Bees Act 1990", "[2023] EWCA Civ 5"):
        (citation,) = find_citations(text)
        assert register.look_up(citation, citation.key) is None


def told(chain, answer):
    return {one.key: (one.exists, one.supported) for one in chain.trace("q", answer, question="When?")}


def test_an_authority_must_be_there_and_say_what_is_said_of_it(chain):
    assert told(chain, "Under CPR 91.2(1), a complaint must be made within 14 days [1].") == {
        "CPR 91.2(1)": (True, True)
    }
    assert told(chain, "Under CPR 91.2(1), a complaint must be made within 21 days.") == {"CPR 91.2(1)": (True, False)}
    assert told(chain, "Under CPR 91.7, a complaint must be made within 14 days.") == {"CPR 91.7": (False, False)}


def test_a_citation_within_a_quotation_must_exist_and_need_bear_out_nothing(chain):
    assert told(chain, "“The keeper pays, under section 5 of the Bees Act 1990, and rule 91.2” [1].") == {
        "Bees Act 1990 s 5": (True, None),
        "CPR 91.2": (True, None),
    }
    assert told(chain, "The keeper pays under section 5 of the Bees Act 1990.") == {"Bees Act 1990 s 5": (True, None)}
    assert told(chain, "The keeper pays [1].") == {}


class Outside:
    name = "outside"

    def __init__(self, found):
        self.found, self.asked = found, []

    def covers(self, citation):
        return citation.kind.is_case

    def look_up(self, citation, key):
        self.asked.append(key)
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_a_register_is_asked_for_what_the_documents_lack_and_one_that_fails_decides_nothing(store):
    text = "In [2023] EWCA Civ 5 the lease was held to be void. CPR 91.1 applies to disputes about bees."
    register = Outside(Authority("Heron v Otter", "The lease was held to be void.", "https://x.test"))
    chain = AnswerChain([StoreRegister(store.library), register], ClaimChecker(store.settings))
    assert told(chain, text)["[2023] EWCA Civ 5"] == (True, True)
    told(chain, text)
    assert register.asked == ["[2023] EWCA Civ 5"]
    down = Outside(RegisterError("x", "down"))
    failing = AnswerChain([StoreRegister(store.library), down], ClaimChecker(store.settings))
    (case,) = [one for one in failing.trace("q", text, question="") if one.key.startswith("[")]
    assert (case.exists, case.supported) == (None, None) and "down" in case.error


def test_the_measures_are_shares_of_what_is_known(chain):
    answers = ["CPR 91.1 applies to disputes about bees. CPR 91.8 too.", "Nothing is cited.", ""]
    outcomes = [QueryOutcome(question="What?", response=Response(str(n), answer=a)) for n, a in enumerate(answers)]
    scorer = Scorer(outcomes, chain=chain)
    assert scorer.score(get_measure("citation_exists"))[0] == 0.5
    assert str(scorer.score(get_measure("citation_supported")).tolist()) == "[0.5, nan, nan]"
    with pytest.raises(BenchmarkError, match="without a store"):
        Scorer(outcomes).score(get_measure("citation_exists"))


def test_an_evaluation_looks_law_up_in_a_store_and_keeps_what_it_found(store, tmp_path):
    (tmp_path / "truth.jsonl").write_text(json.dumps({"question": "When?", "truth": "In 14 days. [Part 91]"}) + "\n")
    metrics = {"requested_metrics": ["citation_exists", "citation_supported"], "testdata_path": "truth.jsonl"}
    (tmp_path / "config.json").write_text(json.dumps(metrics))
    answer = {"message": {"content": "CPR 91.2 says within 14 days; CPR 99.9 agrees."}}
    answer["context"] = {"data_points": {"text": ["x"]}}
    with LocalServers() as servers:
        url = servers.start(lambda body: Reply(json.dumps(answer)))
        words = ["evaluate", "--config", tmp_path / "config.json", "--targeturl", url, "--resultsdir", tmp_path / "out"]
        flags = ["--authorities", store.location, "--set", "verifier.kind=none"]
        done = CliRunner().invoke(app, [str(word) for word in [*words, *flags]], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        without = CliRunner().invoke(app, [str(word) for word in [*words[:-1], tmp_path / "bare"]])
        assert "Left out" in without.output and "citation_exists" in without.output
    row = json.loads((tmp_path / "out/eval_results.jsonl").read_text())
    assert row["citation_exists"] == 0.5
    kept = [json.loads(line) for line in (tmp_path / "out/run/authorities.jsonl").read_text().splitlines()]
    assert {one["key"]: one["exists"] for one in kept} == {"CPR 91.2": True, "CPR 99.9": False}

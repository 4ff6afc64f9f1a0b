import json

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import MissingKey, QuestionError
from pincite.pipeline.store import Store
from pincite.settings import load_settings

LEASE = (
    "LEASE OF THE GRANARY\n\nThis Lease is made between Granary Holdings Limited and Mere Estates Limited.\n\n"
    "1. Rent. The Tenant shall pay a rent of £4,300 a year <b>in advance</b>.\n\n"
    "2. Repairs. The Tenant keeps the roof in repair at its own cost.\n"
)
RENT = "What rent shall the Tenant pay a year?"


@pytest.fixture
def run(tmp_path, hashing, inline, monkeypatch):
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "lease.txt").write_text(LEASE)
    flags = [*hashing, "retrieval.results=chunks", "answer.threshold=0.05"]
    Store.build([tmp_path / "files"], tmp_path / "store", settings=load_settings(flags=flags).settings)
    monkeypatch.chdir(tmp_path)

    def run(*arguments, typed=None, flags=()):
        settings = ["retrieval.results=chunks", "answer.threshold=0.05", *flags]
        sets = [part for flag in settings for part in ("--set", flag)]
        return CliRunner().invoke(app, [*arguments, "--store", "store", *sets], input=typed)

    return run


def test_an_answer_is_quoted_with_its_source(run):
    told = run("ask", RENT)
    assert told.exit_code == 0, told.output
    assert "£4,300" in told.stdout
    assert "lease.txt,§1" in "".join(told.stdout.split())


def test_a_typo_is_corrected_and_shown(run):
    told = run("ask", "What rent shall be paid in advnace?")
    assert "asked: What rent shall be paid in advance?" in told.stderr
    assert "£4,300" in told.stdout
    assert "asked:" not in run("ask", RENT).stderr


def test_no_answer_is_said_so_and_the_exit_status_is_1(run):
    told = run("ask", RENT, flags=["answer.threshold=1"])
    assert told.exit_code == 1
    assert "Not found in the provided documents." in told.stdout
    assert "near" in told.stdout


def test_json_holds_spans_that_give_the_quote(run):
    told = json.loads(run("ask", RENT, "--json").stdout)
    for citation in told["citations"]:
        start, end = citation["span"]
        assert LEASE[start:end] == citation["quote"]
    assert told["found"]


def test_the_page_escapes_what_documents_say(run, tmp_path):
    told = run("ask", RENT, "--format", "html", "--out", "page.html")
    assert told.exit_code == 0, told.output
    page = (tmp_path / "page.html").read_text()
    assert "<mark>" in page
    assert "<b>in advance" not in page
    assert "&lt;b&gt;in advance" in page
    assert "<script" not in page


def test_open_writes_the_page_and_shows_it(run, tmp_path, monkeypatch):
    shown = []
    monkeypatch.setattr("typer.launch", shown.append)
    told = run("ask", RENT, "--open")
    assert told.exit_code == 0, told.output
    assert shown == [(tmp_path / "pincite-answer.html").resolve().as_uri()]
    page = (tmp_path / "pincite-answer.html").read_text()
    assert "<mark>" in page
    assert "§ 1" in page


def test_markdown_takes_no_word_for_markup(run):
    assert "\\<b\\>" in run("ask", RENT, "--format", "markdown").stdout


def test_questions_of_a_file_are_answered_once(run, tmp_path):
    (tmp_path / "questions.txt").write_text(f"{RENT}\n\nWho keeps the roof in repair?\n{RENT}\n")
    assert run("ask", "--questions", "questions.txt", "--out", "out.jsonl").exit_code == 0
    (tmp_path / "out.jsonl").write_text((tmp_path / "out.jsonl").read_text() + '{"question": "cut sh')
    (tmp_path / "questions.txt").write_text(f"{RENT}\nWhat is the term?\n")
    told = run("ask", "--questions", "questions.txt", "--out", "out.jsonl")
    assert "1 asked" in told.stderr
    assert "1 were there" in told.stderr
    whole = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines() if line.endswith("}")]
    assert [row["question"] for row in whole] == [RENT, "Who keeps the roof in repair?", "What is the term?"]


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_questions_of_a_file_are_answered_in_the_form_asked_for(run, tmp_path, form):
    (tmp_path / "questions.txt").write_text(f"{RENT}\nWho keeps the roof in repair?\n")
    printed = run("ask", "--questions", "questions.txt", "--format", form)
    assert printed.exit_code == 0, printed.output
    begins = {"html": "<!doctype html>", "markdown": f"**{RENT}**", "text": RENT}[form]
    assert printed.stdout.startswith(begins)
    assert "roof in repair?" in printed.stdout
    (tmp_path / "out").write_text("old")
    assert run("ask", "--questions", "questions.txt", "--format", form, "--out", "out").stdout == ""
    assert (tmp_path / "out").read_text().strip() == printed.stdout.strip()


def test_one_answer_is_written_where_asked(run, tmp_path):
    assert run("ask", RENT, "--format", "markdown", "--out", "answer.md").stdout == ""
    assert (tmp_path / "answer.md").read_text().startswith(f"**{RENT}**")
    run("ask", RENT, "--json", "--out", "answer.json")
    assert json.loads((tmp_path / "answer.json").read_text())["question"] == RENT


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_refused(run, question):
    for command in ("ask", "search"):
        error = run(command, question).exception
        assert isinstance(error, QuestionError)
        assert "empty" in str(error)


def test_a_model_without_a_key_is_named_at_once(run):
    error = run("ask", RENT, flags=["answerer.kind=model", "chat.kind=openai"]).exception
    assert isinstance(error, MissingKey)
    assert "OPENAI_API_KEY is not set" in str(error)


def test_a_filter_that_nothing_meets_is_said_so(run):
    assert "No document has a party named 'Nobody'" in str(run("ask", RENT, "--party", "Nobody").exception)


def test_a_question_or_a_file_of_them_is_needed(run):
    assert run("ask").exit_code == 2


def test_explain_shows_the_stages(run):
    assert "candidates" in run("ask", RENT, "--explain").stdout


def test_ask_and_chat_take_every_filter_that_search_takes():
    from typer.main import get_command

    commands = get_command(app).commands
    options = {name: {option.name for option in commands[name].params} for name in ("search", "ask", "chat")}
    asked = options["search"] - {"query", "layer"}
    assert {"kind", "party", "since", "until", "file", "document", "section"} <= asked
    assert not asked - options["ask"]
    assert not asked - options["chat"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (["--since", "2031"], "No document has a date from 2031"),
        (["--until", "1066"], "No document has a date up to 1066"),
        (["--document", "barn.txt"], "has no document barn.txt"),
        (["--section", "77"], "has no section '77'"),
        (["--party", "Nobody"], "No document has a party named 'Nobody'"),
    ],
)
def test_a_filter_that_nothing_meets_is_refused_by_ask_and_by_chat(run, given, problem):
    for command in (["ask", RENT], ["chat"]):
        assert problem in str(run(*command, *given, typed=f"{RENT}\n").exception)


def test_an_answer_is_sought_in_the_section_that_is_named(run):
    roof = "Who keeps the roof in repair?"
    assert "roof in repair" in run("ask", roof, "--document", "lease.txt", "--section", "2").stdout
    told = json.loads(run("ask", roof, "--section", "1", "--json").stdout)
    start, end = LEASE.index("1. Rent."), LEASE.index("2. Repairs.")
    assert told["sources"]
    assert all(source["span"][0] < end and source["span"][1] > start for source in told["sources"])
    assert "roof" not in "".join(source["text"] for source in told["sources"])
    said = json.loads(run("chat", "--section", "1", "--json", typed=f"{roof}\n").stdout)
    assert [source["span"] for source in said["sources"]] == [source["span"] for source in told["sources"]]


def test_ask_and_chat_explain_in_json_as_search_does(run):
    searched = json.loads(run("search", RENT, "--explain", "--json").stdout)["steps"]
    asked = json.loads(run("ask", RENT, "--explain", "--json").stdout)["steps"]
    said = json.loads(run("chat", "--explain", "--json", typed=f"{RENT}\n").stdout)["steps"]
    assert searched and asked == searched == said
    assert any(step["rows"] for step in asked)
    assert json.loads(run("chat", "--json", typed=f"{RENT}\n").stdout)["steps"] == []


def test_chat_rewrites_a_follow_up_and_says_so(run):
    told = run("chat", typed="Consider the lease; what rent shall the Tenant pay?\nAnd the roof?\n\n")
    assert told.exit_code == 0, told.output
    assert "asked: What does the lease say about the roof?" in told.stdout
    assert "£4,300" in told.stdout
    assert "roof in repair" in told.stdout


def test_chat_skips_empty_lines_of_piped_questions(run):
    told = run("chat", "--json", typed=f"\n{RENT}\n\n{RENT}\n")
    assert len(told.stdout.splitlines()) == 2


def test_chat_gives_json_lines(run):
    told = run("chat", "--json", typed=f"{RENT}\nexit\n")
    assert json.loads(told.stdout)["said"] == RENT


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
def test_separators_of_unicode_double_no_row_when_the_work_goes_on(run, tmp_path, sign):
    question = f"What rent{sign}shall the Tenant pay a year?"
    (tmp_path / "q.txt").write_text(f"{question}\nWho keeps the roof in repair?\n", "utf-8")
    for _ in range(2):
        assert run("ask", "--questions", "q.txt", "--out", "a.jsonl").exit_code == 0
    lines = (tmp_path / "a.jsonl").read_text("utf-8").rstrip("\n").split("\n")
    assert [json.loads(line)["question"] for line in lines] == [question, "Who keeps the roof in repair?"]


def test_a_last_line_that_was_cut_short_is_asked_again_alone(run, tmp_path):
    (tmp_path / "q.txt").write_text(f"{RENT}\nWho keeps the roof\u2028in repair?\n", "utf-8")
    run("ask", "--questions", "q.txt", "--out", "a.jsonl")
    whole = (tmp_path / "a.jsonl").read_bytes()
    (tmp_path / "a.jsonl").write_bytes(whole[:-40])
    told = run("ask", "--questions", "q.txt", "--out", "a.jsonl")
    assert "1 asked" in told.stderr
    first, torn, again, rest = (tmp_path / "a.jsonl").read_bytes().split(b"\n")
    assert first + b"\n" == whole.split(b"\n")[0] + b"\n"
    assert json.loads(again)["question"] == "Who keeps the roof\u2028in repair?"
    assert not rest


def test_chat_has_commands(run):
    told = run("chat", typed=f"/help\n{RENT}\n/sources\n/open 1\n/why\n/documents\n/clear\n/nonsense\n/quit\n")
    assert "/open N" in told.output
    assert "There is no command /nonsense" in told.output
    assert "evidence: confidence" in told.output


def test_chat_commands_give_json_too(run):
    told = run("chat", "--json", typed=f"{RENT}\n/sources\n/quit\n")
    answer, sources, _ = map(json.loads, told.output.splitlines())
    assert answer["asked"] == answer["said"] == RENT
    assert sources["command"] == "/sources"
    assert sources["rows"]

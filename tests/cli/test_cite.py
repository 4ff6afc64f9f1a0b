import json

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import NotFound, UnknownName

TEXT = "See CPR 36.14(1)(a) and section 33 of the Limitation Act 1980."


def cite(*arguments):
    result = CliRunner().invoke(app, ["cite", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_a_text_is_cited_from():
    rows = json.loads(cite(TEXT, "--json"))["citations"]
    assert [(row["kind"], row["key"], row["text"]) for row in rows] == [
        ("cpr", "CPR 36.14(1)(a)", "CPR 36.14(1)(a)"),
        ("statute", "Limitation Act 1980 s 33", "section 33 of the Limitation Act 1980"),
    ]
    assert [TEXT[slice(*row["span"])] for row in rows] == [row["text"] for row in rows]


def test_a_document_is_cited_from_with_its_pages():
    rows = json.loads(cite("examples/judgment.pdf", "--json"))["citations"]
    assert {row["page"] for row in rows} >= {1, 2, 3}
    assert "CPR 3.4(2)(a)" in {row["key"] for row in rows}


def test_the_table_is_for_people():
    out = cite(TEXT)
    assert "CPR 36.14(1)(a)" in out and "statute" in out
    assert cite("Nothing of that kind.") == "No legal citation was found.\n"


def test_only_the_kinds_asked_for_are_listed():
    assert [row["kind"] for row in json.loads(cite(TEXT, "--kind", "statute", "--json"))["citations"]] == ["statute"]
    with pytest.raises(UnknownName, match="neutral"):
        cite(TEXT, "--kind", "poem")


def test_a_file_that_is_not_there_is_no_text(tmp_path):
    with pytest.raises(NotFound, match="no such file"):
        cite(tmp_path / "memo.pdf")
    with pytest.raises(NotFound, match="folder"):
        cite(tmp_path)

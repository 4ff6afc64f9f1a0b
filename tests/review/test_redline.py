import json

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.review.redline.align import in_order
from pincite.review.redline.change import ChangeKind
from pincite.review.redline.compare import compare_versions
from pincite.review.redline.matching import matching_runs
from pincite.review.redline.render import redline_as_json, redline_as_page
from pincite.review.redline.words import compare_figures, compare_words
from pincite.settings import load_settings

CLAUSES = {
    "Rent": "The Tenant pays a rent of $2,000 a month in advance on the first day of each month.",
    "Repairs": "The Tenant keeps the roof, the gutters and the windows of the boathouse in good repair.",
    "Use": "The Tenant uses the boathouse to store boats and for nothing else without consent.",
    "Insurance": "The Landlord insures the boathouse against fire, flood and storm for its full value.",
    "Notice": "Either party may end this Lease by sixty (60) days' written notice to the other party.",
}


def lease(names, **changed):
    parts = [f"{i}. {name}. {changed.get(name, CLAUSES.get(name, ''))}" for i, name in enumerate(names, start=1)]
    head = "LEASE OF THE BOATHOUSE\n\nThis Lease is made between Oak Limited and Ash Limited.\n\n"
    return head + "\n\n".join(parts) + "\n"


@pytest.fixture
def redline(tmp_path):
    stages = wire_reading(load_settings(flags=["ocr.mode=never"]).settings)

    def make(old, new):
        paths = [tmp_path / "old.txt", tmp_path / "new.txt"]
        for path, text in zip(paths, (old, new), strict=True):
            path.write_text(text)
        return compare_versions(*(read_file(path, stages) for path in paths))

    return make


def told(redline):
    return [(change.kind, change.label) for change in redline.changes]


def test_a_version_has_no_changes_against_itself(redline):
    found = redline(lease(CLAUSES), lease(CLAUSES))
    assert found.changes == ()
    assert found.unchanged >= 5


def test_a_changed_number_is_named(redline):
    new = CLAUSES["Notice"].replace("sixty (60)", "ninety (90)")
    found = redline(lease(CLAUSES), lease(CLAUSES, Notice=new))
    (change,) = found.changes
    assert change.kind is ChangeKind.REWORDED
    assert [(one.old, one.new) for one in change.figures] == [("sixty (60) days", "ninety (90) days")]
    assert [piece.text.strip() for piece in change.pieces if piece.kind == "removed"] == ["sixty (60)"]


def test_clauses_that_are_added_removed_and_moved_are_told_apart(redline):
    old = ["Rent", "Repairs", "Use", "Insurance", "Notice"]
    new = ["Rent", "Insurance", "Repairs", "Use", "Dogs"]
    found = redline(lease(old), lease(new, Dogs="No dogs, cats or other animals are kept in the premises at night."))
    kinds = {change.kind: change for change in found.changes}
    assert set(kinds) == {ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.MOVED}
    assert "insures" in kinds[ChangeKind.MOVED].new.words
    assert "dogs" in kinds[ChangeKind.ADDED].new.words
    assert "notice" in kinds[ChangeKind.REMOVED].old.words


def test_a_clause_that_was_only_renumbered_is_unchanged(redline):
    found = redline(lease(["Rent", "Repairs", "Use"]), lease(["Repairs", "Use"]))
    assert [change.kind for change in found.changes] == [ChangeKind.REMOVED]


def test_changed_numbers_come_first(redline):
    found = redline(
        lease(CLAUSES),
        lease(
            CLAUSES,
            Repairs=CLAUSES["Repairs"].replace("good", "tenantable"),
            Notice=CLAUSES["Notice"].replace("sixty (60)", "10"),
        ),
    )
    assert "notice" in found.first_figures()[0].new.words
    assert "notice" in redline_as_json(found)["changes"][0]["new"]["words"]
    page = redline_as_page(found)
    assert page.index("Numbers") < page.index("Changes")
    assert "script-src 'none'" in page


def test_spans_point_at_the_clauses_own_text(redline, tmp_path):
    found = redline(lease(CLAUSES), lease(CLAUSES, Rent="The rent is $3,000 a month, paid in arrears by the Tenant."))
    (change,) = found.changes
    text = (tmp_path / "new.txt").read_text()
    assert "$3,000" in change.new.span.slice(text)


def test_the_words_of_a_document_are_no_markup(redline):
    found = redline(lease(CLAUSES), lease(CLAUSES, Rent="<script>alert(1)</script> pays the rent & more."))
    assert "<script>alert" not in redline_as_page(found)


def test_words_and_figures_are_compared():
    pieces = compare_words("the quick brown fox", "the slow brown fox")
    assert [(piece.kind, piece.text.strip()) for piece in pieces] == [
        ("same", "the"), ("removed", "quick"), ("added", "slow"), ("same", "brown fox"),
    ]  # fmt: skip
    changed = compare_figures("on May 1, 2019 pay $5 within 3 days", "on May 2, 2019 pay $5 within 4 days and 5 %")
    assert {(one.old, one.new) for one in changed} == {
        ("May 1, 2019", "May 2, 2019"),
        ("3 days", "4 days"),
        ("", "5 %"),
    }


def test_the_number_of_a_clause_is_no_figure():
    assert compare_figures("as Section 5.3 says, pay 10 boats", "as Section 5.4 says, pay 10 boats") == ()


def test_the_longest_run_in_order_is_kept():
    assert in_order([(0, 0), (1, 3), (2, 1), (3, 2)]) == {(0, 0), (2, 1), (3, 2)}
    assert in_order([]) == set()


def test_the_command_tells_changes_and_cells(tmp_path, monkeypatch, agreements):
    monkeypatch.setenv("PINCITE_EXECUTOR_KIND", "inline")
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    old = agreements / "heron.txt"
    new = tmp_path / "heron-2.txt"
    new.write_text(old.read_text().replace("sixty (60)", "thirty (30)").replace("State of Delaware", "State of Texas"))
    questions = tmp_path / "mine.csv"
    questions.write_text(
        "name,question,type\nlaw,Which law governs the agreement?,text\n"
        "notice,How much notice must be given to terminate?,duration\nmade,When was the agreement made?,date\n"
    )
    out = tmp_path / "redline.json"
    result = CliRunner().invoke(app, ["redline", str(old), str(new), "--questions", str(questions), "--out", str(out)])
    assert result.exit_code == 1, result.output
    assert "sixty (60) days → thirty (30) days" in result.stdout
    assert "law: Delaware → Texas" in result.stdout
    assert "notice: 60 days → 30 days" in result.stdout.replace(" (?)", "")
    assert {one["new"]["name"] for one in json.loads(out.read_text())["cells"]} == {"law", "notice"}
    same = CliRunner().invoke(app, ["redline", str(old), str(old)])
    assert (same.exit_code, same.stdout.strip().split("; ")[0]) == (0, "no clause changed")


def test_words_that_repeat_without_end_are_compared_and_nothing_is_lost():
    old, new = " ".join(["a"] * 3000) + " fee", "the " + " ".join(["a", "b"] * 3000) + " fee"
    pieces = compare_words(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == new
    assert pieces[-1].kind == "same" and pieces[-1].text.endswith("fee")
    # What comes too often is no longer matched by itself; the work would grow with the cube of the length.
    assert matching_runs(["a"] * 3000, ["b", *["a", "b"] * 3000]) == []

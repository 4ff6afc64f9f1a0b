import pytest

from pincite.errors import NotFound, ReviewError
from pincite.review.question import ValueType
from pincite.review.questions import load_questions, set_names


def test_every_shipped_set_can_be_loaded():
    assert set_names() == ["contracts", "lease", "merger", "nda", "privacy"]
    sizes = {name: len(load_questions(name).questions) for name in set_names()}
    assert (sizes["contracts"], sizes["nda"]) == (41, 17)
    assert all(size > 15 for size in sizes.values())


def test_questions_come_from_toml_and_from_csv(tmp_path):
    toml = tmp_path / "mine.toml"
    toml.write_text(
        'title = "Mine"\n[[questions]]\nname = "rent"\nquestion = "How much is the rent?"\ntype = "money"\n'
        '[[questions]]\nname = "kind"\nquestion = "Which kind?"\ntype = "choice"\nchoices = ["a", "b"]\n'
    )
    table = tmp_path / "mine.csv"
    table.write_text("name,question,type,choices\nrent,How much is the rent?,money,\nkind,Which kind?,choice,a | b\n")
    for path in (toml, table):
        questions = load_questions(str(path)).questions
        assert [one.name for one in questions] == ["rent", "kind"]
        assert questions[0].type is ValueType.MONEY
        assert questions[1].choices == ("a", "b")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,question,type\nrent,How much?,sum\n", "has the type 'sum'. Known: text, date"),
        ("name,question,type\nthe rent,How much?,money\n", "a name has letters, digits and underscores"),
        ("name,question,type\nrent,,money\n", "has no question"),
        ("name,question,type\nrent,How much?,money\nrent,How?,text\n", "several questions called 'rent'"),
        ("name,question,type\nkind,Which?,choice\n", "names no choices"),
        ("name,question,kind\nrent,How much?,money\n", "unknown key 'kind'"),
        ("name,question,type\n", "has 0 questions"),
        ("law,Which law?,text\n", "has no columns 'name' and 'question'"),
        ("name,name,question\nlaw,tax,Which law?\n", "has the column 'name' twice"),
        ("name,question,type\nlaw,Which law,text,if any\n", "row 2: has more fields than columns"),
        ("name,question,type\ndoc_id,Which law?,text\n", "which is a column of every review"),
        (f"name,question,type\nlaw,{'Which law? ' * 200},text\n", "more than 2000 characters"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, words):
    path = tmp_path / "mine.csv"
    path.write_text(text)
    with pytest.raises(ReviewError, match=words.replace("(", r"\(")):
        load_questions(str(path))


def test_an_unknown_set_names_the_known_ones():
    with pytest.raises(NotFound, match="contracts, lease, merger, nda, privacy"):
        load_questions("contract")


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(ReviewError, match="no such file"):
        load_questions(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    "text",
    [
        "name,question,type,,\nlaw,Which law?,text,,\n,,,,\n\ntax,Which tax?,text,,\n",
        "\ufeffName;Question;Type\nlaw;Which law?;text\ntax;Which tax?;text\n",
        "name\tquestion\ttype\r\nlaw\tWhich law?\ttext\r\ntax\tWhich tax?\ttext\r\n",
    ],
)
def test_a_table_as_spreadsheets_write_it_is_read(tmp_path, text):
    path = tmp_path / "mine.csv"
    path.write_bytes(text.encode())
    questions = load_questions(str(path)).questions
    assert [(one.name, one.question) for one in questions] == [("law", "Which law?"), ("tax", "Which tax?")]


def test_a_choice_that_is_named_twice_is_one(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("name,question,type,choices\nkind,Which kind?,choice,Sole | sole | shared\n")
    assert load_questions(str(path)).questions[0].choices == ("Sole", "shared")

import pytest

from pincite.bench.legalbenchrag.draft import Reason
from pincite.bench.legalbenchrag.maud import draft_maud
from pincite.errors import BenchmarkError

DEFINITION = "“Material Adverse Effect” means harm   to the Target."
TEXT = (
    "AGREEMENT AND PLAN OF MERGER\n\n"
    f"{DEFINITION}  “Knowledge” means what Émile knows—really.\n"
    "The board may talk. The Target shall not shop. The board may talk. A court may order performance.  \n"
)


def deal(name="Gull_Marlin.pdf", **cells):
    return {"Filename": name, "MAE Definition": DEFINITION, **cells}


def words(made):
    return {draft.label: [span.slice(made.texts[draft.file]) for span in draft.spans] for draft in made.drafts}


def test_annotations_match_despite_spacing_and_marks_and_run_to_the_next_character(write_maud):
    cells = {"Knowledge Definition": '"Knowledge"  means what Emile knows--really.  (Pages 12-13)'}
    made = draft_maud(write_maud({"contract_1": TEXT}, [deal(**cells)], [("contract_1.pdf", DEFINITION)]))
    assert words(made) == {
        "MAE Definition": [f"{DEFINITION}  "],
        "Knowledge Definition": ["“Knowledge” means what Émile knows—really.\n"],
    }
    assert set(made.texts) == {"Gull_Marlin.txt"}


def test_omitted_words_part_the_gold(write_maud):
    cells = {"No-Shop": "The Target shall not shop. <omitted> A court may order performance. (Page 3)"}
    made = draft_maud(write_maud({"contract_1": TEXT}, [deal(**cells)], [("contract_1", DEFINITION)]))
    assert words(made)["No-Shop"] == ["The Target shall not shop. ", "A court may order performance.  \n"]


def test_touching_pieces_become_one_passage(write_maud):
    cells = {"No-Shop": "The Target shall not shop. <omitted> The board may talk. A court"}
    made = draft_maud(write_maud({"contract_1": TEXT}, [deal(**cells)], [("contract_1", DEFINITION)]))
    assert words(made)["No-Shop"] == ["The Target shall not shop. The board may talk. A court "]


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("The board may talk.", Reason.REPEATED),
        ("The Target may shop.", Reason.ABSENT),
        ("<omitted>The Target shall not shop.", Reason.EMPTY),
        ("A court may <omitted> The Target shall", Reason.ABSENT),
    ],
)
def test_pieces_out_of_place_drop_the_query(write_maud, cell, reason):
    raw = write_maud({"contract_1": TEXT}, [deal(**{"No-Shop": cell})], [("contract_1", DEFINITION)])
    assert [(row.label, row.reason) for row in draft_maud(raw).dropped] == [("No-Shop", reason)]


def test_leniently_the_nearest_repeated_piece_is_taken(write_maud):
    cells = {"No-Shop": "<omitted> The board may talk."}
    raw = write_maud({"contract_1": TEXT}, [deal(**cells)], [("contract_1", DEFINITION)])
    draft = next(draft for draft in draft_maud(raw, lenient=True).drafts if draft.label == "No-Shop")
    assert draft.spans[0].start == TEXT.index("The board may talk.")
    assert draft.tags == ("lenient:repeated",)


def test_a_deal_of_several_files_is_named_by_all_of_them(write_maud):
    raw = write_maud({"contract_1": TEXT}, [deal("Gull.pdf\nAmendment.pdf")], [("contract_1", DEFINITION)])
    assert set(draft_maud(raw).texts) == {"Gull.pdf|Amendment.txt"}


def test_a_deal_whose_contract_is_unknown_or_missing_is_listed(write_maud):
    deals = [
        deal(),
        deal("Other.pdf", **{"MAE Definition": "Unheard of."}),
        deal("Twice.pdf", **{"MAE Definition": "Shared."}),
        deal("Gone.pdf", **{"MAE Definition": "Lost."}),
    ]
    definitions = [
        ("contract_1", DEFINITION),
        ("contract_2", "Shared."),
        ("contract_3", "Shared."),
        ("contract_9", "Lost."),
        ("<RARE_ANSWERS>", DEFINITION),
    ]
    made = draft_maud(write_maud({"contract_1": TEXT}, deals, definitions))
    assert {row.file: row.reason for row in made.dropped} == {
        "Other.txt": Reason.NO_CONTRACT,
        "Twice.txt": Reason.NO_CONTRACT,
        "Gone.txt": Reason.NO_TEXT,
    }


def test_without_contracts_there_is_nothing_to_make(write_maud):
    with pytest.raises(BenchmarkError, match="holds none of the agreements"):
        draft_maud(write_maud({}, [deal()], [("contract_1", DEFINITION)]))

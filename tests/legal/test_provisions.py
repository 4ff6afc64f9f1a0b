import pytest

from pincite.legal.provisions import find_provisions, split_number


@pytest.mark.parametrize(
    ("question", "family", "rungs", "instrument"),
    [
        ("What does rule 31.16 say?", "rule", ("31.16",), ("part", "31")),
        ("clause 4.2 of the supply agreement", "clause", ("4.2",), None),
        ("CPR 25.1(1)(f)", "rule", ("25.1", "1", "f"), ("part", "25")),
        ("PD 51U para 3.1", "paragraph", ("3.1",), ("direction", "51U")),
        ("Part 11", "part", ("11",), ("part", "11")),
        ("r.3.4(2)", "rule", ("3.4", "2"), ("part", "3")),
        ("CPR 3.7A1(7)", "rule", ("3.7A1", "7"), ("part", "3")),
        ("paragraph 2.1 of Practice Direction 23A", "paragraph", ("2.1",), ("direction", "23A")),
        ("PD35 3.3", "", ("3.3",), ("direction", "35")),
        ("PD 95 (long claims) para 8.3", "paragraph", ("8.3",), ("direction", "95")),
        ("Para 8.3 of the long claims PD (PD95)", "paragraph", ("8.3",), ("direction", "95")),
        ("para 8.3 of the long claims practice direction (PD 95) please", "paragraph", ("8.3",), ("direction", "95")),
        ("What does clause 4 (rent) say?", "clause", ("4",), None),
        ("clause 4(viii)", "clause", ("4", "viii"), None),
        ("Larch content licence 1(f)", "", ("1", "f"), None),
        ("§ 33 odst. 1 písm. a)", "section", ("33", "1", "a"), None),
        ("art. 3º, § 1º, inciso II", "section", ("1", "II"), None),
        ("s 5(2)(a)", "section", ("5", "2", "a"), None),
        ("What's in 15.B?", "", ("15", "B"), None),
        ("What does B4 of the handbook say?", "", ("B4",), None),
        ("Explain D3.", "", ("D3",), None),
        ("para D5.1 of the Harbour Court Guide", "paragraph", ("D5.1",), None),
        ("What does condition 7 say?", "clause", ("7",), None),
        ("condition 9.2(b) of the hire terms", "clause", ("9.2", "b"), None),
        ("regulation 5(2) of the scheme", "section", ("5", "2"), None),
        ("what does bye-law 12 mean", "section", ("12",), None),
        ("standing order 3", "section", ("3",), None),
        (
            "Beth mae paragraff 7.7 o Gyfarwyddyd Ymarfer 94A yn ei ddweud?",
            "paragraph",
            ("7.7",),
            ("cyfarwyddyd", "94A"),
        ),
        ("Rhan 94", "rhan", ("94",), ("rhan", "94")),
        ("yn ôl rheol 31.16", "rule", ("31.16",), ("part", "31")),
        ("Under Part 4 a claim is made", "part", ("4",), ("part", "4")),
    ],
)
def test_a_provision_is_read_with_its_number_and_instrument(question, family, rungs, instrument):
    (found,) = find_provisions(question)
    assert (found.family, found.rungs, found.instrument) == (family, rungs, instrument)


def test_a_unit_that_holds_the_provision_is_read_from_either_side():
    for question in ("Schedule 2 paragraph 3", "paragraph 3 of Schedule 2"):
        (found,) = find_provisions(question)
        assert (found.rungs, found.within[0].family, found.within[0].rungs) == (("3",), "schedule", ("2",))


@pytest.mark.parametrize(
    "question",
    ["What does para 3 of the letter say about the fee (Part 2)?", "Does rule 3.1 apply to bees (see Part 4)?"],
)
def test_a_unit_in_brackets_behind_another_thing_holds_nothing(question):
    assert [part.within for part in find_provisions(question)] == [(), ()]


def test_the_only_schedule_holds_a_paragraph_without_a_number_of_its_own():
    (found,) = find_provisions("What is in paragraph 4 of the Schedule to the Bees Act?")
    assert (found.family, found.rungs) == ("paragraph", ("4",))
    assert [(unit.family, unit.rungs) for unit in found.within] == [("schedule", ("",))]
    assert find_provisions("What is said in the schedule?") == ()


def test_a_list_names_each_of_its_provisions():
    assert [found.rungs for found in find_provisions("compare clauses 4, 5.1 and 6(b)")] == [
        ("4",),
        ("5.1",),
        ("6", "b"),
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Can the price rise by 2.5 times?",
        "the tenant's 10 employees",
        "Is there a part I must sign?",
        "the Family Rules 2010",
        "Who pays $4.2 million?",
        "How long is the notice period?",
        "May we lend berth C17 to a friend?",
        "What does H2O say?",
        "Must it be in good condition 3 years later?",
        "Are there conditions 2 months before the start?",
        "Is the deposit due by standing order 1 month ahead?",
        "Must the coat be in condition 2 or better?",
        "Does Regulation 561/2006 apply to us?",
        "Does Regulation S apply to a Regulation D offering?",
        "Is Regulation (EU) No 1215/2012 meant?",
    ],
)
def test_what_only_looks_like_a_provision_is_none(question):
    assert find_provisions(question) == ()


def test_numbers_are_taken_apart():
    assert split_number("3.7 A 1 (3 A)") == ("3.7A1", "3A")
    assert split_number("15.B") == ("15", "B")


def test_a_number_with_a_letter_and_a_point_is_one_provision():
    assert [found.rungs for found in find_provisions("What does A3.2 of the guide say?")] == [("A3.2",)]

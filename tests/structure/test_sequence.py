import re

from pincite.structure.candidates import find_candidates
from pincite.structure.contents import fold_entry
from pincite.structure.labels import printed
from pincite.structure.sequence import Break, choose_sections


def chosen(text, *breaks):
    events = sorted([*find_candidates(text), *breaks], key=lambda event: event.start)
    return [(node.depth, printed(text, node.candidate.label, node.reading)) for node in choose_sections(events)]


def test_articles_sections_and_items_nest():
    text = (
        "ARTICLE I\n\nTERMS\n\n1.1 Scope. It is wide.\n\n(a) one;\n\n(b) two.\n\n1.2 Words.\n\nARTICLE II\n\n2.1 Price."
    )
    assert chosen(text) == [
        (1, "Article I"),
        (2, "1.1"),
        (3, "(a)"),
        (3, "(b)"),
        (2, "1.2"),
        (1, "Article II"),
        (2, "2.1"),
    ]


def test_numbers_with_the_letter_of_their_section_hang_below_it():
    text = (
        "SECTION A: HENS\n\nA1. Hens are fed at dawn.\nA2. Eggs are shared.\n\n"
        "SECTION B: GEESE\n\nB1. Geese are let out, but\nnot at night.\nB2. No goose is sold."
    )
    below = [(1, "Section A"), (2, "A1"), (2, "A2"), (1, "Section B"), (2, "B1"), (2, "B2")]
    assert chosen(text) == below
    assert chosen(re.sub(r"(?<=[AB]\d)\.", "", text)) == below


def test_a_road_a_room_or_a_size_at_the_start_of_a_line_is_no_section():
    text = (
        "1. Way. Leave the town by the road that is\nA38 West.\n\nMeet in\nB2 Conference Room.\n\n"
        "2. Paper. Bring\nA4 Paper."
    )
    assert chosen(text) == [(1, "1"), (1, "2")]


def test_i_after_h_is_a_letter():
    text = "1. List\n\n" + "\n\n".join(f"({letter}) item {letter};" for letter in "abcdefghij")
    assert [depth for depth, _ in chosen(text)] == [1] + [2] * 10


def test_i_below_a_letter_is_a_roman_numeral():
    text = "1. List\n\n(a) one:\n\n(i) first;\n\n(ii) second;\n\n(iii) third;\n\n(b) two."
    assert chosen(text) == [(1, "1"), (2, "(a)"), (3, "(i)"), (3, "(ii)"), (3, "(iii)"), (2, "(b)")]


def test_v_and_x_follow_their_neighbours():
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
    text = "1. List\n\n" + "\n\n".join(f"({numeral}) item;" for numeral in roman)
    assert [depth for depth, _ in chosen(text)] == [1] + [2] * 10


def test_enumerations_within_a_sentence_are_no_sections():
    assert chosen("1. Price. The Buyer pays (i) the fee, (ii) the tax and (iii) the costs.\n\n2. Term. None.") == [
        (1, "1"),
        (1, "2"),
    ]


def test_a_reference_at_the_start_of_a_line_is_no_section():
    text = (
        "5.1 Notice. It is given under\nSection 9.4 of this Agreement.\n\n5.2 Cure. Subject to\n7.3 above.\n\n5.3 End."
    )
    assert [number for _, number in chosen(text)] == ["5.1", "5.2", "5.3"]


def test_years_and_amounts_at_the_start_of_a_line_are_no_sections():
    text = "1. Term. It ends in\n2019. Then it renews.\n\n2. Price.\n\n3,000 euros a month.\n\n3. Tax."
    assert [number for _, number in chosen(text)] == ["1", "2", "3"]


def test_a_list_begins_anew_in_an_attachment():
    text = "1. One.\n\n2. Two.\n\nSCHEDULE 1\n\n1. Uno.\n\n2. Due."
    assert chosen(text) == [(1, "1"), (1, "2"), (1, "Schedule 1"), (2, "1"), (2, "2")]


def test_paragraphs_run_on_through_headings_with_letters():
    text = "I. OVERVIEW\n\n1. First.\n\n2. Second.\n\nII. FACTS\n\n3. Third.\n\n4. Fourth."
    assert chosen(text) == [(1, "I"), (2, "1"), (2, "2"), (1, "II"), (2, "3"), (2, "4")]


def test_sections_of_a_statute_run_on_through_its_chapters():
    text = "ČÁST PRVNÍ\n\nHLAVA I\n\n§ 1\n\n(1) Zákon.\n\na) první,\n\nb) druhé.\n\n§ 2\n\nX.\n\nHLAVA II\n\n§ 3"
    assert [depth for depth, _ in chosen(text)] == [1, 2, 3, 4, 5, 5, 3, 2, 3]


def test_numbers_in_the_midst_of_a_line_are_found_in_order():
    text = "All of it is one line. 1. Scope. It is wide. 2. Price. It is low. 3. Term. It is long."
    assert [number for _, number in chosen(text)] == ["1", "2", "3"]


def test_a_label_right_after_a_heading_opens_the_list_that_goes_on_below():
    text = "2.1 The Sale. (a) The Seller sells.\n\n(b) The Buyer buys.\n\n2.2 The Price. It is paid."
    assert chosen(text) == [(1, "2.1"), (2, "(a)"), (2, "(b)"), (1, "2.2")]


def test_a_missing_number_does_not_stop_the_count():
    text = "1. One.\n\n2. Two.\n\n4. Four.\n\n5. Five."
    assert [number for _, number in chosen(text)] == ["1", "2", "4", "5"]


def test_a_break_closes_what_is_open():
    text = "A. The Buyer wants it.\n\nB. The Seller has it.\n\nNOW, THEREFORE:\n\n1. Sale. It is sold."
    assert chosen(text, Break(text.index("NOW"))) == [(1, "A"), (1, "B"), (1, "1")]


def test_letters_added_to_a_number_stand_beside_it():
    text = "3.1\n\n(1) One.\n\n3.1 A\n\n(1) Two.\n\n3.2\n\n(1) Three."
    assert chosen(text) == [(1, "3.1"), (2, "(1)"), (1, "3.1A"), (2, "(1)"), (1, "3.2"), (2, "(1)")]


def test_what_is_put_in_before_a_letter_comes_before_it():
    text = (
        "3.1\n\n(1) One.\n\n3.1 ZA.-\n\n(1) Two.\n\n3.1 ZB.\n\n(1) Three.\n\n3.1 A\n\n(1) Four.\n\n3.1 AA\n\n(1) Five."
    )
    assert [number for depth, number in chosen(text) if depth == 1] == ["3.1", "3.1ZA", "3.1ZB", "3.1A", "3.1AA"]


def test_a_number_with_letters_on_a_line_of_its_own_may_end_in_a_dash():
    text = "4.2 A lamp is lit.\n\n4.2ZA.-\n\n(1) One.\n\n4.2A.-\n\n(1) Two.\n\n4.3 A lamp is out."
    assert [number for depth, number in chosen(text) if depth == 1] == ["4.2", "4.2ZA", "4.2A", "4.3"]


def test_the_same_choice_is_made_every_time():
    text = "".join(f"({letter}) x\n(i) y\n{i}. z\n" for i, letter in enumerate("abcdefgh"))
    assert chosen(text) == chosen(text)


def test_what_the_contents_announce_has_more_at_stake():
    text = "5 Governing Law\n\nIt is local."
    [plain] = find_candidates(text)
    [announced] = find_candidates(text, listing=fold_entry("4 Notices 3\n5 Governing Law 4\n"))
    assert announced.stake > plain.stake

from pincite.legal.citations import NamedCitations, find_case_names, find_citations


def is_named_in(said, text):
    (citation,) = find_citations(said)
    return NamedCitations(text).holds(citation)


def test_the_same_in_another_dress_is_named():
    assert is_named_in("CPR 3.4", "Rule 3.4(2)(a) allows the claim form")
    assert is_named_in("rule 3.4(2)", "CPR 3.4(2)")
    assert is_named_in("CPR 36.14", "36.14 Costs consequences")
    assert is_named_in("CPR Part 45", "Parts 44 to 47")
    assert is_named_in("section 33 of the Limitation Act 1980", "the Limitation\nAct 1980, s 33")
    assert NamedCitations("in Rennick v Castlegate Ferries Ltd").holds_words("Rennick v. Castlegate Ferries")


def test_another_one_is_not():
    assert not is_named_in("CPR 3.4", "rule 23.4")
    assert not is_named_in("CPR 3.4(2)", "rule 3.4(3)")
    assert not is_named_in("[2019] EWCA Civ 123", "[2019] EWCA Civ 124")
    assert not is_named_in("Limitation Act 1980", "Limitation Act 1939")


def test_names_of_cases_are_found_once():
    text = "As in Rennick v Castlegate Ferries Ltd; see Rennick v Castlegate Ferries Ltd."
    assert find_case_names(text) == ["Rennick v Castlegate Ferries Ltd"]

from pincite.structure.contents import find_contents, find_indexes

BODY = "This Agreement is made between the parties named below and takes effect on the date of the last signature.\n\n"


def contents_of(text):
    return [span.slice(text) for span in find_contents(text)]


def test_entries_with_page_numbers_below_a_title_are_contents():
    text = (
        "TABLE OF CONTENTS\n\n1. Definitions 1\n\n2. Services 3\n\n3. Fees 5\n\n" + BODY + "1. Definitions\n\nIn this…"
    )
    assert contents_of(text) == ["TABLE OF CONTENTS\n\n1. Definitions 1\n\n2. Services 3\n\n3. Fees 5"]


def test_entries_without_pages_end_where_the_first_of_them_comes_again():
    text = "CONTENTS\n\nARTICLE I Terms\n\nARTICLE II Fees\n\nARTICLE III Law\n\nARTICLE I\n\nTerms\n\n" + BODY
    assert contents_of(text) == ["CONTENTS\n\nARTICLE I Terms\n\nARTICLE II Fees\n\nARTICLE III Law"]


def test_entries_run_together_in_one_line_are_contents():
    text = "TABLE OF CONTENTS ARTICLE I TERMS 1 1.1 Scope 1 1.2 Words 2 ARTICLE II FEES 3 2.1 Price 3\n\n" + BODY
    assert contents_of(text) == [text.split("\n")[0]]


def test_dotted_leaders_need_no_title():
    text = "Scope ........ 1\nWords ........ 2\nFees ........ 3\nLaw ........ 4\n\n" + BODY
    assert contents_of(text) == ["Scope ........ 1\nWords ........ 2\nFees ........ 3\nLaw ........ 4"]


def test_a_title_without_entries_is_no_table_of_contents():
    assert contents_of("Contents of this Part\n\n3.1\n\n(1) The court may make an order at any time.\n\n" + BODY) == []


def test_an_index_of_terms_is_no_run_of_sections():
    entries = " ".join(f"Defined Term   Section {i}.{i}(a)" for i in range(1, 12))
    [span] = find_indexes(f"{BODY}{entries}\n\n{BODY}")
    assert span.slice(BODY + entries).endswith("11.11")


def test_prose_full_of_references_is_no_index():
    assert find_indexes(("Sections 1.1, 1.2, 1.3, 1.4 and 1.5 shall survive. " * 9) + "\n") == []

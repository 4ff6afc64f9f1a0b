from pincite.structure.contents import find_cited_parts, find_contents, find_indexes

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


def test_a_number_alone_on_its_line_ends_the_contents_and_keeps_the_heading_above_it():
    entries = "\n".join(f"{name}        Rule 91.{i}" for i, name in enumerate(("Scope", "Hives", "Costs"), start=1))
    text = f"Contents of this Part\n\n{entries}\n\nSECTION I – GENERAL\n\nScope\n91.1\n(1) {BODY}"
    assert contents_of(text) == [f"Contents of this Part\n\n{entries}"]


def test_a_title_without_entries_is_no_table_of_contents():
    assert contents_of("Contents of this Part\n\n3.1\n\n(1) The court may make an order at any time.\n\n" + BODY) == []


def test_an_index_of_terms_is_no_run_of_sections():
    entries = " ".join(f"Defined Term   Section {i}.{i}(a)" for i in range(1, 12))
    [span] = find_indexes(f"{BODY}{entries}\n\n{BODY}")
    assert span.slice(BODY + entries).endswith("11.11")


def test_prose_full_of_references_is_no_index():
    assert find_indexes(("Sections 1.1, 1.2, 1.3, 1.4 and 1.5 shall survive. " * 9) + "\n") == []


def test_dotted_leaders_may_run_on_in_one_line():
    text = "Clause  Page  1. Scope ........ 1 2. Words ........ 2 3. Fees ........ 3 4. Law ........ 4\n\n" + BODY
    assert contents_of(text) == [text.split("\n")[0]]


def test_a_list_of_attachments_below_the_entries_belongs_to_them():
    entries = "TABLE OF CONTENTS\n\n1. Scope 1\n\n2. Words 2\n\n3. Fees 3\n\n"
    listed = "-i-\n\nLIST OF EXHIBITS\n\nExhibit A Form of Deed\n\nExhibit B Form of Bond"
    assert contents_of(entries + listed + "\n\n" + BODY) == [entries + listed]


def test_a_sole_attachment_is_listed_if_it_comes_again():
    entries = "Scope ........ 1\nWords ........ 2\nFees ........ 3\nLaw ........ 4"
    sole = "\n\nSchedule 1 - Boats"
    assert contents_of(entries + sole + "\n\n" + BODY + "SCHEDULE 1\n\nBoats") == [entries + sole]
    assert contents_of(entries + sole + "\n\n" + BODY) == [entries]


CITED = (
    "1.1 Attention is drawn to the following Parts of the Rules:\n\nPart 1 The aim\n\nSection I of Part 3 Powers\n\n"
    "Part 26 First steps\n\nPart 35 Experts\n\nand to the practice directions on them.\n\n1.2 A judge decides.\n"
)


def test_a_list_of_parts_of_other_rules_is_cited_and_no_section():
    (span,) = find_cited_parts(CITED)
    assert span.slice(CITED).startswith("Part 1 The aim") and span.slice(CITED).rstrip().endswith("Part 35 Experts")


def test_parts_that_follow_one_another_or_hold_text_are_the_texts_own():
    assert not find_cited_parts("The plan has three parts:\n\nPart 1 Aim\n\nPart 2 Means\n\nPart 3 End\n")
    assert not find_cited_parts("It has these parts:\n\nPart 1 Aim\n\n1. The aim is rest.\n\nPart 26 Means\n")

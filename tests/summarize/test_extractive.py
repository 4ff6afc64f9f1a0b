from pincite import read
from pincite.summarize.extractive import ExtractiveSummarizer


def test_a_paragraph_below_a_heading_of_rules_has_a_line_that_names_the_heading(tmp_path):
    path = tmp_path / "PD 94.txt"
    path.write_text(
        "PRACTICE DIRECTION 94 - HONEY\n\nJars\n\n1.1 A jar is of glass.\n\n1.2 A jar has a lid.\n\n"
        "Labels on jars\n\n2.1 A label says where the honey is from.\n\n2.2 A label says when it was taken.\n"
    )
    reading = read(path)
    lines = ExtractiveSummarizer().summarise(reading).sections
    told = {reading.outline.sections[id].number: line for id, line in lines.items()}
    assert told["1.2"] == "1.2 Jars: A jar has a lid."
    assert told["2.1"] == "2.1 Labels on jars: A label says where the honey is from."

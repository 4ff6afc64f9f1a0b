from pincite.domain.hit import DocumentCard
from pincite.retrieve.authority import level_of, weigh_standing


def card(title, kind, *, authority=0):
    return DocumentCard(title, f"/files/{title}.txt", title, kind, (), (), "", 100, authority=authority)


RULE = card("PART 93 - SWARMS", "court-rules")
DIRECTION = card("PRACTICE DIRECTION 93 - SWARMS", "court-rules")
GUIDE = card("The Hive Court Guide", "court-guide")
OTHER = card("PART 94 - HONEY", "court-rules")


def test_rules_come_before_directions_and_directions_before_guides():
    assert [level_of(one) for one in (RULE, DIRECTION, GUIDE)] == [1, 2, 3]


def test_a_manifest_may_order_otherwise():
    assert level_of(card("The Hive Court Guide", "court-guide", authority=1)) == 1


def test_the_rule_whose_title_names_the_subject_is_the_general_one():
    standing = weigh_standing("When may a swarm be taken?", [RULE, OTHER, GUIDE])
    assert [standing[one.id].subject for one in (RULE, OTHER, GUIDE)] == [1.0, 0.0, 0.0]


def test_titles_of_contracts_say_nothing_of_the_subject():
    lease = card("LEASE OF SWARMS", "lease")
    assert weigh_standing("When may a swarm be taken?", [lease])[lease.id].subject == 0.0


def test_contracts_come_after_rules_where_a_question_is_on_what_a_court_does():
    lease = card("LEASE OF HIVES", "lease")
    rules = [card(f"PART {number} - BEES", "court-rules") for number in range(90, 95)]
    standing = weigh_standing("What is the limit for small claims?", [lease, *rules])
    assert standing[lease.id].level > max(standing[one.id].level for one in rules)
    assert weigh_standing("What is the limit of liability?", [lease, *rules])[lease.id].level == 1
    assert weigh_standing("What is the limit for small claims?", [lease, *rules[:1]])[lease.id].level == 1

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

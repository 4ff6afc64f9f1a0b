from types import SimpleNamespace

from pincite.domain.profile import Party
from pincite.pipeline.asking.own_side import barred_roles, own_party
from pincite.spans import Span


def cards(*parties):
    return [SimpleNamespace(parties=names) for names in parties]


def test_the_party_that_most_documents_name_is_whose_they_are():
    assert own_party(cards(("Kettle", "Harl"), ("KETTLE", "Dun"), ("Brew", "Kettle"), ())) == "kettle"


def test_no_party_stands_out_where_few_documents_share_one_or_all_share_two():
    assert own_party(cards(("Kettle", "Harl"), ("Kettle", "Dun"))) == ""
    assert own_party(cards(("Kettle", "Harl"), ("Dun", "Gull"), ("Kettle", "Tern"), ("Wren", "Rook"))) == ""
    assert own_party(cards(*[("Kettle", "Harl")] * 4)) == ""


def test_the_other_side_is_whoever_is_not_us():
    parties = [Party("HARL", Span(0, 4), "Landlord"), Party("Kettle", Span(5, 11), "the Tenant")]
    assert barred_roles("Can the other side end the lease at once?", parties, "kettle") == ("Tenant", "Kettle")
    assert barred_roles("Can we end the lease at once?", parties, "kettle") == ("Landlord", "HARL")
    assert barred_roles("Can the lease be ended at once?", parties, "kettle") == ()
    assert barred_roles("Can we end the lease at once?", parties, "gull") == ()

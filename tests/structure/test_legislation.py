import pytest

from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind
from pincite.structure.outline import RuleStructurer
from pincite.structure.profile import RuleProfiler

EU = """REGULATION (EU) 2031/77 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL

of 3 May 2031

on the safety of beehives

Whereas:

(1) Bees are of great value to farming in the Union.

(2) The keeping of bees should be safe in all Member States.

HAVE ADOPTED THIS REGULATION:

CHAPTER I

General provisions

Article 1

Subject-matter

This Regulation lays down rules on beehives.

Article 2

Definitions

For the purposes of this Regulation:

(1) ‘hive’ means a box in which bees are kept;

(2) ‘keeper’ means a person who keeps bees.

CHAPTER II

Duties of keepers

Section 1

Registration

Article 3

Register

1. Each keeper shall register every hive.

2. The register shall state:

(a) the place of the hive;

(b) the name of the keeper.

Article 4

Time limits

1. A hive shall be registered within 30 days.

2. Paragraph 1 does not apply to empty hives.

Section 2

Inspection

Article 5

Inspectors

1. Member States shall appoint inspectors.

2. An inspector may open any hive.

Article 6

Entry into force

This Regulation shall enter into force on 1 January 2032.
"""
PT = """LEI Nº 12.345, DE 3 DE MAIO DE 2031

Dispõe sobre a criação de abelhas e dá outras providências.

O PRESIDENTE DA REPÚBLICA Faço saber que o Congresso Nacional decreta e eu sanciono a seguinte Lei:

TÍTULO I

DAS DISPOSIÇÕES GERAIS

CAPÍTULO I

DO OBJETO

Art. 1º Esta Lei regula a criação de abelhas em todo o território nacional.

Parágrafo único. Não se aplica esta Lei às abelhas silvestres.

Art. 2º Para os fins desta Lei, considera-se:

I – apicultor: a pessoa que cria abelhas;

II – colmeia: a caixa em que vivem as abelhas.

CAPÍTULO II

DOS DEVERES DO APICULTOR

Seção I

Do Registro

Art. 3º O apicultor deve registrar cada colmeia no prazo de trinta dias.

§ 1º O registro deve conter:

I – o lugar da colmeia;

II – os dados do apicultor, a saber:

a) o nome;

b) o endereço.

§ 2º O registro é gratuito.

Seção II

Da Fiscalização

Art. 4º O fiscal pode abrir qualquer colmeia, com aviso ao apicultor.

TÍTULO II

DAS DISPOSIÇÕES FINAIS

Art. 5º Esta Lei entra em vigor na data de sua publicação.
"""


def read(text):
    doc = Document(document_id(text), text, Source("invented.txt", Format.TEXT, "0", len(text)))
    profile = RuleProfiler().profile(doc)
    outline = RuleStructurer().outline(doc, profile)
    return profile, [outline.path(section) for section in outline.sections if section.number]


def test_sections_of_european_law_hold_articles():
    profile, paths = read(EU)
    assert profile.kind is DocumentKind.LEGISLATION
    assert "Chapter II › Section 1 › Article 3 › 2 › (b)" in paths
    assert "Chapter II › Section 2 › Article 6" in paths
    assert "Chapter I › Article 2 › (2)" in paths


def test_portuguese_statutes_have_articles_paragraphs_and_incisos():
    profile, paths = read(PT)
    assert (profile.kind, profile.language) == (DocumentKind.LEGISLATION, "pt")
    assert "Título I › Capítulo I › Art. 1º › Parágrafo único" in paths
    assert "Título I › Capítulo I › Art. 2º › II" in paths
    assert "Título I › Capítulo II › Seção I › Art. 3º › § 1º › II › b)" in paths
    assert "Título I › Capítulo II › Seção I › Art. 3º › § 2º" in paths
    assert "Título II › Art. 5º" in paths


def test_headings_of_a_practice_direction_stand_over_several_paragraphs():
    text = (
        "PRACTICE DIRECTION 94 - HONEY\n\nJars\n\n1.1 A jar is of glass.\n\n1.2 A jar has a lid.\n\n---\n\n"
        "Labels on jars\n\n---\n\n2.1 A label says where the honey is from.\n\n2.2 A label says when it was taken.\n"
    )
    paths = read(text)[1]
    assert [path for path in paths if path[-3:-1] in ("1.", "2.")] == [
        "Practice Direction 94 › Jars › 1.1",
        "Practice Direction 94 › Jars › 1.2",
        "Practice Direction 94 › Labels on jars › 2.1",
        "Practice Direction 94 › Labels on jars › 2.2",
    ]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (
            "PART 92 - HIVES\n\nTracks\n\n92.1\n\n(1) Hives are -\n\n(a) small, where -\n\n(i) one bee lives; or\n\n"
            "(ii) two live, if -\n\n(aa) both are young;\n\n(bb) both are old; and\n\n(cc) both agree.\n\n"
            "(b) large.\n\n"
            "(2) Others are not hives.\n",
            "Part 92 › 92.1 › (2)",
        ),
        (
            "PART 92 - HIVES\n\nScope\n92.1\n(1) Hives are boxes.\n(2) Trees are none.\n\n"
            "Costs: general rule\n92.2\n(1) The keeper pays.\n(2) The bees do not.\n\n"
            "Failure to comply with this Part\n92.3\n(1) The keeper is fined.\n(2) The bees are not.\n",
            "Part 92 › 92.3 › (2)",
        ),
        (
            "PRACTICE DIRECTION 92 - HIVES\n\nFirst\n\n(1) A hive is a box.\n\n(2) A box is not always a hive.\n\n"
            "Doors\n\n2.\n\n(1) A hive has a door.\n\n(2) The door is open.\n\nBees\n\n3.The bees live in the hive.\n",
            "Practice Direction 92 › Doors › 2 › (2)",
        ),
        (
            "PRACTICE DIRECTION 93 - BEES\n\nKeepers\n\n1.1 A keeper keeps bees.\n\n1.2 Bees keep a keeper.\n\n"
            "Swarms\n\n"
            "2 Under rule 93.1 a swarm may leave. It may come back.\n\nWasps\n\n3 A wasp is no bee, and is not kept.\n",
            "Practice Direction 93 › Swarms › 2",
        ),
        (
            "HIVE AGREEMENT\n\nRECITALS\n\nA. The parties keep bees.\n\nB. The parties like honey.\n\nAGREEMENTS\n\n"
            "I. HONEY\n\nA. Honey is shared.\n\nB. Wax is not.\n\n"
            "II. BEES\n\nA. Bees are counted each year.\n\nB. Drones are not.\n",
            "AGREEMENTS › II › B",
        ),
    ],
)
def test_items_keep_their_parents(text, path):
    assert path in read(text)[1]


def test_a_part_of_the_rules_in_a_guide_holds_none_of_its_chapters():
    chapters = "".join(
        f"{n}. Chapter about {word}\n\n{n}.1 The court hears {word} on Mondays, and gives notice of it.\n\n"
        f"{n}.2 Papers about {word} are filed two days before.\n\n"
        for n, word in ((6, "wax"), (7, "honey"))
    )
    later = chapters.replace("6.", "9.").replace("7.", "10.")
    eighth = (
        "8. Part 8\n\n8.1 Some claims are made under Part 8.\n\n"
        "Part 8 – Alternative procedure for claims\n\n8.2 They are short.\n\n"
    )
    paths = read(f"THE HIVE COURT GUIDE\n\n{chapters}{eighth}{later}")[1]
    assert any(path.endswith("9 › 9.1") for path in paths)
    assert not any("Part 8" in path for path in paths)


ENABLED = """HARBOUR ACT 2017

PART 1 RULES

10 Procedure rules

(1) The President may make rules.

(2) They may differ.

11 Fees
(1) Fees are payable.
(2) They are paid in advance.

SCHEDULE 1 FEES

Section 11

Issue fees

1 The fee on issue is—

(a) £5, for a small boat;

(b) £9, for a large one.

2 The fee on appeal is £3.

Remission

3 (1) A person without means is exempt.

(2) The Registrar may remit a fee.

SCHEDULE 2

Sections 10(1) and 11

FORMS

1 A form is blue.

2 A form is signed.
"""


def test_the_enabling_provision_below_the_heading_of_a_schedule_opens_no_section():
    paths = read(ENABLED)[1]
    assert {"Schedule 1 › 1 › (b)", "Schedule 1 › 3 › (2)", "Schedule 2 › 2"} <= set(paths)
    assert not any("Section" in path for path in paths)


def test_the_first_paragraph_below_a_heading_that_ends_in_rules_is_found():
    paths = read(ENABLED)[1]
    assert "Part 1 › 10 › (1)" in paths and "Part 1 › 11 › (1)" in paths


def test_sections_that_a_schedule_counts_are_kept():
    paths = read(
        "SUPPLY AGREEMENT\n\n1. Price.\n\n2. Term.\n\nSCHEDULE A\n\nSection 1\n\nBoats.\n\nSection 2\n\nOars.\n"
    )[1]
    assert {"Schedule A › Section 1", "Schedule A › Section 2"} <= set(paths)

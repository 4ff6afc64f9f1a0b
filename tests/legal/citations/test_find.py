import pytest

from pincite.legal.citations import CitationKind, find_citations

FOUND = {
    "a sub-rule": ("Under CPR 36.14(1)(a) it is so.", [("CPR 36.14(1)(a)", "CPR 36.14(1)(a)")]),
    "a bare rule": ("By rule 3.4(2) the claim form is struck out.", [("CPR 3.4(2)", "rule 3.4(2)")]),
    "a rule in short": ("see r.24.2(3)(a)", [("CPR 24.2(3)(a)", "r.24.2(3)(a)")]),
    "a bare Part": ("A Part 36 offer was made.", [("CPR Part 36", "Part 36")]),
    "CPR and a whole number": ("as CPR 31 says", [("CPR Part 31", "CPR 31")]),
    "the Rules by name": (
        "Part 57 of the Civil Procedure Rules",
        [("CPR Part 57", "Part 57 of the Civil Procedure Rules")],
    ),
    "a list of rules": ("rules 7.5, 7.6 and 7.7", [("CPR 7.5", "rules 7.5"), ("CPR 7.6", "7.6"), ("CPR 7.7", "7.7")]),
    "a list of subdivisions": ("CPR 12.4(3) and (4)", [("CPR 12.4(3)", "CPR 12.4(3)"), ("CPR 12.4(4)", "(4)")]),
    "no blank": ("CPR42.3 sets it out", [("CPR 42.3", "CPR42.3")]),
    "scanned words that stick": ("the purposes ofrule 54.5(1)(b), is", [("CPR 54.5(1)(b)", "rule 54.5(1)(b)")]),
    "a letter set apart": ("CPR rule 7.1 A provides", [("CPR 7.1A", "CPR rule 7.1 A")]),
    "a stray stop": ("options in CPR 31.5.(7) is", [("CPR 31.5(7)", "CPR 31.5.(7)")]),
    "a letter set apart before a verb": ("required by rule 83.8 A must be", [("CPR 83.8A", "rule 83.8 A")]),
    "two letters set apart": ("under CPR rule 3.7 AA, the court", [("CPR 3.7AA", "CPR rule 3.7 AA")]),
    "a Part before what happens": ("a claim under Part 8 in the event that", [("CPR Part 8", "Part 8")]),
    "the Rules of a text that names no others": (
        "in accordance with Part 23 of the Rules",
        [("CPR Part 23", "Part 23 of the Rules")],
    ),
    "rules with their subjects": (
        "rules 24.4 (procedure), 24.5 (evidence) and 24.6 (directions) apply",
        [("CPR 24.4", "rules 24.4"), ("CPR 24.5", "24.5"), ("CPR 24.6", "24.6")],
    ),
    "a subdivision of two levels": (
        "rules 71.8(2) and (3)(a)",
        [("CPR 71.8(2)", "rules 71.8(2)"), ("CPR 71.8(3)(a)", "(3)(a)")],
    ),
    "a practice direction by its Part": (
        "paragraph 6.2 of the Part 35 Practice Direction",
        [("PD 35 para 6.2", "paragraph 6.2 of the Part 35 Practice Direction")],
    ),
    "its annex": ("found at PD25A Annex B.", [("PD 25A Annex B", "PD25A Annex B")]),
    "a range of practice directions": (
        "Practice Directions 52A to 52E apply",
        [("PD 52A-52E", "Practice Directions 52A to 52E")],
    ),
    "a section without of": (
        "under s.11 Contempt of Court Act 1981",
        [("Contempt of Court Act 1981 s 11", "s.11 Contempt of Court Act 1981")],
    ),
    "a Schedule and a paragraph after an Act": (
        "the Finance Act 1984 (c.42), Schedule 1, paragraph 31",
        [("Finance Act 1984 Sch 1 para 31", "Finance Act 1984 (c.42), Schedule 1, paragraph 31")],
    ),
    "the one Schedule of an Act": (
        "paragraph 4(5) of the Schedule to the Boundary Act 2005",
        [("Boundary Act 2005 Sch para 4(5)", "paragraph 4(5) of the Schedule to the Boundary Act 2005")],
    ),
    "an Act whose year was given before": (
        "The Constitutional Reform Act 2005 and Part 1 of Schedule 2 of the Constitutional Reform Act",
        [
            ("Constitutional Reform Act 2005", "Constitutional Reform Act 2005"),
            ("Constitutional Reform Act 2005 Sch 2 Pt 1", "Part 1 of Schedule 2 of the Constitutional Reform Act"),
        ],
    ),
    "a name given after an amendment": (
        "the Securities Exchange Act of 1934, as amended (the “Exchange Act”); Section 13(d) of the Exchange Act",
        [
            ("Securities Exchange Act of 1934", "Securities Exchange Act of 1934"),
            ("Securities Exchange Act of 1934", "Exchange Act"),
            ("Securities Exchange Act of 1934 s 13(d)", "Section 13(d) of the Exchange Act"),
        ],
    ),
    "an Act about regulation": (
        "the Road Traffic Regulation Act 1984",
        [("Road Traffic Regulation Act 1984", "Road Traffic Regulation Act 1984")],
    ),
    "an Act that begins with a number": (
        "the '21st Century Language Act of 2012'",
        [("21st Century Language Act of 2012", "21st Century Language Act of 2012")],
    ),
    "a Canadian series by its edition": (
        "Sherry v. CIBC, 2016 BCCA 240, 88 B.C.L.R. (5th) 105",
        [("2016 BCCA 240", "2016 BCCA 240"), ("88 BCLR (5th) 105", "88 B.C.L.R. (5th) 105")],
    ),
    "a series beside a date": ("Mesa v. Amoco (1994), 149 A.R. 187; Klewchuk", [("149 AR 187", "149 A.R. 187")]),
    "a division in full": ("[2019] EWHC 914 (ChD)", [("[2019] EWHC 914 (Ch)", "[2019] EWHC 914 (ChD)")]),
    "sections of a title": (
        "sections 92a, 215, and 215a of Title 12",
        [("12 U.S.C. § 92a", "sections 92a"), ("12 U.S.C. § 215", "215"), ("12 U.S.C. § 215a", "215a of Title 12")],
    ),
    "a division of a public law": (
        "PUB. L. 116-260, div. K, title VII, §7034(q)",
        [("Pub. L. 116-260 div. K tit. VII § 7034(q)", "PUB. L. 116-260, div. K, title VII, §7034(q)")],
    ),
    "a state's code": (
        "(Del. Code Ann., tit. 8, § 122(8))",
        [("Del. Code Ann., tit. 8, § 122(8)", "Del. Code Ann., tit. 8, § 122(8)")],
    ),
    "a practice direction": ("Practice Direction 53B applies", [("PD 53B", "Practice Direction 53B")]),
    "its paragraph after": ("PD 57AD para 2.1", [("PD 57AD para 2.1", "PD 57AD para 2.1")]),
    "its paragraphs before": (
        "paragraphs 2 and 3 of PD 57AD",
        [("PD 57AD para 2", "paragraphs 2"), ("PD 57AD para 3", "3 of PD 57AD")],
    ),
    "the sign for paragraphs": ("PD61 §§4.1–4.7 say", [("PD 61 para 4.1-4.7", "PD61 §§4.1–4.7")]),
    "the White Book": ("(7APD8.2)", [("PD 7A para 8.2", "7APD8.2")]),
    "a guide": ("the Chancery Guide, para 7.29", [("Chancery Guide 7.29", "Chancery Guide, para 7.29")]),
    "a guide's section": (
        "section 14.1 of the Patents Court Guide",
        [("Patents Court Guide 14.1", "section 14.1 of the Patents Court Guide")],
    ),
    "a guide by initials": ("The TCC Guide is published", [("TCC Guide", "TCC Guide")]),
    "an annex": ("as in Annex B and Appendix 9", [("Annex B", "Annex B"), ("Appendix 9", "Appendix 9")]),
    "a section of an Act": (
        "section 33 of the Limitation Act 1980",
        [("Limitation Act 1980 s 33", "section 33 of the Limitation Act 1980")],
    ),
    "an Act and its section": (
        "Limitation Act 1980, s 33(1)",
        [("Limitation Act 1980 s 33(1)", "Limitation Act 1980, s 33(1)")],
    ),
    "sections of that Act": (
        "The Limitation Act 1980 is old; ss 2 and 3 of that Act",
        [
            ("Limitation Act 1980", "Limitation Act 1980"),
            ("Limitation Act 1980 s 2", "ss 2"),
            ("Limitation Act 1980 s 3", "3 of that Act"),
        ],
    ),
    "an Act by its year": (
        "'the 1996 Act' means the Arbitration Act 1996; section 9 of the 1996 Act",
        [
            ("Arbitration Act 1996", "1996 Act"),
            ("Arbitration Act 1996", "Arbitration Act 1996"),
            ("Arbitration Act 1996 s 9", "section 9 of the 1996 Act"),
        ],
    ),
    "a schedule": (
        "paragraph 16 of Schedule 15 to the Law of Property Act 1922",
        [("Law of Property Act 1922 Sch 15 para 16", "paragraph 16 of Schedule 15 to the Law of Property Act 1922")],
    ),
    "a footnote's number": ("the Solicitors Act 19744,the", [("Solicitors Act 1974", "Solicitors Act 1974")]),
    "capitals": (
        "CLAIMS UNDER THE RENTING HOMES (WALES) ACT 2016",
        [("Renting Homes (Wales) Act 2016", "RENTING HOMES (WALES) ACT 2016")],
    ),
    "an Act with a list in its name": (
        "the Tribunals, Courts and Enforcement Act 2007",
        [("Tribunals, Courts and Enforcement Act 2007", "Tribunals, Courts and Enforcement Act 2007")],
    ),
    "two Acts": (
        "the Companies Act 2006 and the Insolvency Act 1986",
        [("Companies Act 2006", "Companies Act 2006"), ("Insolvency Act 1986", "Insolvency Act 1986")],
    ),
    "an instrument by number": ("(S.I. 2015 No. 1643)", [("SI 2015/1643", "S.I. 2015 No. 1643")]),
    "a Scottish instrument": ("SSI 2015/228", [("SSI 2015/228", "SSI 2015/228")]),
    "old rules": ("RSC O.109, r.1(3)", [("RSC Ord 109 r 1(3)", "RSC O.109, r.1(3)")]),
    "Scottish rules": (
        "rule 58.3 of the Rules of the Court of Session",
        [("RCS 58.3", "rule 58.3 of the Rules of the Court of Session")],
    ),
    "Northern Irish rules": ("RCJ Order 53 rule 3", [("RCJ Ord 53 r 3", "RCJ Order 53 rule 3")]),
    "a neutral citation": ("[2019] EWCA Civ 123", [("[2019] EWCA Civ 123", "[2019] EWCA Civ 123")]),
    "a division": ("[2021] EWHC 2524 (Ch)", [("[2021] EWHC 2524 (Ch)", "[2021] EWHC 2524 (Ch)")]),
    "a tribunal": ("[2020] UKUT 12 (AAC)", [("[2020] UKUT 12 (AAC)", "[2020] UKUT 12 (AAC)")]),
    "the Inner House": ("[2020] CSIH 12", [("[2020] CSIH 12", "[2020] CSIH 12")]),
    "Northern Ireland": ("[2018] NICA 7", [("[2018] NICA 7", "[2018] NICA 7")]),
    "a report": ("[1932] AC 562", [("[1932] AC 562", "[1932] AC 562")]),
    "a report without a blank": ("[2002] 1WLR 1562", [("[2002] 1 WLR 1562", "[2002] 1WLR 1562")]),
    "a report with stops": ("[2003] 2 Lloyd’s Rep. 19", [("[2003] 2 Lloyd's Rep 19", "[2003] 2 Lloyd’s Rep. 19")]),
    "an old report": ("(1854) 9 Exch 341", [("(1854) 9 Exch 341", "(1854) 9 Exch 341")]),
    "a court nobody knows": ("[2026] AHC 88 (Civ)", [("[2026] AHC 88 (Civ)", "[2026] AHC 88 (Civ)")]),
    "a regulation": ("Regulation (EU) No 596/2014", [("Regulation 596/2014", "Regulation (EU) No 596/2014")]),
    "its other form": ("Regulation 2016/679/EU", [("Regulation 2016/679", "Regulation 2016/679/EU")]),
    "an article": ("article 6(1)(f) GDPR", [("Regulation 2016/679 art 6(1)(f)", "article 6(1)(f) GDPR")]),
    "a European case": ("Case C-131/12", [("C-131/12", "Case C-131/12")]),
    "an ECLI": ("ECLI:EU:C:2014:317.", [("ECLI:EU:C:2014:317", "ECLI:EU:C:2014:317")]),
    "a CELEX number": ("CELEX: 32016R0679", [("CELEX 32016R0679", "CELEX: 32016R0679")]),
    "a Czech section": (
        "§ 33 odst. 1 zákona č. 18/1997 Sb.",
        [("18/1997 Sb. § 33 odst. 1", "§ 33 odst. 1 zákona č. 18/1997 Sb.")],
    ),
    "a Czech Act": ("zákon č. 89/2012 Sb.", [("89/2012 Sb.", "č. 89/2012 Sb.")]),
    "a Czech decision": ("sp. zn. 25 Cdo 1234/2019", [("25 Cdo 1234/2019", "sp. zn. 25 Cdo 1234/2019")]),
    "an American case": ("347 U. S. 483 (1954)", [("347 U.S. 483", "347 U. S. 483")]),
    "a short form": (
        "741 N.E.2d 651; 741 N.E.2d at 654",
        [("741 N.E.2d 651", "741 N.E.2d 651"), ("741 N.E.2d 651", "741 N.E.2d at 654")],
    ),
    "id.": ("410 U.S. 113. Id. at 120", [("410 U.S. 113", "410 U.S. 113"), ("410 U.S. 113", "Id. at 120")]),
    "ibid": ("[1932] AC 562. Ibid.", [("[1932] AC 562", "[1932] AC 562"), ("[1932] AC 562", "Ibid.")]),
    "a code": ("18 U.S.C. §§ 286, 287", [("18 U.S.C. § 286", "18 U.S.C. §§ 286"), ("18 U.S.C. § 287", "287")]),
    "a federal rule": ("Fed. R. Civ. P. 12(b)(6)", [("Fed. R. Civ. P. 12(b)(6)", "Fed. R. Civ. P. 12(b)(6)")]),
    "a public law": ("Pub. L. 107–207, §2(b)", [("Pub. L. 107-207 § 2(b)", "Pub. L. 107–207, §2(b)")]),
}


@pytest.mark.parametrize(("text", "wanted"), FOUND.values(), ids=FOUND)
def test_citations_are_found_with_key_and_place(text, wanted):
    found = find_citations(text)
    assert [(citation.key, citation.span.slice(text)) for citation in found] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "The rent is due or 5 days later, per 7 loads, in May 2024.",
        "within 14 days or 28 days of 3 March 2019",
        "clause 4.2 and paragraph (6)(f) of this rule",
        "The Act applies. That Act is old, and so is the Preliminary Act.",
        "Part 2 of Schedule 1, Part 1 of 4, part 3",
        "Section 4.16(a) of the Company Disclosure Schedule",
        "This Agreement has Part 2, Rule 3.4 and Annex B.",
        "on 27 Mar. 6 and 2 mld. Kč",
        "registrován v částce 28/1978 Sb.",
        "WASTECH v. G.V. SEWERAGE [2021] 1 S.C.R.",
        "Case No. 05 C 3198, Document 144, Page 1 of 10",
        "44.2 (1) The court has discretion",
        "It costs 1.5 per cent; see 15.10 below.",
        "Sections II or III of this Part",
        "the Representation of the People Acts",
        "as required by Executive Order 20174, the agency",
        "as permitted by Rule 1.02(w) of Regulation S-X; the claim form",
        "in Part 2 of another party's statement of case",
        "in reply to note DS/C-395/14",
        "ruling 88-12, 1988-2 C.B. 67, and 201 C.M. 17.00",
        "under the CPR Mediation Procedure this Agreement has Part 7 and Annex B",
        "this Agreement is for the County Court in Essex; see Annex B and Part 3",
    ],
)
def test_ordinary_words_are_none(text):
    assert find_citations(text) == []


def test_a_section_sign_alone_on_its_line_is_a_heading():
    text = "zákon\n§ 33\n(1) Držitel podle § 35 písm. a) odpovídá."
    assert [citation.key for citation in find_citations(text)] == ["§ 35 písm. a)"]


def test_a_range_covers_its_members():
    (parts,) = find_citations("Parts 44 to 47 apply")
    assert parts.key == "CPR Part 44-47"
    assert parts.keys == tuple(f"CPR Part {number}" for number in (44, 45, 46, 47))
    (rules,) = find_citations("CPR 57.2 to 57.5")
    assert rules.keys == ("CPR 57.2", "CPR 57.3", "CPR 57.4", "CPR 57.5")
    (sections,) = find_citations("sections 2 to 4 of the Limitation Act 1980")
    assert sections.keys == tuple(f"Limitation Act 1980 s {number}" for number in (2, 3, 4))


def test_every_citation_has_a_kind_and_none_overlap():
    text = " ".join(text for text, _ in FOUND.values())
    found = find_citations(text)
    assert {citation.kind for citation in found} >= set(CitationKind) - {CitationKind.US_JOURNAL}
    assert all(one.span.end <= other.span.start for one, other in zip(found, found[1:], strict=False))


def test_abbreviations_inside_longer_terms_are_no_citation():
    text = 'the Employee Retirement Income Security Act of 1974 ("ERISA"); an ERISA Affiliate; section 302 of ERISA'
    assert [c.span.slice(text) for c in find_citations(text)][1:] == ["ERISA", "section 302 of ERISA"]


def keys(text):
    return [citation.key for citation in find_citations(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("section 261, 262 or 264 (as the case requires) of the Companies Act 2006",
         ["Companies Act 2006 s 261", "Companies Act 2006 s 262", "Companies Act 2006 s 264"]),
        ("Rules 19.15 (except for paragraph (1) of that rule) and 19.16 apply", ["CPR 19.15", "CPR 19.16"]),
        ("section 11 of the Civil Evidence Act 1968 or section 12 of the above-mentioned Act",
         ["Civil Evidence Act 1968 s 11", "Civil Evidence Act 1968 s 12"]),
        ("The requirements of Part 31.5(3)-(5) apply", ["CPR 31.5(3)-(5)"]),
        ("the Fees Regulations 2019 and the Fees Act 2020; Part 2 of those Regulations",
         ["Fees Regulations 2019", "Fees Act 2020", "Fees Regulations 2019 Pt 2"]),
        ("15 U.S.C. §§ 77t(b), 77t(d), and 77v(a), and Sections 21(d) and 27 of the Securities Act of 1933",
         ["15 U.S.C. § 77t(b)", "15 U.S.C. § 77t(d)", "15 U.S.C. § 77v(a)", "Securities Act of 1933 s 21(d)",
          "Securities Act of 1933 s 27"]),
        ("the Arbitration Act 1996; section 9 of the 1996 Act 6 must be served",
         ["Arbitration Act 1996", "Arbitration Act 1996 s 9"]),
        ("Drug Dealing Telecommunication Restriction Orders Regulations 2017",
         ["Drug Dealing Telecommunication Restriction Orders Regulations 2017"]),
    ],
)  # fmt: skip
def test_forms_that_held_back_documents_showed(text, wanted):
    assert keys(text) == wanted


def test_a_number_in_the_next_paragraph_is_no_part_of_a_citation():
    assert keys("to comply with rule 6.34.\n(iv) The claimant") == ["CPR 6.34"]
    assert keys("Application of this Practice Direction\n\n2.1 Section A") == []
    assert keys("Scope of this Part\n\n65.1 This Part") == []


def test_the_act_is_the_one_defined_last_or_mentioned_just_now():
    first, second = "the Mines Act 1966 (“the Act”)", "the Banks Act 1970 (“the Act”)"
    assert keys(f"{first}. Section 1 of the Act. {second}. Section 2 of the Act.") == [
        "Mines Act 1966", "Mines Act 1966 s 1", "Banks Act 1970", "Banks Act 1970 s 2",
    ]  # fmt: skip
    assert keys(f"{first}. The Courts Act 1971 (appeals under section 13 of the Act)")[-1] == "Courts Act 1971 s 13"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("section 9 of the UK Ferries Act 2003 and Section 5 of the United States Barge Act of 1950",
         ["Ferries Act 2003 s 9", "Barge Act of 1950 s 5"]),
        ("the USA LANTERN Act of 2001", ["USA LANTERN Act of 2001"]),
        ("the Kelp- Harbour Act of 1990", ["Kelp-Harbour Act of 1990"]),
        ("the Kites And Lanterns Act 1990", ["Kites And Lanterns Act 1990"]),
        ("the Safe Tides Act, and Bermuda's Harbours Act 1997", ["Harbours Act 1997"]),
        ("the Danish Cartel Act 2005 (Kartellov) and Contest Act 2002", ["Danish Cartel Act 2005", "Contest Act 2002"]),
        ("sections 40 to 43 (inclusive) of the Patents Act 1977", ["Patents Act 1977 s 40-43"]),
        ("part II of the Tidal Time Regulations 1998", ["Tidal Time Regulations 1998 Pt II"]),
        ("the Kelp Act 1990 (c.41)section 74; the Tide Act 1991 (c. 12) section 10",
         ["Kelp Act 1990 s 74", "Tide Act 1991 s 10"]),
        ("the Wages Act 1971. Section 23(2)(a) or (f) of the Act of 1971, and the Act of 1971",
         ["Wages Act 1971", "Wages Act 1971 s 23(2)(a)", "Wages Act 1971 s 23(2)(f)", "Wages Act 1971"]),
        ("“Code” shall mean the U.S. Internal Revenue Code of 1986. Section 368(a) of the Code",
         ["Internal Revenue Code of 1986", "Internal Revenue Code of 1986 s 368(a)"]),
        ("'the Tide (Wales) Regulations' means the Tides (Charges) (Wales) Regulations 2003; "
         "regulation 10 of the Tide (Wales) Regulations",
         ["Tides (Charges) (Wales) Regulations 2003"] * 2 + ["Tides (Charges) (Wales) Regulations 2003 reg 10"]),
        ("Rules 59 or 60 of the Federal Rules of Civil Procedure", ["Fed. R. Civ. P. 59", "Fed. R. Civ. P. 60"]),
        ("rule 13a-15(f) under the Securities Exchange Act of 1934",
         ["Rule 13a-15(f)", "Securities Exchange Act of 1934"]),
        ("Regulation 14D under the Securities Exchange Act of 1934", ["Securities Exchange Act of 1934"]),
        ("the Act of the Tides Act 1986, section 5; para 18 of Schedule B 1 to the Tides Act 1986",
         ["Tides Act 1986 s 5", "Tides Act 1986 Sch B1 para 18"]),
        ("under rule 67.3 and Part III of the Lawyers Act 1974", ["CPR 67.3", "Lawyers Act 1974 Pt III"]),
        ("section 20(1) (giving notice of applications) of the Tides Act 1986", ["Tides Act 1986 s 20(1)"]),
        ("No permission under rule 8.2 A need be sought", ["CPR 8.2A"]),
        ("42 U.S.C. § 1320a- 7a(g)", ["42 U.S.C. § 1320a-7a(g)"]),
        ("paragraphs 9.1 and 11.1 of section 2 of Practice Direction 70", ["PD 70 para 9.1", "PD 70 para 11.1"]),
        ("the Slander Act 1996 (“SA 96”); a defence (section 2(5) SA 96)",
         ["Slander Act 1996", "Slander Act 1996", "Slander Act 1996 s 2(5)"]),
        ("the Tides Rules 2016 (‘TR 2016’); rule 1.46 TR 2016", ["Tides Rules 2016"] * 2 + ["Tides Rules 2016 r 1.46"]),
        ("within the meaning of 46 U.S.C. Chapter 551", ["46 U.S.C. Ch 551"]),
        ("Treasury Regulations Sections 1.368-2(g) and 1.368-3(a), or Section 1.482-7 of the Treasury Regulations",
         ["Treas. Reg. § 1.368-2(g)", "Treas. Reg. § 1.368-3(a)", "Treas. Reg. § 1.482-7"]),
        ("the General Corporation Law of the State of Nevada (the “NGCL”) applies; Section 203 of the NGCL",
         ["General Corporation Law of the State of Nevada s 203"]),
        ("AS REQUIRED UNDER THE SECURITIES ACT OF 1933", ["Securities Act of 1933"]),
        ("the Barge Act of 1950 (the “Barge Act”) Barge Act Section 3.4(b) Barges Section 4.1",
         ["Barge Act of 1950"] * 3),
        ("see N.Y. Gen. Bus. Law § 899-aa, et seq.", ["N.Y. Gen. Bus. Law § 899-aa"]),
    ],
)  # fmt: skip
def test_forms_that_unlabelled_documents_showed(text, wanted):
    assert keys(text) == wanted


def test_a_heading_that_runs_into_a_name_is_no_part_of_it():
    text = "KITES ACT 1990 INJUNCTIONS AND TIDES ACT 1991\n\nSection 2 of the Tides Act 1991; section 3 of the 1991 Act"
    assert keys(text) == ["Kites Act 1990", "Tides Act 1991", "Tides Act 1991 s 2", "Tides Act 1991 s 3"]


def test_a_name_without_its_year_is_the_one_just_before():
    text = "The Wharf Act 1970 is gone, and the Wharf Act 1985 is in force; section 48 of the Wharf Act applies."
    assert keys(text)[-1] == "Wharf Act 1985 s 48"


def test_the_head_of_a_reports_pages_is_no_citation():
    pages = "\n".join(f"RENNICK v. CASTLEGATE [2021] 1 S.C.R.\n{number} months passed." for number in (18, 19, 20))
    assert keys(pages) == []
    assert keys("as in [2021] 1 S.C.R.\n18, where it was said") == ["[2021] 1 SCR 18"]


def test_parts_of_a_text_with_chapters_of_its_own_are_not_the_rules():
    text = "Part 1\nChapter 1 Introduction\nPart 2\nChapter 5 Orders\nPart 2 deals with orders in Part 8 claims."
    assert keys(text) == ["CPR Part 8"]


def test_an_act_that_no_words_name_is_not_taken_for_another():
    text = "The Tenancies Act 1988 applies. Section 181 of the 2016 Act, and section 16 of that Act"
    assert keys(text) == ["Tenancies Act 1988"]


def test_rules_without_a_name_are_those_that_the_text_calls_the_rules():
    terms = "The claim form. Act The Tides Act 1986 Rule or Rules The Tides Rules 2016"
    assert keys(f"{terms}; r 1.46(2) and para 4 of Schedule 1 to the Act") == [
        "Tides Act 1986", "Tides Rules 2016", "Tides Rules 2016 r 1.46(2)", "Tides Act 1986 Sch 1 para 4",
    ]  # fmt: skip
    assert keys("'the Rules' means the Civil Procedure Rules 1998; rule 3.4(2)")[-1] == "CPR 3.4(2)"

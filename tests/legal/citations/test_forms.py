"""How lawyers of several countries write citations: what each is read as, and what is none."""

import pytest

from pincite.legal.citations import find_citations

KITES = "Kites Act 2006"
UNITED_KINGDOM = [
    ("Sch 2, para 4(3) to the Kites Act 2006", [f"{KITES} Sch 2 para 4(3)"]),
    ("Sch 2 para 4 Kites Act 2006", [f"{KITES} Sch 2 para 4"]),
    ("Kites Act 2006 (c. 46), s. 172(1) and ss 174–177", [f"{KITES} s 172(1)", f"{KITES} s 174-177"]),
    ("Kites Act 2006, s 12 and section 5 of the Tides Act 1986", [f"{KITES} s 12", "Tides Act 1986 s 5"]),
    ("the Kites (Scotland) Act 2016 (asp 18), s 71(2)", ["Kites (Scotland) Act 2016 s 71(2)"]),
    ("ss 2 and 3 Kites Act 2006; Kites Act 2006 at s 9", [f"{KITES} s 2", f"{KITES} s 3", f"{KITES} s 9"]),
    ("Kites Act 2006, Sch 36, paras 1 and 2", [f"{KITES} Sch 36 para 1", f"{KITES} Sch 36 para 2"]),
    ("the Kites Act 1996; section 4(3) of the kites Act 1996", ["Kites Act 1996", "Kites Act 1996 s 4(3)"]),
    ("THE KITES-AND-TAILS ACT 2010; the Kites-and-Tails Act 2010", ["Kites-and-Tails Act 2010"] * 2),
    ("s 994 CA 2006 and ss 13 and 26 EqA 2010",
     ["Companies Act 2006 s 994", "Equality Act 2010 s 13", "Equality Act 2010 s 26"]),
    ("SI 1999/3242, reg 13; regulation 4 of SI 1999/3242", ["SI 1999/3242 reg 13", "SI 1999/3242 reg 4"]),
    ("CPR Parts 3.1(2)(m) and 3.3(1); CPR Part 30.5", ["CPR 3.1(2)(m)", "CPR 3.3(1)", "CPR 30.5"]),
    ("r.44.2(4)(a)-(c) CPR; PD 16 ¶ 8.1", ["CPR 44.2(4)(a)-(c)", "PD 16 para 8.1"]),
    ("FPR 2010 PD 12J para 5", ["FPR PD 12J para 5"]),
    ("PD 57.10; see Timetable Part 1 of PD 52C", ["PD 57 para 10", "PD 52C"]),
    ("Act of Sederunt (Harbour Rules) 1993; Rules of the Supreme Court 1965",
     ["Act of Sederunt (Harbour Rules) 1993", "Rules of the Supreme Court 1965"]),
    ("(1868) LR 3 HL 330; (1854) 9 Ex 341, 156 ER 145; 89 Con LR 1",
     ["(1868) LR 3 HL 330", "(1854) 9 Ex 341", "156 ER 145", "89 Con LR 1"]),
    ("[1994] 1 AC 212 (HL) 235; 2015 UKSC 11; UKEAT/0333/18/RN",
     ["[1994] 1 AC 212", "[2015] UKSC 11", "UKEAT/0333/18/RN"]),
    ("s. 69 AA 1996; s 9, Kites Act 2006; r 14.3 IR 2016",
     ["Arbitration Act 1996 s 69", f"{KITES} s 9", "Insolvency (England and Wales) Rules 2016 r 14.3"]),
    ("Kites Act 2006 Sch B1 para 3(1); Kites Rules 2017 rule 19.3",
     [f"{KITES} Sch B1 para 3(1)", "Kites Rules 2017 r 19.3"]),
    ("Order 53, rule 5 of the Rules of the Court of Judicature (NI) 1980; COPR 2017, r 1.1; OCR rule 36.A1",
     ["RCJ Ord 53 r 5", "COPR 1.1", "OCR 36.A1"]),
    ("paragraphs 15.2 and 15.3 of the Chancery Guide; Commercial Court Guide paras 6.1 to 6.3",
     ["Chancery Guide 15.2", "Chancery Guide 15.3", "Commercial Court Guide 6.1-6.3"]),
    ("1951 SLT 92", ["1951 SLT 92"]),
    ("paragraphs 1 and 2, Schedule 10 to the Kites Act 2006", [f"{KITES} Sch 10 para 1", f"{KITES} Sch 10 para 2"]),
    ("section 5, Part 3 of the Kites Act 2006; Part VII of FSMA 2000",
     [f"{KITES} Pt 3 s 5", "Financial Services and Markets Act 2000 Pt VII"]),
]  # fmt: skip
EUROPE = [
    ("Directive 93/13/EEC, art 3(1); GDPR Art 6(1)(f)",
     ["Directive 93/13 art 3(1)", "Regulation 2016/679 art 6(1)(f)"]),
    ("Directives 2012/19/EU (waste) and 2011/65/EU", ["Directive 2012/19", "Directive 2011/65"]),
    ("Article 47 of the Charter of Fundamental Rights; Article 8 of the Charter",
     ["EU Charter art 47", "EU Charter art 8"]),
    ("Article 1 of Protocol No 1 to the ECHR; A1P1; Article 6 of the Convention",
     ["ECHR Protocol 1 art 1", "ECHR Protocol 1 art 1", "ECHR art 6"]),
    ("Article V(1)(b) of the New York Convention; Article 5 of the 2005 Hague Convention",
     ["New York Convention art V(1)(b)", "2005 Hague Convention art 5"]),
    ("Article 7(2) of the Brussels I Recast Regulation; Article 81(1) EC",
     ["Regulation 1215/2012 art 7(2)", "EC art 81(1)"]),
    ("recitals (26) and (28) of the GDPR; Reg (EU) 2016/679; Opinion 2/13",
     ["Regulation 2016/679 recital 26", "Regulation 2016/679 recital 28", "Regulation 2016/679", "Opinion 2/13"]),
    ("Directive on Kites and Tides (2002/58/EC); the General Data Protection Regulation (2016/679)",
     ["Directive 2002/58", "Regulation 2016/679"]),
    ("Regulation (EU) No. 606/2013 (the Kites Regulation); Article 11 of the Kites Regulation; Article 17 of MAR",
     ["Regulation 606/2013", "Regulation 606/2013 art 11", "Regulation 596/2014 art 17"]),
    ("Harbour v Tide (no. 5029/71), ECHR", ["App no 5029/71"]),
    ("Case 26/62; EU:C:2014:317; App no 5493/72", ["Case 26/62", "ECLI:EU:C:2014:317", "App no 5493/72"]),
]  # fmt: skip
CZECH = [
    ("podle zákona § 2910 o. z. a § 142 odst. 1 o. s. ř.", ["89/2012 Sb. § 2910", "99/1963 Sb. § 142 odst. 1"]),
    ("podle zákona § 52 písm. f) zákoníku práce", ["262/2006 Sb. § 52 písm. f)"]),
    ("§ 5 až 8 zákona č. 634/1992 Sb. a § 10 a 11 téhož zákona",
     ["634/1992 Sb. § 5-8", "634/1992 Sb. § 10", "634/1992 Sb. § 11"]),
    ("čl. 36 odst. 1 Listiny a čl. 95 Ústavy", ["2/1993 Sb. čl. 36 odst. 1", "1/1993 Sb. čl. 95"]),
    ("čl. 6 odst. 1 písm. f) GDPR; směrnice Rady 93/13/EHS", ["Regulation 2016/679 art 6(1)(f)", "Directive 93/13"]),
    ("podle § 80 OSŘ, § 2910 NOZ a § 16 zákona o DPH", ["99/1963 Sb. § 80", "89/2012 Sb. § 2910", "235/2004 Sb. § 16"]),
    ("rozsudek č. 12/2005 Sb. NSS", ["12/2005 Sb. NSS"]),
    ("v nálezu Pl. ÚS 33/97 a 29 NSČR 11/2015", ["Pl. ÚS 33/97", "29 NSČR 11/2015"]),
]  # fmt: skip
ERISA = "Employee Retirement Income Security Act of 1974"
UNITED_STATES = [
    ("Sections 4062 or 4063 of ERISA; Title IV of ERISA", [f"{ERISA} s 4062", f"{ERISA} s 4063", f"{ERISA} Title IV"]),
    ("FAR 52.227-19; DFARS 227.7202-1 through 227.7202-4", ["FAR 52.227-19", "DFARS 227.7202-1-227.7202-4"]),
    ("NRS 92A.300 to 92A.500; NRS Chapter 78; M.G.L. c. 93A, § 2; CPLR 3211(a)(7)",
     ["NRS 92A.300-92A.500", "NRS Ch 78", "M.G.L. c. 93A, § 2", "CPLR 3211(a)(7)"]),
    ("15 Pa.C.S. § 1571; Tex. Gov't Code § 2251.021", ["15 Pa.C.S. § 1571", "Tex. Gov't Code § 2251.021"]),
    ("Section 542.335, Florida Statutes; Virginia Code § 13.1-730",
     ["Florida Statutes s 542.335", "Virginia Code s 13.1-730"]),
    ("Section 14A:11-1 of the Tides Act; Section 490.1302 of the Tides Act",
     ["Tides Act s 14A:11-1", "Tides Act s 490.1302"]),
    ("Massachusetts Gen. Law Ch. 93H, 201 CMR 17.00; Nev. Rev. Stat. 603A; O.R.C. Section 1701.83",
     ["Massachusetts Gen. Law Ch. 93H", "201 C.M.R. 17.00", "Nev. Rev. Stat. 603A", "ORC 1701.83"]),
    ("the CAN-SPAM Act of 2003; Section13(d)of the Tides Act", ["CAN-SPAM Act of 2003", "Tides Act s 13(d)"]),
    ("Part VI of Subtitle B of Title I of the Tides Act", ["Tides Act Title I Subtitle B Pt VI"]),
    ("Title IV of such Kites and Tides Act", ["Kites and Tides Act Title IV"]),
    ("chapter 11 of title 11 of the United States Code; Title 8, Chapter 1 of the Delaware Code",
     ["11 U.S.C. Ch 11", "Delaware Code Title 8 Ch 1"]),
    ("17 C.F.R. §§ 240.10b-5, 240.10b5-1", ["17 C.F.R. § 240.10b-5", "17 C.F.R. § 240.10b5-1"]),
    ("“IRC” means the Internal Revenue Code of 1986; IRC Section 355. Code Section 965(h) or (i)",
     ["Internal Revenue Code of 1986"] * 2
     + [f"Internal Revenue Code of 1986 s {number}" for number in ("355", "965(h)", "965(i)")]),
    ("IRC Section 108(i), (vi) an inclusion", ["Internal Revenue Code s 108(i)"]),
    ("California Corporations Code Sections 20000 through 20043", ["California Corporations Code s 20000-20043"]),
    ("5 U.S.C. § 552 (2000); 18 C.F.R. §§ 388.112, 113",
     ["5 U.S.C. § 552", "18 C.F.R. § 388.112", "18 C.F.R. § 388.113"]),
    ("Title 11, United States Code, Section 362(a); 40 C.F.R. pt. 261", ["11 U.S.C. § 362(a)", "40 C.F.R. Part 261"]),
    ("Ohio Rev. Code § 1701.01; Mass. Gen. Laws ch. 93A, § 2; 8 Del. C. § 203",
     ["Ohio Rev. Code § 1701.01", "Mass. Gen. Laws ch. 93A, § 2", "8 Del. C. § 203"]),
    ("NRS 78.378; 740 ILCS 14/15; Tex. R. Civ. P. 91a; N.Y. C.P.L.R. 3211(a)(7)",
     ["NRS 78.378", "740 ILCS 14/15", "Tex. R. Civ. P. 91a", "N.Y. C.P.L.R. 3211(a)(7)"]),
    ("Chapter 167, Section 14 of the General Laws of Massachusetts", ["General Laws of Massachusetts Ch 167 s 14"]),
    ("U.C.C. § 9-102(a)(3); Section 2-207 of the UCC",
     ["Uniform Commercial Code s 9-102(a)(3)", "Uniform Commercial Code s 2-207"]),
    ("U.S. Const. art. I, § 8, cl. 3; U.S. Const. amend. XIV",
     ["U.S. Const. art. I, § 8, cl. 3", "U.S. Const. amend. XIV"]),
    ("Fed. R. Civ. P. 12(b)(1), (6); Rule 9(b) and Rule 5",
     ["Fed. R. Civ. P. 12(b)(1)", "Fed. R. Civ. P. 12(b)(6)", "Fed. R. Civ. P. 9(b)"]),
    ("Rule 144A under the Securities Act; Bankruptcy Rule 9019; ERISA § 502(a)",
     ["Rule 144A", "Fed. R. Bankr. P. 9019", "Employee Retirement Income Security Act of 1974 s 502(a)"]),
]  # fmt: skip
NONE = [
    "as provided under Delaware Law. Section 2.02. Effect",
    "CRS 2014-15; MAR 5, 2020",
    "Local Rule 7.1; Listing Rule 9.2",
    "the ratio r 0.95",
    "Art. 6 Abs. 1",
    "FAR 3.20 Fee Letter 4.16",
    "an index: ERISA Section 9.4 Exchange Act Section 3.10(a) HSR Act Section 3.05",
    "He lives in Cal. and Ill., or in Wash. State; 5 TC members, 12 ER visits, CA 2006 wine",
    "Case 14 of wine, Rule 144 of the club, Directive 4 from head office, Article IV of the Charter of the company",
    "Section 20 hereof, Schedule 2 paragraph 4 of this Agreement, the pre-1996 Act provisions",
]


@pytest.mark.parametrize(("text", "keys"), [*UNITED_KINGDOM, *EUROPE, *CZECH, *UNITED_STATES])
def test_forms_are_read(text, keys):
    assert [citation.key for citation in find_citations(text)] == keys


@pytest.mark.parametrize("text", NONE)
def test_what_looks_alike_is_no_citation(text):
    assert find_citations(f"This Agreement. {text}") == []

"""Acts that lawyers cite by their initials: "s 994 CA 2006", and "s 123(6) ERA" after "… Act 1996 (ERA)"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite.legal.citations.act_names import ActName
from pincite.legal.citations.scanning import scan

# By initials and year, the title.
_TITLES = {
    "AA 1996": "Arbitration Act", "AJA 1985": "Administration of Justice Act", "BA 2010": "Bribery Act",
    "CA 1985": "Companies Act", "CA 1989": "Children Act", "CA 1998": "Competition Act", "CA 2006": "Companies Act",
    "CCA 1974": "Consumer Credit Act", "CCA 1984": "County Courts Act",
    "CDPA 1988": "Copyright, Designs and Patents Act", "CJA 1988": "Criminal Justice Act",
    "CJA 2003": "Criminal Justice Act", "CDDA 1986": "Company Directors Disqualification Act",
    "CJJA 1982": "Civil Jurisdiction and Judgments Act", "CPIA 1996": "Criminal Procedure and Investigations Act",
    "CRA 2015": "Consumer Rights Act", "CTA 2009": "Corporation Tax Act", "CTA 2010": "Corporation Tax Act",
    "DPA 1998": "Data Protection Act", "DPA 2018": "Data Protection Act", "EqA 2010": "Equality Act",
    "ERA 1996": "Employment Rights Act", "ETA 1996": "Employment Tribunals Act", "EA 2002": "Enterprise Act",
    "EA 2010": "Equality Act", "FLA 1996": "Family Law Act", "FOIA 2000": "Freedom of Information Act",
    "FSMA 2000": "Financial Services and Markets Act", "HRA 1998": "Human Rights Act",
    "HSWA 1974": "Health and Safety at Work etc. Act", "IA 1986": "Insolvency Act",
    "IR 1986": "Insolvency Rules", "IR 2016": "Insolvency (England and Wales) Rules",
    "ICTA 1988": "Income and Corporation Taxes Act", "IHTA 1984": "Inheritance Tax Act", "ITA 2007": "Income Tax Act",
    "ITEPA 2003": "Income Tax (Earnings and Pensions) Act", "ITTOIA 2005": "Income Tax (Trading and Other Income) Act",
    "LA 1980": "Limitation Act", "LASPO 2012": "Legal Aid, Sentencing and Punishment of Offenders Act",
    "LPA 1925": "Law of Property Act", "LPMPA 1989": "Law of Property (Miscellaneous Provisions) Act",
    "LRA 2002": "Land Registration Act", "LSA 2007": "Legal Services Act", "LTA 1954": "Landlord and Tenant Act",
    "LTA 1985": "Landlord and Tenant Act", "LTA 1987": "Landlord and Tenant Act", "MCA 1973": "Matrimonial Causes Act",
    "MCA 2005": "Mental Capacity Act", "MHA 1983": "Mental Health Act",
    "NIAA 2002": "Nationality, Immigration and Asylum Act", "OAPA 1861": "Offences Against the Person Act",
    "OLA 1957": "Occupiers' Liability Act", "OLA 1984": "Occupiers' Liability Act", "PA 1977": "Patents Act",
    "PACE 1984": "Police and Criminal Evidence Act", "POCA 2002": "Proceeds of Crime Act",
    "RIPA 2000": "Regulation of Investigatory Powers Act", "RTA 1988": "Road Traffic Act",
    "SCA 1981": "Senior Courts Act", "SGA 1979": "Sale of Goods Act", "SGSA 1982": "Supply of Goods and Services Act",
    "SOA 2003": "Sexual Offences Act", "TA 1925": "Trustee Act", "TA 2000": "Trustee Act",
    "TCEA 2007": "Tribunals, Courts and Enforcement Act", "TCGA 1992": "Taxation of Chargeable Gains Act",
    "TCPA 1990": "Town and Country Planning Act", "TMA 1970": "Taxes Management Act", "TMA 1994": "Trade Marks Act",
    "TOLATA 1996": "Trusts of Land and Appointment of Trustees Act",
    "TULRCA 1992": "Trade Union and Labour Relations (Consolidation) Act", "UCTA 1977": "Unfair Contract Terms Act",
    "UKBA 2007": "UK Borders Act", "VATA 1994": "Value Added Tax Act",
}  # fmt: skip
_YEARS = (
    re.compile(r"1(?:(?<=[A-Z]\s.)|(?<=[A-Z]\s\s.))[89]\d\d(?!\d)"),
    re.compile(r"2(?:(?<=[A-Z]\s.)|(?<=[A-Z]\s\s.))0\d\d(?!\d)"),
)
# "TULR(C)A 1992" too.
_INITIALS = re.compile(r"(?<![A-Za-z])[A-Z](?:[A-Z]{1,5}|qA|[A-Z]{1,3}\([A-Z]{1,2}\)A)(?=\s{1,2}\Z)")
# American Acts, which their initials alone name.
_AMERICAN = {
    "ERISA": "Employee Retirement Income Security Act of 1974", "FLSA": "Fair Labor Standards Act of 1938",
    "FMLA": "Family and Medical Leave Act of 1993", "NLRA": "National Labor Relations Act of 1935",
    "ADEA": "Age Discrimination in Employment Act of 1967", "FCPA": "Foreign Corrupt Practices Act of 1977",
    "CERCLA": "Comprehensive Environmental Response, Compensation, and Liability Act of 1980",
    "HIPAA": "Health Insurance Portability and Accountability Act of 1996", "DGCL": "Delaware General Corporation Law",
    "FOIA": "Freedom of Information Act", "FDCA": "Federal Food, Drug, and Cosmetic Act",
}  # fmt: skip
_AMERICAN_NAMED = re.compile(
    r"(?P<initials>ERISA|FLSA|FMLA|NLRA|ADEA|FCPA|CERCLA|HIPAA|DGCL|FOIA|FDCA)(?!\w|\s{1,2}\d{4})"
)
_AMERICAN_BEFORE = re.compile(
    r"(?:(?:[Ss]ections?|[Ss]ecs?\.|§{1,2})\s{0,3}\d{1,4}|(?:Subt|T)itle\s{1,3}[A-Z]{1,4}|or\s\d{1,4}|and\s\d{1,4})"
    r"[A-Z]?(?:\(\w{1,3}\)){0,4}\s{1,3}(?:of|under)\s{1,3}(?:the\s{1,3})?$"
)
_AMERICAN_AFTER = re.compile(r",?\s{1,3}(?:[Ss]ections?|§{1,2})\s{0,3}\d{1,4}(?!\d|\.\d)")
# Initials mean an Act where a provision stands before or after them.
_PROVISION_BEFORE = re.compile(r"(?:\d[A-Z]{0,2}|\)|\b[IVX]{1,5})\s{1,3}(?:(?:of|to|under)\s{1,3}(?:the\s{1,3})?)?$")
_PROVISION_AFTER = re.compile(r",?\s{1,3}(?:[Ss]ections?|ss?\.?|Sch(?:edule)?\.?|Pt\.?|Part)\s{0,3}\d")
# Initials that a text defines may be those of others too, so the provision must be named: "12 EA staff" has none.
_UNIT_BEFORE = re.compile(
    r"(?<![A-Za-z])(?:[Ss]ections?|[Ss]s?\.?|[Ss]ch(?:edule)?s?\.?|[Pp]arts?|Pt\.?|[Pp]ara(?:graph)?s?\.?|[Aa]rt(?:icle)?s?\.?"
    r"|[Rr]eg(?:ulation)?s?\.?|[Rr]ules?|rr?\.?)\s{0,3}(?=[\dA-Z])[\w(), .-]{1,40}?"
    r"\s{1,3}(?:(?:of|to|under)\s{1,3}(?:the\s{1,3})?)?$"
)
# "Employment Rights Act 1996 (ERA)", "… (ERA 1996)"
_INITIALS_AFTER = re.compile(r"\s{1,3}\((?:the\s)?(?P<initials>[A-Z][a-z]?[A-Z]{1,7}(?:\s(?:19|20)\d\d)?)\)")
_LETTERS = re.compile(r"(?<![A-Za-z])[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """An Act by its initials, and where these stand."""

    name: str
    start: int
    end: int


def find_abbreviations(text: str) -> Iterator[Abbreviation]:
    """Every Act that is cited by its initials, in England with the year, and a provision."""
    for year in scan(text, *_YEARS):
        initials = _INITIALS.search(text, max(year.start() - 10, 0), year.start())
        title = _TITLES.get(f"{re.sub('[()]', '', initials[0])} {year[0]}") if initials else None
        if initials and title and _is_cited(text, initials.start(), year.end()):
            yield Abbreviation(f"{title} {year[0]}", initials.start(), year.end())
    for match in _AMERICAN_NAMED.finditer(text):
        before = _AMERICAN_BEFORE.search(text, max(match.start() - 44, 0), match.start())
        if before or _AMERICAN_AFTER.match(text, match.end()):
            yield Abbreviation(_AMERICAN[match["initials"]], *match.span())


def find_defined(text: str, names: Iterable[ActName]) -> Iterator[Abbreviation]:
    """Every Act that is cited by the initials which the text gives after its name, with a provision."""
    for initials, name in _defined(text, names).items():
        for match in re.finditer(
            rf"{re.escape(initials)}(?<![A-Za-z]{'.' * len(initials)})(?![A-Za-z])(?!\s{{1,2}}\d{{4}})", text
        ):
            before = _UNIT_BEFORE.search(text, max(match.start() - 60, 0), match.start())
            if before or _PROVISION_AFTER.match(text, match.end()):
                yield Abbreviation(name, *match.span())


def _defined(text: str, names: Iterable[ActName]) -> dict[str, str]:
    """The names of Acts by the initials in brackets after them, if these are theirs: "(NI)" is a country."""
    found: dict[str, str] = {}
    for name in names:
        after = _INITIALS_AFTER.match(text, name.end)
        if after and _are_of([*filter(str.isupper, after["initials"])], name.name):
            found.setdefault(after["initials"], name.name)
    return found


def _are_of(initials: list[str], name: str) -> bool:
    """Tell whether letters begin words of a name in that order: "RIPA" of "Regulation of Investigatory Powers Act"."""
    letters = iter("".join(_LETTERS.findall(name)).upper())
    long = len(initials) > 2 or initials[-1] in "AR"
    return long and all(initial in letters for initial in initials)


def _is_cited(text: str, start: int, end: int) -> bool:
    """Tell whether a provision stands before or after initials."""
    before = _PROVISION_BEFORE.search(text, max(start - 16, 0), start)
    return before is not None or _PROVISION_AFTER.match(text, end) is not None

"""Party names: where the name of a person or a firm begins and ends in running text."""

from __future__ import annotations

import re

from pincite.spans import Span

SUFFIX = (
    r"(?:Inc|INC|Incorporated|INCORPORATED|LLC|L\.\s?L\.\s?C|L\.?L\.?P|Ltd|LTD|Limited|LIMITED|Corp|CORP|Corporation|"
    r"CORPORATION|Company|COMPANY|Co|CO|PLC|plc|P\.?L\.?C|L\.\s?P|LP|N\.\s?V|NV|B\.\s?V|BV|S\.\s?A|SA|S\.\s?L|AG|GmbH|GMBH|S\.?p\.?A|"
    r"(?:spol\.\s?)?s\s?\.?\s?r\.\s?o|a\.\s?s|v\.\s?o\.\s?s|inc(?=\.)|Trust|TRUST|Bank|BANK|Partnership|PARTNERSHIP|N\.\s?A|University|UNIVERSITY|Pty|PTY|Holdings|"
    r"HOLDINGS|DAC|CLG|CIC|CIO|Foundation|Association|ASSOCIATION|S\.?a\.?r\.?l|SAS|AB|ASA|Oy|KG|PC|P\.C)"
)
_STOP = (
    r"(?!(?:AND|And|DATED?|Dated?|THIS|This|Source|WHEREAS|Whereas|BY|By|EFFECTIVE|Effective|Having|HAVING|With|WITH|Party|"
    r"RECITALS?|Page|PAGE|Between|BETWEEN|as|Each|TABLE|Table|Exhibit|EXHIBIT|WITNESSETH|Is|IS)\b|Legal\s+Rep|Address\s*:|"
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+[0-9])"
)
CAP = (
    rf"(?:{_STOP}[^\W\d_a-z][\w’'&/.@®™-]{{0,80}}+|[0-9][0-9.&_-]{{0,30}}+[^\W\d_][\w.&-]{{0,80}}+|[a-z]-?[A-Z][\w.-]{{0,80}}+|"
    r"[a-z][\w-]{0,60}+\.(?:com|net|org)\b|[a-z][0-9]\w{0,60}+|(?:[a-z]\.){2,4}(?=\s[A-Z])|&)"
)
_GAP = r"(?:[ \t\xa0]{1,3}|[ ]?\n[ ]?)"
_LINK = r"(?:of|the|de|and|for|und|van|der|du|la|in|al|bin|y|e|d[/]?b[/]?a|DBA|OF|THE|FOR|DE|AND)"
# Each further word is taken or given back whole: a word that fits several rules would be tried in every combination.
NAME = re.compile(
    rf"(?:[Tt]he\s{{1,9}}+)?{CAP}(?>(?:,\s{{0,2}}|{_GAP}){SUFFIX}(?![\w’'])\.?|"
    rf"{_GAP}[(][A-Z][\w .&]{{1,24}}[)](?={_GAP}{CAP})|"
    rf"{_GAP}{CAP}|{_GAP}{_LINK}(?={_GAP}(?:[Tt]he{_GAP})?[^\W\d_a-z])|{_GAP}[-–/](?={_GAP}{CAP})|"
    rf"(?:{_GAP}[^\W\d_]\w{{0,60}}+){{1,3}}(?=,?{_GAP}(?:spol\.|s\.\s?r\.\s?o|a\.\s?s\.|v\.\s?o\.\s?s))|"
    rf"{_GAP}a{_GAP}syn(?:ové)?\b|{_GAP}[0-9]{{1,6}}(?={_GAP}{SUFFIX}\b)|"
    rf",[ ]{{1,2}}{CAP}(?=[ ]{{1,2}}&[ ]{{1,2}}{CAP})){{0,14}}"
)
HAS_SUFFIX = re.compile(rf"\b{SUFFIX}\b|\b(?:State|City|County|Republic|Ministry)\s+of\b|\bFUND\b|\bFund\b")
# Words written out take no full stop of their own.
_WRITTEN_OUT = r"(?:Limited|LIMITED|Company|COMPANY|Corporation|CORPORATION|LLP|plc|PLC|DAC|CLG|CIC)"
_ENDS_IN_SUFFIX = re.compile(rf"\b(?!{_WRITTEN_OUT}\.){SUFFIX}\.\Z")
_SENTENCE_ENDS = re.compile(rf"\b{_WRITTEN_OUT}\.\s")
_CUT = re.compile(
    rf"\b(?:{SUFFIX}|FUND|Fund)(?![\w’'])\.?(?P<cut>,?\s+(?:and|AND|(?<!Bank\s)(?<!BANK\s)(?<!University\s)"
    rf"(?:of|OF)|in|for|the|-|d/b/a)\s+)(?={CAP}|the)"
)
# “GREYFRIARS BUILDING SOCIETY of Greyfriars House”: an address, unlike “Bank of England” or “City of Menlo Park”.
_OF = re.compile(
    r"(?<!\bbank)(?<!\bcity)(?<!\btown)(?<!\bvillage)(?<!\bcounty)(?<!\bstate)(?<!\bborough)(?<!\buniversity)(?<!\bdiocese)"
    r"(?<!\bparish)(?<!\bcollege)(?<!\bchurch)(?<!\bcouncil)(?<!\btrustees)(?<!\btrustee)(?<!\bgovernors)(?<!\bsecretary)"
    r"(?<!\bminister)(?<!\bministry)(?<!\bdepartment)(?<!\boffice)\s{1,4}of\s{1,4}",
    re.IGNORECASE,
)
ADDRESS = re.compile(
    r"\b(?:House|Court|Street|Road|Lane|Avenue|Square|Park|Place|Way|Close|Drive|Mews|Towers?|Buildings?|Gardens|Terrace|Hall|"
    r"Farm|Cottage|Lodge|Row|Arms|Hill|Wharf|Quay|Yard|Crescent|Grove)\Z"
)
NOT_NAMES = re.compile(
    r"(?:Section|Article|Exhibit|Schedule|This|THIS|That|Agreement|AGREEMENT|Whereas|Parties|PARTIES|Party|PARTY|Dated?|DATED?|"
    r"Effective|EFFECTIVE|Delaware|Nevada|California|New\s+York|January|February|March|April|May|June|July|August|September|"
    r"October|November|December|Its|Each|The\s+Parties|Source|Page|United\s+States|Collectively|Together|Both|As|In|On|It|If|"
    r"For|All|Suite|Street|Attn|Attention|Address|Tel|Fax|Email|Name|Title|By|BY|Where|Table|TABLE|I|A|An|Any|Such|WITNESS\w*|"
    r"OF|The\Z|Form|Page|Registered|Incorporated|Recitals|Background|Hereinafter|Between|And|AND|Having|With|Securities|Exchange)\b(?!-)"
)
# “Developer and Client” are roles, not names.
ONLY_ROLES = re.compile(
    r"(?:(?:the|and|of|or|&|to|in)\s+|(?:Developer|Client|Customer|(?:Master\s+|Sub-?)?Franchis(?:or|ee)|Provider|Recipient|"
    r"Service|Services|(?:Sub-?)?Licens(?:or|ee)|Supplier|Buyer|Seller|Purchaser|Company|Bank|Corporation|CORPORATION|"
    r"Distributor|Reseller|Employ(?:er|ee)|Lender|Borrower|Landlord|Tenant|Less(?:or|ee)|Shipper|Carrier|Transporter|Manager|"
    r"Owner|Operator|Contractor|Consultant|Advis[eo]r|Member|Managing|General|Partner|Partners|Director|Officer|Vendor|Agent|"
    r"Content|Products?|Parent|Trust|Fund|Ltd|Inc|LLC|Sponsor|AGREED|TO|Chief|Legal|Compliance|Investment|Investor|Executive|Vice|President|Agreement|Affiliate|User|End|Receiving|Disclosing|Jr|Sr)\b[.’'s]*\s*)+",
    re.IGNORECASE,
)

# A defined noun that stands alone (“between Grantee and its customers”) names nobody, though a firm's name may hold it.
BARE_NOUN = re.compile(
    r"(?:the\s)?(?:(?:Confidential\s|Proprietary\s)?Information|Grant(?:or|ee)|Assign(?:or|ee)|Pledg(?:or|ee)|"
    r"Mortgag(?:or|ee)|Option(?:or|ee)|Indemnit(?:or|ee)|Guarantor|Obligor|Trustee|Manufacturer|Inventor|Mentor|"
    r"Participant|Disclos(?:er|ing)|Receiv(?:er|ing)|Entrusting|Subscriber|Shareholder|Stockholder|Holder|Issuer|"
    r"Underwriter|Publisher|Author|Producer|Promoter|Broker|Dealer|Insurer|Insured|Servicer|Depositor|Custodian|Merchant|"
    r"Marketer|Now|Researcher|Institution|Applicant|Volunteer|Visitor|Undersigned|You|Signature|Signed|Insert|Agreement)s?",
    re.IGNORECASE,
)
# A sentence in capitals, as disclaimers are set, begins like a name. Short words stand in names too
# (“TOYS ARE US”, “OAK ALL STARS”): they tell of a sentence only with what it says.
_SENTENCE = re.compile(
    r"\s(?:(?:SHALL|DISCLAIMS?|MAKES?|PROVIDES?|HEREBY|EXPRESSLY|WARRANTS?|AGREES?|MUST|EXCEPT)\b"
    r"|ARE\s{1,3}(?:[A-Z]{2,20}(?:ED|LY)|MADE|GIVEN|SOLD|NOT|AS|TO|SUBJECT|WITHOUT|AT)\b"
    r"|NOT\s{1,3}(?:[A-Z]{2,20}(?:ED|LY)|BE|LIABLE|MADE|GIVEN|SOLD|APPLY|RESPONSIBLE|TO)\b"
    r"|(?:ALL|ANY|NO)\s{1,3}(?:[A-Z]{1,20}\s{1,3}){0,3}(?:WARRANT(?:Y|IES)|LIABILIT(?:Y|IES)|REPRESENTATIONS?|"
    r"DAMAGES?|LOSS(?:ES)?|RIGHTS?|CLAIMS?|OBLIGATIONS?|PURPOSE|EVENT|KIND|CONDITIONS?|TERMS|INFORMATION|OTHER|AND|PART(?:Y|IES))\b)"
)


def name_at(text: str, within: Span) -> Span | None:
    """The span of the name that opens a stretch of text, or None where it opens with anything else."""
    match = NAME.match(text, within.start, within.end)
    if match is None or NOT_NAMES.match(match[0]):
        return None
    span = trim_name(text, Span(*match.span()))
    name = span.slice(text)
    if (
        len(name) < 2
        or ONLY_ROLES.fullmatch(name)
        or BARE_NOUN.fullmatch(name)
        or (_SENTENCE.search(name) and not HAS_SUFFIX.search(name))
        or (name[0].islower() and name.startswith("the") and not HAS_SUFFIX.search(name))
    ):
        return None
    return span


def trim_name(text: str, span: Span) -> Span:
    """A name ends at a joining word that follows a corporate suffix, before an address, without stray punctuation."""
    cut = _CUT.search(text, span.start, span.end)
    end = cut.start("cut") if cut else span.end
    stop = _SENTENCE_ENDS.search(text, span.start, end)
    end = stop.start() + stop[0].index(".") if stop else end
    end = _before_address(text, Span(span.start, end))
    words = text[span.start : end].rstrip(" ,;:\n-&")
    if words.endswith(".") and not _ENDS_IN_SUFFIX.search(words) and not re.search(r"\b[A-Z]\.\Z|\b[JS]r\.\Z", words):
        words = words[:-1]
    return Span(span.start, span.start + len(words))


def _before_address(text: str, span: Span) -> int:
    """Where a name ends that “of” and an address follow: as street or house, or written small after capitals."""
    last = None
    for last in _OF.finditer(text, span.start, span.end):
        name, rest = text[span.start : last.start()], text[last.end() : span.end]
        if len(name.split()) > 1 and name.isupper() and not rest.isupper() and last[0].strip() == "of":
            return last.start()
    return last.start() if last and ADDRESS.search(text[last.end() : span.end]) else span.end

"""Questions for several documents in the words that reading them knows: "anything in here dated 2016 or later?"."""

from __future__ import annotations

import re

from pincite.answer.questions.document_phrase import find_phrases
from pincite.answer.questions.indirect import as_direct

_NOUN = r"(?:contract|agreement|nda|lease|licen[cs]e|document|deed|deal|paper|file)s?|polic(?:y|ies)|tenanc(?:y|ies)"
_OURS = rf"(?:the|our|my|these|those)\s{{1,3}}(?:[\w-]+\s{{1,3}}){{0,3}}?(?:{_NOUN})"
_LEAD = re.compile(
    r"^\s{0,9}(?:(?:please|(?:can|could|would)\s{1,3}you|i(?:[’']d|\s{1,3}would)\s{1,3}like\s{1,3}to\s{1,3}know|i\s{1,3}(?:need|want)\s{1,3}to\s{1,3}know)\s{1,3}"
    r"|(?:go|look|read|check)\s{1,3}through\s{1,3}(?:all\s{1,3}of\s{1,3})?(?:them|these|those|(?:the|my|our)\s{1,3}\w+)(?:\s{1,3}all)?\s{1,3}and\s{1,3})+",
    re.IGNORECASE,
)
_WE_HOLD = r"(?:\s{1,3}(?:that\s{1,3})?(?:we|i)\s{1,3}(?:have|hold|keep|signed|use)\b)?"
# "I need a table of the notice periods in our contracts", "could you line up the caps in each lease?"
_LISTING = re.compile(
    r"^\s{0,9}(?:(?:please|(?:can|could|would)\s{1,3}you|i(?:[’']d\s{1,3}like|\s{1,3}(?:need|want|would\s{1,3}like)))\s{1,3})*"
    r"(?:(?:(?:give|make|get|show|draw\s{1,3}up|put\s{1,3}together|prepare)\s{1,3}(?:me\s{1,3}|us\s{1,3})?)?(?:an?|the)\s{1,3}"
    r"(?:(?:quick|short|side-by-side|full)\s{1,3})?(?:table|list|overview|comparison|run-?down|summary|chart|schedule)\s{1,3}of\s{1,3}|"
    r"(?:line\s{1,3}up|set\s{1,3}out|pull\s{1,3}(?:out|together)|run\s{1,3}through|lay\s{1,3}out)\s{1,3})"
    r"(?P<what>(?:all\s{1,3})?the\s{1,3}(?P<head>[\w-]+(?:\s{1,3}[\w-]+){0,3}?)\s{1,3}(?:in|of|under|for|across|from)\s[^?]{3,200}?)[\s?.!]{0,3}$",
    re.IGNORECASE,
)
# "Check each NDA: …", "say for each of the four leases whether …", "for every one of the leases, tell me who …"
_SAY_FOR_EACH = re.compile(
    r"^\s{0,9}(?:please\s{1,3})?(?:(?:check|say|tell\s{1,3}(?:me|us)|show\s{1,3}(?:me|us)|go\s{1,3}through|take|note)\s{1,3})?(?:(?P<prep>for|in|under|of)\s{1,3})?"
    rf"(?P<each>(?:each|every|all)\s{{1,3}}(?:one\s{{1,3}})?(?:of\s{{1,3}})?(?:(?:the|our|my|these|those)\s{{1,3}})?(?:[\w-]+\s{{1,3}}){{0,3}}?(?:{_NOUN})){_WE_HOLD}"
    r"\s{0,3}(?:[:,;–-]\s{0,3}(?:and\s{1,3})?(?:(?:tell|show)\s{1,3}(?:me|us)\s{1,3}|say\s{1,3})?|\s(?=whether\b|if\b))(?P<ask>\w[^:]{4,300})$",
    re.IGNORECASE,
)
_ONE_BY_ONE = re.compile(r"^(?:each|every)\s{1,3}(?:one\s{1,3})?of\s{1,3}", re.IGNORECASE)
_WHETHER = re.compile(
    r"^(?:whether|if)\s{1,3}(?P<who>(?:(?:the|an?|our|either|any|each)\s{1,3})?[\w’'-]+(?:\s{1,3}[\w’'-]+){0,2}?)\s{1,3}"
    r"(?P<modal>can|could|may|must|shall|should|will|would|is|are|has|have|does|do)\b",
    re.IGNORECASE,
)
# "Do the two policies differ on cookies?"
_DIFFER = re.compile(
    rf"^\s{{0,9}}(?:how\s{{1,3}})?(?:do|does)\s{{1,3}}(?P<documents>{_OURS})\s{{1,3}}(?:differ|vary|disagree|diverge)\s{{1,3}}"
    r"(?:on|about|over|as\s{1,3}to|in\s{1,3}(?:respect\s{1,3}of|regard\s{1,3}to|how|what))\s{1,3}(?P<what>[^?]{3,120}?)[\s?.!]{0,3}$",
    re.IGNORECASE,
)
# "Of the hosting agreements we hold, do any let the other side subcontract?"
_DO_ANY_OF = re.compile(
    rf"^\s{{0,9}}(?:among|of|out\s{{1,3}}of|from|in)\s{{1,3}}(?:all\s{{1,3}})?(?:of\s{{1,3}})?(?P<documents>{_OURS}){_WE_HOLD}\s{{0,3}},\s{{0,3}}"
    r"(?P<do>do|does|is|are|can|may|must|has|have|will)\s{1,3}any(?:\s{1,3}(?:one\s{1,3})?of\s{1,3}them)?\s",
    re.IGNORECASE,
)
# "Out of all these contracts, in which ones is the other party a bank?"
_IN_WHICH_ONES = re.compile(
    rf"^\s{{0,9}}(?:among|of|out\s{{1,3}}of|from|in)\s{{1,3}}(?:all\s{{1,3}})?(?:of\s{{1,3}})?(?P<documents>{_OURS}){_WE_HOLD}\s{{0,3}},\s{{0,3}}"
    r"(?P<in>in|under|by|for)\s{1,3}which(?:\s{1,3}ones?|\s{1,3}of\s{1,3}(?:them|these))?\s",
    re.IGNORECASE,
)
_ONE_OF = re.compile(r"\bwhich\s{1,3}ones?\s{1,3}of\s{1,3}(?=(?:the|our|my|these|those)\s)", re.IGNORECASE)
_PAPERS = re.compile(r"\b(?P<before>these|the|my|our|those|all|any|which|of)\s{1,3}papers\b", re.IGNORECASE)
# What is agreed, in words that are no document's name; "which arrangements" alone may be of any kind.
_SIGNED = (
    r"(?:arrangements|paperwork|commitments|set-?ups|dealings|undertakings|(?:bits|pieces|sheets|bundles)\s{1,3}of\s{1,3}paper(?:work)?|"
    r"(?:stuff|things|everything|papers|forms|terms\s{1,3}and\s{1,3}conditions)(?=\s{1,3}(?:that\s{1,3}|which\s{1,3})?(?:we|i)(?:[’']ve|\s{1,3}have)?\s{1,3}"
    r"(?:signed|agreed|got|taken|entered)))"
)
_WE_SIGNED = re.compile(
    rf"\b(?P<of>(?:which|any|all|each|every|none|how\s{{1,3}}many|what)\s{{1,3}}of\s{{1,3}}(?:(?:our|my|the|these|those)\s{{1,3}})?(?:various\s{{1,3}}|current\s{{1,3}})?)"
    rf"{_SIGNED}(?:\s{{1,3}}(?:(?:that|which)\s{{1,3}})?(?:we|i)(?:[’']ve|\s{{1,3}}have)?(?:\s{{1,3}}(?:signed|agreed|got|taken|entered)(?:\s{{1,3}}(?:up\s{{1,3}}to|to|on|into))?)?(?!\w))?",
    re.IGNORECASE,
)
# Where documents are kept is no condition on them.
_PLACE = re.compile(
    r"\s{1,3}(?:in|from|among|across)\s{1,3}(?:here|(?:the|my|our|this)\s{1,3}(?:whole\s{1,3}lot|lot|pile|stack|binder|folder|collection|store|"
    r"portfolio|file))\b",
    re.IGNORECASE,
)
_HERE = re.compile(rf"\b(?P<noun>{_NOUN})\s{{1,3}}here\b", re.IGNORECASE)
_SAID_OF = r"(?:that|which|where|with|without|in\s{1,3}which|under|governed|dated|signed|made|from|about)\b"
_HAVE_ANYTHING = re.compile(
    rf"^\s{{0,9}}(?:do\s{{1,3}}(?:we|i)\s{{1,3}}(?:have|hold)|have\s{{1,3}}we\s{{1,3}}got)\s{{1,3}}anything\s{{1,3}}(?={_SAID_OF})",
    re.IGNORECASE,
)
_ARE_THERE = re.compile(
    rf"\b(?P<which>which\s{{1,3}}(?:[\w-]+\s{{1,3}}){{0,2}}(?:{_NOUN}))\s{{1,3}}(?:is|are)\s{{1,3}}there\s{{1,3}}(?={_SAID_OF})",
    re.IGNORECASE,
)
_ANYTHING = re.compile(
    rf"^\s{{0,9}}(?:(?:is|was)\s{{1,3}}there\s{{1,3}}|have\s{{1,3}}we\s{{1,3}}(?:got\s{{1,3}})?)?anything\s{{1,3}}(?={_SAID_OF})",
    re.IGNORECASE,
)
_ONES = re.compile(
    rf"\b(?:the|those|these)\s{{1,3}}ones\s{{1,3}}(?={_SAID_OF})|(?<=me\s)those\s{{1,3}}(?={_SAID_OF})", re.IGNORECASE
)
_IN_WHICH = re.compile(
    rf"(?P<noun>\b(?:{_NOUN}))\s{{1,3}}(?:in|under)\s{{1,3}}which\b(?!\s{{1,3}}(?:do|does|is|are|can|may)\b)",
    re.IGNORECASE,
)
# "Among the NDAs, which protect both sides?"
_AMONG = re.compile(
    rf"^\s{{0,9}}(?:among|of|out\s{{1,3}}of|from)\s{{1,3}}(?:all\s{{1,3}})?(?:the|our|my|these|those)\s{{1,3}}"
    rf"(?P<documents>(?:[\w-]+\s{{1,3}}){{0,3}}?(?:{_NOUN}))\s{{0,3}},\s{{0,3}}(?P<asks>which|how\s{{1,3}}many|do\s{{1,3}}any|are\s{{1,3}}any)"
    r"(?:\s{1,3}ones?|\s{1,3}of\s{1,3}them)?\b",
    re.IGNORECASE,
)
# "Going by these two leases, which one has the lower rent?"
_GOING_BY = re.compile(
    r"^\s{0,9}(?:(?:going|judging)\s{1,3}by|looking\s{1,3}at|based\s{1,3}on|according\s{1,3}to|comparing|between|under|in)\s{1,3}"
    rf"(?P<documents>{_OURS})\s{{0,3}},\s{{0,3}}which\b"
    r"(?:\s{1,3}(?:ones?|of\s{1,3}(?:them|these|those|the\s{1,3}two))\b)?",
    re.IGNORECASE,
)
# "Disputes (all of them, or some) have to or can go to arbitration": which of these it is does not choose.
_DEGREE = re.compile(
    r"\s{0,3}\((?:all|any|some|at\s{1,3}least|even|in\s{1,3}full|whether|either)\b[^()]{0,80}\)", re.IGNORECASE
)
_MUST = r"(?:have\s{1,3}to|must|need\s{1,3}to)"
_DO_OR_MAY = re.compile(
    rf"\b(?P<do>do\s{{1,3}}[^?,;]{{2,60}}?)\s{{1,3}}(?:{_MUST}\s{{1,3}}or\s{{1,3}}(?:can|may)|(?:can|may)\s{{1,3}}or\s{{1,3}}{_MUST})\b",
    re.IGNORECASE,
)
# "Expressly" and its like are no condition, and hide the verb.
_EXPRESSLY = re.compile(r"\b(?:expressly|explicitly|specifically|actually)\s{1,3}(?=\w)", re.IGNORECASE)
_OTHER = re.compile(
    rf"\b(?P<asks>which|any|what)\s{{1,3}}other\s{{1,3}}(?=(?:\w+\s{{1,3}}){{0,2}}(?:{_NOUN})\b)", re.IGNORECASE
)
_ELSE = re.compile(r",\s{0,3}(?:who|what|which)\s{1,3}else\s{1,3}", re.IGNORECASE)
_LAW = r"(?P<law>(?:the\s{1,3})?(?:laws?\s{1,3}of\s{1,3})?[A-Z][^?,;]{1,60})"
_PICKED = re.compile(
    rf"\b(?:goes|go|going|picked|picks|pick|falls?|comes?|sits?)\s{{1,3}}(?:by\s{{1,3}}|under\s{{1,3}})?(?={_LAW})(?=[^?,;]{{0,60}}\blaws?\b)"
)
_APPLIES = re.compile(
    r"\bwhere\s{1,3}(?P<law>[^?,;]{2,60}?\blaws?\b[^?,;]{0,40}?)\s{1,3}appl(?:y|ies)\b", re.IGNORECASE
)
_DATE_FROM = re.compile(
    r"\b(?:dates?|dating|comes?|stems?)\s{1,3}(?:back\s{1,3})?(?:from|to)\s{1,3}(?=(?:the\s{1,3})?(?:19|20)\d\d|before|after)",
    re.IGNORECASE,
)
_CARRIES_DATE = re.compile(
    rf"\b(?P<which>which)\s{{1,3}}(?P<noun>{_NOUN})\s{{1,3}}(?:carries|has|bears|shows)\s{{1,3}}the\s{{1,3}}"
    r"(?P<how>most\s{1,3}recent|latest|newest|oldest|earliest)\s{1,3}date\b",
    re.IGNORECASE,
)
_ARE_KIND = re.compile(
    r"^\s{0,9}how\s{1,3}many\s{1,3}(?:of\s{1,3})?(?:(?:the|these|those|my|our)\s{1,3})?(?:documents|contracts|agreements|files|them|these|those)\s{1,3}"
    r"are\s{1,3}(?P<kind>(?:[\w-]+\s{1,3}){0,2}(?:ndas|leases|licen[cs]es|agreements|contracts|deeds|policies))(?:,?\s{1,3}and\s{1,3}which(?:\s{1,3}ones)?)?\W*$",
    re.IGNORECASE,
)
# "For each of the company takeovers we have on file, how big is …?", "in the three public mergers"
_SEVERAL_OF = (
    r"(?:all|both|each|every\s{1,3}one|how\s{1,3}many|any|which)\s{1,3}(?:of\s{1,3})?(?:(?:our|the|these|those)\s{1,3})?"
    r"(?:(?:two|three|four|five|six)\s{1,3})?|(?:the|our|these|those)\s{1,3}(?:two|three|four|five|six)\s{1,3}"
)
_TAKEOVERS = re.compile(
    rf"(?P<which>\b(?:{_SEVERAL_OF}))(?:(?:bank|company|corporate|listed|public|private|big|recent)\s{{1,3}}){{0,3}}"
    r"(?:acquisitions|buy-?outs|mergers|takeovers)\b(?!\s{1,3}(?:agreements|team|department|lawyers?|news)\b)"
    r"(?:\s{1,3}(?:that\s{1,3})?(?:i|we)\s{1,3}(?:have|hold)\b)?(?:\s{1,3}on\s{1,3}file\b)?",
    re.IGNORECASE,
)
# "Every NDA form we hold", "all the lease templates": a form of a kind is one of that kind.
_FORMS = re.compile(
    rf"(?P<which>\b(?:{_SEVERAL_OF}|every\s{{1,3}})(?:[\w-]{{1,30}}\s{{1,3}}){{0,2}})(?P<kind>nda|lease|licen[cs]e|contract|agreement|deed)"
    r"\s{1,3}(?:form|template|paper|document)(?P<plural>s?)\b(?:\s{1,3}(?:that\s{1,3})?(?:i|we)\s{1,3}(?:have|hold|use)\b)?",
    re.IGNORECASE,
)
# "Did we pay a deposit for any of these? Which ones, and how much?"
_WHICH_ONES = re.compile(
    r"(?<=\?)\s{1,3}(?:if\s{1,3}so,?\s{1,3})?(?:and\s{1,3})?which(?:\s{1,3}ones?)?\b(?:,?\s{1,3}and\s{1,3}(?:for\s{1,3}|by\s{1,3})?"
    r"(?:how\s{1,3}(?:much|long|many|soon)|when|where|how))?(?:\s{1,3}(?:is|for)\s{1,3}(?:it|each))?\W*$",
    re.IGNORECASE,
)
_FOR_ANY = re.compile(
    r"^\s{0,9}(?P<ask>(?:do|does|did|is|are|was|were|can|could|may|must|will|would|have|has|had|should)\s[^?,;:]{4,120}?)\s{1,3}"
    rf"(?:for|in|under|with|by|on|from)\s{{1,3}}any\s{{1,3}}of\s{{1,3}}(?:(?P<these>these|those|them)|"
    rf"(?P<documents>(?:our|my|the|these|those)\s{{1,3}}(?:{_NOUN})))\W*$",
    re.IGNORECASE,
)
# Those who deal with us, and what they charge: "which of our suppliers may raise their prices?"
_FIRMS = r"(?:suppliers|providers|vendors|compan(?:ies)|firms|businesses|insurers|contractors)"
_OUR_FIRMS = re.compile(
    rf"\bwhich\s{{1,3}}(?:(?:of\s{{1,3}}(?:our|my|these|the)\s{{1,3}})(?P<ours>{_FIRMS})|{_FIRMS}"
    r"(?=[^?]{0,120}\b(?:us|our|me|my)\b))(?:\s{1,3}(?:we|i)\s{1,3}(?:deal\s{1,3}with|use|pay|have))?\s{1,3}(?P<says>[^?]{3,200})",
    re.IGNORECASE,
)
# What they do: "can raise", "are allowed to raise", "have to tell", "raise". "Can we tell" is what we do.
_DONE_BY = re.compile(
    r"^(?:(?P<modal>can|may|could|will|would|must|should)\s{1,3}(?!(?:we|i|you|the|our|my|they|be)\b)|"
    r"(?P<are>are)\s{1,3}(?=(?:allowed|entitled|able|free|permitted|obliged|required)\b)|"
    r"(?=have\s{1,3}to\b)|(?!(?:in|of|at|from|under|with|on|for|by|insure|cover|can|may|could|will|would|must|should|might|have|has|are|is|were|was|do|does|did)\b))",
    re.IGNORECASE,
)
_THEIR = re.compile(
    r"\btheir\s{1,3}(?=(?:own\s{1,3})?(?:prices?|charges?|fees?|rates?|terms|services?)\b)", re.IGNORECASE
)
_BILLS = re.compile(
    r"\bwhich\s{1,3}(?:(?:(?:of\s{1,3})?(?:our|my|these|the)\s{1,3})?(?:bills|subscriptions|memberships)|"
    r"(?:of\s{1,3})?(?:our|my)\s{1,3}(?:charges|payments))\s{1,3}"
    r"(?:(?P<are>are)\s{1,3}(?P<leave>allowed|able|free|set|due|going|likely)\s{1,3}to|(?P<modal>can|may|could|will|might))\s{1,3}"
    r"(?P<rise>go\s{1,3}up|rise|increase|be\s{1,3}(?:raised|increased|put\s{1,3}up)|climb)\b",
    re.IGNORECASE,
)
_SUBSCRIPTIONS = re.compile(
    r"\bwhich\s{1,3}(?:of\s{1,3}(?:our|my|these|the)\s{1,3})?(?:subscriptions|memberships)\s{1,3}"
    r"(?=(?:renew|roll|(?:can|may)\s{1,3}(?!(?:i|we|you|they)\b)|let|allow|have|need|cost|charge|end|go|run|tie|lock|give|are\s{1,3}(?:allowed|able|free))\b)",
    re.IGNORECASE,
)
_ANY_THERE = re.compile(
    rf"^\s{{0,9}}are\s{{1,3}}there\s{{1,3}}any\s{{1,3}}of\s{{1,3}}(?=(?:these|those|them)\s{{1,3}}{_SAID_OF})",
    re.IGNORECASE,
)
# "Do any fall under Ohio law?" has become "do any are governed by Ohio law?".
_DO_ARE = re.compile(
    r"^\s{0,9}do(?=\s{1,3}[^?,;]{3,60}\s{1,3}are\s{1,3}(?:governed|dated)\b)(?P<which>[^?,;]{3,60}?)\s{1,3}are\b",
    re.IGNORECASE,
)
# "In which lease does the deposit guarantee last the longest?"
LASTS_IN = re.compile(
    rf"^\s{{0,9}}in\s{{1,3}}which\s{{1,3}}(?:of\s{{1,3}}the\s{{1,3}})?(?P<noun>{_NOUN})\s{{1,3}}(?:does|do|is|are)\s{{1,3}}"
    rf"(?P<what>[^?,;]{{3,60}}?)\s{{1,3}}(?:lasts?|runs?)\s{{1,3}}(?:for\s{{1,3}})?(?:the\s{{1,3}})?(?P<how>longest|shortest)\W*$",
    re.IGNORECASE,
)


def say_plainly(question: str) -> str:
    """A question with the ways in which people speak of their documents put in plain words; others are left alone."""
    question = _TAKEOVERS.sub(r"\g<which>merger agreements", _WE_SIGNED.sub(r"\g<of>documents", question))
    question = _FORMS.sub(r"\g<which>\g<kind>\g<plural>", question)
    question = _DIFFER.sub(r"what does each of \g<documents> say about \g<what>?", question)
    question = _SAY_FOR_EACH.sub(_in_each, _LISTING.sub(_what_are, question))
    question = _IN_WHICH_ONES.sub(
        r"\g<in> which of \g<documents> ", _DO_ANY_OF.sub(r"\g<do> any of \g<documents> ", question)
    )
    question = _HAVE_ANYTHING.sub("any document ", _ONE_OF.sub("which of ", question))
    plain = _PAPERS.sub(r"\g<before> documents", _LEAD.sub("", _WHICH_ONES.sub("", question)))
    plain = _EXPRESSLY.sub("", _HERE.sub(r"\g<noun>", _PLACE.sub("", plain)))
    plain = _ARE_THERE.sub(r"\g<which> ", plain)
    plain = _IN_WHICH.sub(r"\g<noun> where", plain)
    plain = _GOING_BY.sub(r"which of \g<documents>", _DO_OR_MAY.sub(r"\g<do>", _DEGREE.sub("", plain)))
    plain = _AMONG.sub(r"\g<asks> \g<documents>", plain)
    plain = _ONES.sub("the documents ", _ANYTHING.sub("any document ", plain))
    plain = _ELSE.sub(", which documents ", _OTHER.sub(r"\g<asks> ", plain))
    plain = _APPLIES.sub(r"governed by \g<law>", _PICKED.sub("are governed by ", plain))
    plain = _CARRIES_DATE.sub(r"\g<which> is the \g<how> \g<noun>", _DATE_FROM.sub("are dated in ", plain))
    plain = _ANY_THERE.sub("which of ", _DO_ARE.sub(r"are\g<which>", plain))
    plain = _FOR_ANY.sub(_under_any, plain)
    if not find_phrases(plain):
        # "Which charges can go up under the lease?" asks the lease.
        plain = _SUBSCRIPTIONS.sub("which agreements ", _OUR_FIRMS.sub(_of_firms, _BILLS.sub(_bills_rise, plain)))
    if kind := _ARE_KIND.match(plain):
        return f"List the {kind['kind']}"
    return plain


def _what_are(found: re.Match[str]) -> str:
    """What is to be listed, asked for: "What are the notice periods in our contracts?"."""
    head = found["head"].split()[-1].casefold()
    return f"What {'are' if head.endswith('s') and not head.endswith('ss') else 'is'} {found['what']}?"


def _in_each(found: re.Match[str]) -> str:
    """What is to be said of each document, asked of each."""
    asked = _WHETHER.sub(r"\g<modal> \g<who>", as_direct(found["ask"].rstrip(" ?.!")))
    where = {"for": "For", "under": "Under"}.get((found["prep"] or "").casefold(), "In")
    return f"{where} {_ONE_BY_ONE.sub('each of ', found['each'])}, {asked}?"


def _under_any(found: re.Match[str]) -> str:
    documents = found["documents"] or "these documents"
    return f"Under which of {documents} {found['ask'][:1].casefold()}{found['ask'][1:]}?"


def _bills_rise(found: re.Match[str]) -> str:
    may = f"is the price {found['leave']} to" if found["are"] else f"{found['modal']} the price"
    return f"under which agreements {may} {found['rise']}"


def _of_firms(found: re.Match[str]) -> str:
    """The firms' question as one for what the agreements with them let the other side do."""
    says = _DONE_BY.match(found["says"])
    if says is None:
        return found[0]
    rest = _THEIR.sub("its ", found["says"][says.end() :])
    verb = says["modal"] or ("is" if says["are"] else "does")
    return f"under which agreements {verb} the other side {rest}"

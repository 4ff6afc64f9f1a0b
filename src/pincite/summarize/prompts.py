"""The words in which a language model is asked for a summary."""

from __future__ import annotations

GENERIC = """\
Below is the opening of a legal document. Write one line that lets a reader tell this document from others of \
its kind: what it is, who made it or between whom it stands, and what it is for. The line will be put before \
passages cut out of the document, so leave out anything that only some of its clauses are about.

At most {length} characters. Plain text, no quotation marks, no introduction: the line alone.

{text}"""

EXPERT = """\
Below is the opening of a legal document. You are a lawyer who files it so that colleagues find it again. \
Write one line with the features that distinguish it in law: for a confidentiality agreement the direction of \
disclosure, the purpose, the term and the exclusions; for a commercial or merger agreement the subject, the \
price or structure, the term and the governing law; for a policy the data, the persons and the rights it \
covers; for a statute, rules or a judgment the matter, the court or body and the point decided.

At most {length} characters. Plain text, no quotation marks, no introduction: the line alone.

{text}"""

SECTION = """\
Below is one section of a legal document. Say in a few words what it provides, so that the section is found by \
them.

Between {shortest} and {length} characters. Plain text, no quotation marks, no introduction: the words alone.

{text}"""

STYLES = {"generic": GENERIC, "expert": EXPERT}

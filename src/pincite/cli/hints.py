"""Advice on errors, in terms of the command line."""

from __future__ import annotations

from pincite.errors import Hint, PinciteError

ADVICE = {
    Hint.MAKE_STORE: "Make one: pincite index PATH… --store {place}",
    Hint.REPAIR_STORE: "'pincite store verify --repair' removes what is damaged, and 'pincite index' indexes it again.",
    Hint.UPGRADE_STORE: "Run: pincite index --store {place}",
    Hint.ALLOW_UPGRADE: "Add --upgrade to embed them again.",
    Hint.OTHER_FOLDER: "Choose another --out.",
    Hint.OTHER_FOLDER_OR_FRESH: "Choose another --out, or start over with --fresh.",
    Hint.REPLACE_FILES: "Add --force to replace it.",
    Hint.GIVE_CORPUS: "Name it with --corpus DIR.",
    Hint.GIVE_OR_MAKE_CORPUS: (
        "Give --corpus DIR, or --make-corpus to write each context as a document, or --no-corpus to do without."
    ),
    Hint.GIVE_TEXTS: "Add --texts FOLDER.",
    Hint.GIVE_RAW: "--raw takes the unpacked published dataset.",
    Hint.GIVE_FORMAT: "Name its format with --from-format.",
    Hint.GIVE_BROWSER: "Install one, or name it with --browser.",
    Hint.GIVE_CONTEXT_COLUMN: "Name its column with --context.",
    Hint.LEAVE_OUT_ID_COLUMN: "Leave --id out to number the rows by their index.",
    Hint.CONVERT_APART: "Convert their sets apart, with --only.",
    Hint.CONVERT_DATASET: "Convert it: pincite dataset convert {where} --to DIR",
    Hint.BE_LENIENT: "--lenient goes on; it takes files that are not UTF-8 as Windows-1252.",
    Hint.CHECK_BENCHMARK: "'pincite bench check' lists all such faults.",
    Hint.CHECK_DATASET: "See: pincite dataset check",
    Hint.GET_FROM_FILE: "Then run: pincite bench get NAME --from FILE --out DIR",
    Hint.GIVE_SETTING: "Give it with --set {key}=…, or in the environment.",
    Hint.ALLOW_PRIVATE: "--allow-private asks it all the same.",
    Hint.RESCORE: "'pincite rescore RUN --measures …' scores it again.",
}


def with_advice(error: PinciteError) -> str:
    """Return the error's message, followed by the option or command that helps."""
    if error.hint is None:
        return str(error)
    sentence = str(error) if str(error).endswith((".", "!", "?")) else f"{error}."
    return (
        f"{sentence} {ADVICE[error.hint].format_map({'place': 'DIR', 'where': 'FILE', 'key': 'NAME', **vars(error)})}"
    )

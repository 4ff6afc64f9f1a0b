"""RapidOCR: scanned pages read with the PP-OCR models bundled in its wheel, on the CPU and offline."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.domain.ocr import OcrWord
from pincite.errors import MissingExtra, OcrError
from pincite.ingest.ocr.ink import Letter, find_ink, split_words
from pincite.ingest.ocr.spelling import unify_marks
from pincite.options import Execution

if TYPE_CHECKING:
    from PIL.Image import Image

Corner = tuple[float, float]
Sides = tuple[float, float, float, float]
# Top left, top right, bottom right, bottom left of a line, which may stand askew.
Quad = tuple[Corner, Corner, Corner, Corner]

_DETECTION = "PP-OCRv6_det_small.onnx"
_RECOGNITION = "PP-OCRv6_rec_small.onnx"
# Lines are sought on a copy of at most this many pixels, an A4 page at 115 dpi; they are read at full size.
_SOUGHT_PIXELS = 950 * 1344
# The detector needs a margin around the text.
_LEAST_SIDE = 64
# Mean confidence of a page that was read the right way up; upside down it is about a half.
_SURE = 0.75


class RapidOcrEngine:
    """Reads words with RapidOCR.

    Pages askew by some degrees are read as they are. Pages that lie on a side or upside down are turned for reading;
    either way the boxes are those of the image as given, and the words of a line come in the order in which they are
    read. `threads` is the number of cores a page may use, 0 for up to four of them.
    """

    def __init__(self, *, threads: Execution[int] = 0) -> None:
        if find_spec("rapidocr") is None or find_spec("onnxruntime") is None:
            raise MissingExtra("ocr", "Reading scanned pages")
        self._threads = threads or min(4, os.cpu_count() or 1)
        self._engine: Any = None
        self._lock = threading.Lock()

    def recognise(self, image: Image) -> list[OcrWord]:
        """The words of a page image."""
        page = image.convert("RGB")
        lines = self._find_lines(page)
        best: list[OcrWord] = []
        for degrees in _likely_turns(lines):
            turned = turn(page, degrees)
            words = self._read(turned, self._find_lines(turned) if degrees else lines)
            if _confidence(words) > _confidence(best):
                best = [turn_back(word, degrees, size=page.size) for word in words]
            if _confidence(best) >= _SURE:
                break
        return unify_marks(best)

    def _read(self, page: Image, lines: Sequence[Quad]) -> list[OcrWord]:
        if not lines:
            return []
        crops = [_cut_out(page, line) for line in lines]
        found = self._load().recognize_txt([_as_bgr(crop) for crop in crops])
        words: list[OcrWord] = []
        for line, crop, text, info in zip(lines, crops, found.txts, found.word_results, strict=True):
            words.extend(_words_of(line, crop, letters=_letters(text, info, width=crop.width)))
        return words

    def _find_lines(self, page: Image) -> list[Quad]:
        from rapidocr.main import RapidOCRError

        scale = min(1.0, math.sqrt(_SOUGHT_PIXELS / (page.width * page.height)))
        small = (
            page.resize((max(1, round(page.width * scale)), max(1, round(page.height * scale)))) if scale < 1 else page
        )
        try:
            _, found = self._load().detect_and_crop(_as_bgr(_with_margins(small)), {})
        except RapidOCRError:
            # The library reports a page without text this way.
            return []
        across, down = page.width / small.width, page.height / small.height
        return [_quad([(float(x) * across, float(y) * down) for x, y in box]) for box in found.boxes]

    def _load(self) -> Any:
        with self._lock:
            if self._engine is None:
                self._engine = _start(threads=self._threads)
            return self._engine


def _start(*, threads: int) -> Any:
    import rapidocr

    models = Path(rapidocr.__file__).parent / "models"
    missing = [name for name in (_DETECTION, _RECOGNITION) if not (models / name).is_file()]
    if missing:
        raise OcrError(f"RapidOCR came without its model {missing[0]}; reinstall it: pip install 'pincite[ocr]'")
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.return_word_box": True,
            "Global.use_vertical_padding": False,
            # Paths, because a model asked for by name is downloaded where it is not found.
            "Det.model_path": str(models / _DETECTION),
            "Det.limit_type": "max",
            "Det.limit_side_len": 1 << 20,
            "Rec.model_path": str(models / _RECOGNITION),
            # Lines of a batch are padded to the longest, which on a CPU costs more than it saves.
            "Rec.rec_batch_num": 1,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )


def turn(page: Image, degrees: int) -> Image:
    """The page turned against the clock by quarters."""
    from PIL.Image import Transpose

    turns = {90: Transpose.ROTATE_90, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_270}
    return page.transpose(turns[degrees]) if degrees else page


def turn_back(word: OcrWord, degrees: int, *, size: tuple[int, int]) -> OcrWord:
    """A word of a turned page, placed on the page before the turn, which had this size."""
    width, height = size
    x0, y0, x1, y1 = {
        0: (word.x0, word.y0, word.x1, word.y1),
        90: (width - word.y1, word.x0, width - word.y0, word.x1),
        180: (width - word.x1, height - word.y1, width - word.x0, height - word.y0),
        270: (word.y0, height - word.x1, word.y1, height - word.x0),
    }[degrees]
    return OcrWord(word.text, x0, y0, x1, y1, word.confidence)


def _likely_turns(lines: Sequence[Quad]) -> tuple[int, ...]:
    """The turns to try, the likelier first: by whether most of the text stands higher than it is wide."""
    tall = flat = 0.0
    for a, b, c, _ in lines:
        across, down = math.dist(a, b), math.dist(b, c)
        if down > 1.5 * across:
            tall += down
        else:
            flat += across
    return (90, 270) if tall > flat else (0, 180)


def _confidence(words: Sequence[OcrWord]) -> float:
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def _with_margins(page: Image) -> Image:
    """The page on paper of its own colour that is large enough for the detector."""
    from PIL import Image as Images

    if min(page.size) >= _LEAST_SIDE:
        return page
    paper = Images.new("RGB", (max(page.width, _LEAST_SIDE), max(page.height, _LEAST_SIDE)), page.getpixel((0, 0)))
    paper.paste(page, (0, 0))
    return paper


def _quad(corners: Sequence[Corner]) -> Quad:
    a, b, c, d = corners
    return a, b, c, d


def _cut_out(page: Image, line: Quad) -> Image:
    """The image of a line, straightened."""
    from PIL.Image import Resampling, Transform

    a, b, c, d = line
    width = max(1, round(max(math.dist(a, b), math.dist(d, c))))
    height = max(1, round(max(math.dist(a, d), math.dist(b, c))))
    return page.transform((width, height), Transform.QUAD, (*a, *d, *c, *b), Resampling.BICUBIC)


def _as_bgr(image: Image) -> Any:
    import numpy as np

    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1])


def _letters(text: str, info: Any, *, width: int) -> list[Letter]:
    """The letters of a line with their centres in pixels; `info` holds the recogniser's column for each."""
    columns = iter([column for word in info.word_cols for column in word])
    letters: list[Letter] = []
    after_space = False
    for letter, confidence in zip(text, info.confs, strict=False):
        if letter.isspace():
            after_space = True
            continue
        centre = (next(columns) + 0.5) * width / info.line_txt_len
        letters.append(Letter(letter, centre, confidence=float(confidence), after_space=after_space))
        after_space = False
    return letters


def _words_of(line: Quad, crop: Image, *, letters: Sequence[Letter]) -> list[OcrWord]:
    import numpy as np

    words = split_words(letters, find_ink(np.asarray(crop.convert("L"))))
    size = crop.size
    return [
        OcrWord(word.text, *_place(line, size, (word.x0, word.y0, word.x1, word.y1)), word.confidence) for word in words
    ]


def _place(line: Quad, size: tuple[int, int], box: Sides) -> Sides:
    """The upright box on the page about a box in the image of a line."""
    x0, y0, x1, y1 = box
    points = [_point(line, x / size[0], y / size[1]) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _point(line: Quad, across: float, down: float) -> Corner:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = line
    top = (ax + (bx - ax) * across, ay + (by - ay) * across)
    bottom = (dx + (cx - dx) * across, dy + (cy - dy) * across)
    return top[0] + (bottom[0] - top[0]) * down, top[1] + (bottom[1] - top[1]) * down

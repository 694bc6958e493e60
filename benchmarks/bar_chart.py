"""The bar chart of the benchmarks: an SVG with panels, readable on light and dark pages."""

from collections.abc import Iterator, Sequence

import svg
from harness import Panel

_WIDTH, _LABELS, _LINE = 460, 170, 26
_TOP, _MARGIN = 48, 18
_FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
_OURS, _THEIRS, _INK, _LIMIT = "#2f7d6d", "#b9b4a6", "#222222", "#b3372f"


def drawn(panels: Sequence[Panel], said: str) -> str:
    """Return the SVG of the panels, in two columns, with a line of text below."""
    elements: list[svg.Element] = []
    tops = [_MARGIN, _MARGIN]
    for panel in panels:
        column = tops.index(min(tops))
        elements += _panel(panel, _MARGIN + column * (_WIDTH + _MARGIN), tops[column])
        tops[column] += _height(panel) + _MARGIN
    elements.append(_text(said, _MARGIN, max(tops) + 6, 11))
    width, height = 2 * _WIDTH + 3 * _MARGIN, max(tops) + 2 * _MARGIN
    paper = svg.Rect(width=width, height=height, fill="#ffffff", rx=6)
    picture = svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, width, height),
        width=width,
        height=height,
        elements=[svg.Title(text="What memory costs"), paper, *elements],
    )
    return f"{picture}\n"


def _height(panel: Panel) -> int:
    return _TOP + len(panel.bars) * _LINE


def _panel(panel: Panel, left: int, top: int) -> Iterator[svg.Element]:
    yield _text(panel.title, left, top + 20, 15, weight="bold")
    room = _WIDTH - _LABELS - 70  # the rest of the width is for the numbers
    largest = max([value for _label, value, _text in panel.bars] + [panel.limit or 0]) or 1
    for number, (label, value, text) in enumerate(panel.bars):
        y = top + _TOP + number * _LINE
        length = max(1.0, room * value / largest)
        yield _text(label, left + _LABELS - 8, y + 14, 12, anchor="end")
        colour = _THEIRS if label == "0.1.1" else _OURS
        yield svg.Rect(x=left + _LABELS, y=y, width=length, height=_LINE - 8, fill=colour)
        yield _text(text, left + _LABELS + length + 6, y + 14, 12)
    if panel.limit is not None:
        x = left + _LABELS + room * panel.limit / largest
        yield svg.Line(
            x1=x, x2=x, y1=top + _TOP - 4, y2=top + _height(panel) - 4, stroke=_LIMIT,
            stroke_dasharray=[4, 3],
        )  # fmt: skip
        yield _text(f"the bar, {panel.limit}", x + 4, top + _TOP - 8, 11, fill=_LIMIT)


def _text(
    text: str,
    x: float,
    y: float,
    size: int,
    *,
    weight: str = "normal",
    anchor: str = "start",
    fill: str = _INK,
) -> svg.Element:
    return svg.Text(
        text=text, x=x, y=y, fill=fill, font_family=_FONT, font_size=size, font_weight=weight,
        text_anchor=anchor,
    )  # fmt: skip

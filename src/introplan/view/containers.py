"""Bins and drawers: boxes with lids, items in them or on the shelf, and a hand where there is one.

An item has a slot of its own in every place it ever is, so that nothing moves but what is carried.
Where there are hundreds of items they lose their labels; thousands of them are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt

from introplan.view.drawing import Box, Drawing, Line, Shape, Sprite, Words, fitted
from introplan.view.situation import HAND, SHELF, Scene, Situation, Situations, Store, store_of

MAX_LABELLED_ITEMS = 240
"""With more, items with names in them would not fit on one screen."""

MAX_DRAWN_ITEMS = 1_500
"""With more, items are counted: each item is an element that the page moves."""

MARGIN_PX, GAP_PX = 24.0, 18.0
"""Around the drawing, and between two boxes."""

HEAD_PX, FOOT_PX = 40.0, 34.0
"""Above a box, room for its open lid; below it, room for its name."""

MAX_WIDTH_PX = 860.0
"""As wide as the column of the page that holds the drawing."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Slots: for every place the items that are ever there, and how large things come out."""

    slots: Mapping[str, Mapping[str, int]]
    boxes: Mapping[str, int]
    across: int
    columns: int
    rows: int
    item: tuple[float, float]
    is_counted: bool
    has_hand: bool

    @property
    def box(self) -> tuple[float, float]:
        """The size of a box, inside and walls."""
        width, height = self.item
        return (
            max(self.columns * (width + 6) + 14, 84.0),
            max(self.rows * (height + 6) + 14, 46.0),
        )

    @property
    def width(self) -> float:
        boxes = self.across * (self.box[0] + GAP_PX) - GAP_PX
        return max(boxes, 300.0) + 2 * MARGIN_PX

    @property
    def shelf_columns(self) -> int:
        room = self.width - 2 * MARGIN_PX - (110.0 if self.has_hand else 0.0)
        return max(1, int(room // (self.item[0] + 6)))

    @property
    def shelf_bottom(self) -> float:
        rows = 1 if self.is_counted else ceil(len(self.slots[SHELF]) / self.shelf_columns)
        least = 56.0 if self.has_hand else 0.0
        return 26.0 + max(max(rows, 1) * (self.item[1] + 6), least)

    @property
    def height(self) -> float:
        tables = ceil(len(self.boxes) / self.across)
        return self.shelf_bottom + 16 + tables * (self.box[1] + HEAD_PX + FOOT_PX) + 8

    def corner(self, index: int) -> tuple[float, float]:
        """The upper left corner of a box."""
        row, along = divmod(index, self.across)
        used = self.across * (self.box[0] + GAP_PX) - GAP_PX
        left = (self.width - used) / 2
        top = self.shelf_bottom + 16 + HEAD_PX
        return (
            left + along * (self.box[0] + GAP_PX),
            top + row * (self.box[1] + HEAD_PX + FOOT_PX),
        )

    def slot(self, place: str, item: str) -> tuple[float, float]:
        """The upper left corner of an item."""
        width, height = self.item
        if place == HAND:
            return (self.width - MARGIN_PX - 46 - width / 2, 38)
        index = self.slots[place][item]
        if place == SHELF:
            row, along = divmod(index, self.shelf_columns)
            bottom = self.shelf_bottom - (row + 1) * (height + 6) + 4
            return (MARGIN_PX + along * (width + 6), bottom)
        x, y = self.corner(self.boxes[place])
        row, along = divmod(index, self.columns)
        left = x + (self.box[0] - self.columns * (width + 6) + 6) / 2
        return (left + along * (width + 6), y + self.box[1] - 8 - (row + 1) * (height + 6) + 6)


def containers_scene(situations: Situations) -> Scene | None:
    """Drawings of a plan among bins or drawers, or None if it is about something else."""
    ever: dict[str, dict[str, int]] = {SHELF: {}, HAND: {}}
    store = None
    for situation in situations:
        store = store_of(situation)
        if store is None:
            return None
        for item in store.items:
            slots = ever.setdefault(store.place_of[item], {})
            slots.setdefault(item, len(slots))
    if store is None:
        return None
    layout = _layout(store, ever)
    return lambda situation: _drawn(_sound(situation), layout)


def _sound(situation: Situation) -> Store:
    store = store_of(situation)
    assert store is not None, "the situations were looked at before"
    return store


def _layout(store: Store, ever: dict[str, dict[str, int]]) -> _Layout:
    slots: dict[str, dict[str, int]] = {**{box: {} for box in store.boxes}, **ever}
    is_counted = len(store.items) > MAX_DRAWN_ITEMS
    most = 1 if is_counted else max(map(len, (slots[box] for box in store.boxes)))
    if len(store.items) <= MAX_LABELLED_ITEMS:
        item = (50.0, 38.0) if store.labels and store.has_hand else (44.0, 28.0)
    else:
        item = (10.0, 10.0)
    columns = max(2, ceil(sqrt(most * 0.7)))
    wide = max(columns * (item[0] + 6) + 14, 84.0) + GAP_PX
    across = max(1, min(len(store.boxes), int((MAX_WIDTH_PX + GAP_PX) // wide)))
    rows = ceil(most / columns)
    boxes = {box: i for i, box in enumerate(store.boxes)}
    return _Layout(slots, boxes, across, columns, rows, item, is_counted, store.has_hand)


def _drawn(store: Store, layout: _Layout) -> Drawing:
    sprites = [_shelf(layout)]
    for index, box in enumerate(store.boxes):
        sprites += _box(box, index, store, layout)
    if store.has_hand:
        sprites.append(_hand(layout))
    if layout.is_counted:
        sprites += _counts(store, layout)
    else:
        sprites += [_item(item, store, layout) for item in store.items]
    return Drawing(layout.width, layout.height, tuple(sprites), _in_words(store))


def _shelf(layout: _Layout) -> Sprite:
    reach = layout.width - 2 * MARGIN_PX + 16 - (110.0 if layout.has_hand else 0.0)
    plank = Box(-8, 0, reach, 6, "table", 2)
    name = Words(-6, -layout.shelf_bottom + 17, "shelf", "soft", 12, "start")
    return Sprite("shelf", MARGIN_PX, layout.shelf_bottom + 2, (plank, name), "the shelf")


def _box(name: str, index: int, store: Store, layout: _Layout) -> Iterator[Sprite]:
    """The box with its name below, and its lid: flat when closed, up when open."""
    x, y = layout.corner(index)
    width, height = layout.box
    is_open = name in store.is_open
    label = f"{name}: {store.labels[name]}" if name in store.labels else name
    shown, size = fitted(label, width + GAP_PX - 4, size=14)
    body: tuple[Shape, ...] = (
        Box(0, 0, width, height, "inside", 3),
        Words(width / 2, height + 18, shown, "strong", size),
    )
    yield Sprite(f"box {name}", x, y, body, f"{store.word} {label}")
    lid: Shape = Box(-3, -8, width + 6, 8, "lid", 2)
    if is_open:
        tip = (width * 0.42, -30.0)
        lid = Line(((0, 0), tip, (tip[0] + 5, tip[1] + 5), (8, 0)), "lid", is_closed=True)
    state = "open" if is_open else "closed"
    words = Words(width, -14, state, "soft", 11, "end")
    yield Sprite(f"lid {name}", x, y, (lid, words), f"{store.word} {label} is {state}")


def _hand(layout: _Layout) -> Sprite:
    half = layout.item[0] / 2 + 5
    grip = 34 + layout.item[1] * 0.7
    arm = Line(((0, 4), (0, 26)), "tool")
    fingers = Line(((-half, grip), (-half, 26), (half, 26), (half, grip)), "tool")
    return Sprite("hand", layout.width - MARGIN_PX - 46, 0, (arm, fingers), "the hand")


def _item(name: str, store: Store, layout: _Layout) -> Sprite:
    x, y = layout.slot(store.place_of[name], name)
    label = store.labels.get(name)
    title = f"{name}: {label}" if label else name
    return Sprite(f"item {name}", x, y, _item_shapes(name, label, layout.item), title)


@lru_cache(maxsize=4_096)
def _item_shapes(name: str, label: str | None, size_of: tuple[float, float]) -> tuple[Shape, ...]:
    width, height = size_of
    shapes: list[Shape] = [Box(0, 0, width, height, "item", 4)]
    if height > 12:
        shown, size = fitted(name, width - 6)
        line = height / 2 + size * 0.36 if label is None else 15.0
        shapes.append(Words(width / 2, line, shown, size=size))
        if label is not None:
            tag, small = fitted(label, width - 6, size=11)
            shapes.append(Words(width / 2, 31, tag, "soft", small))
    return tuple(shapes)


def _counts(store: Store, layout: _Layout) -> Iterator[Sprite]:
    """So many items that there are only numbers."""
    shelf = f"{len(store.held_in(SHELF))} items"
    yield Sprite("on shelf", MARGIN_PX, layout.shelf_bottom - 8, (_note(shelf, "start"),))
    for index, box in enumerate(store.boxes):
        x, y = layout.corner(index)
        count = _note(f"{len(store.held_in(box))} items", "middle")
        yield Sprite(f"in {box}", x + layout.box[0] / 2, y + layout.box[1] / 2 + 5, (count,))
    for item in store.held_in(HAND):
        yield Sprite("held", layout.width - MARGIN_PX - 46, 58, (_note(item, "middle"),))


def _note(text: str, anchor: str) -> Words:
    shown, size = fitted(text, 80)
    return Words(0, 0, shown, "text", size, anchor)


def _in_words(store: Store) -> str:
    opened = f"{len(store.is_open)} of {len(store.boxes)} {store.word}s open"
    held = [f"holding {item}" for item in store.held_in(HAND)]
    shelf = f"{len(store.held_in(SHELF))} of {len(store.items)} items on the shelf"
    empty = sum(not store.held_in(box) for box in store.boxes)
    return "; ".join([f"{opened}, {empty} empty", shelf, *held])


def containers_text(situation: Situation) -> str | None:
    """The same for a terminal, or None if this is about something else."""
    store = store_of(situation)
    if store is None:
        return None
    lines = [_line("shelf", "", store, SHELF)]
    if store.has_hand:
        lines.append(_line("hand", "", store, HAND))
    names = {box: f"{box} {store.labels.get(box, '')}".strip() for box in store.boxes}
    widest = max(map(len, [*names.values(), "shelf"]))
    for box in store.boxes:
        state = "open  " if box in store.is_open else "closed"
        lines.append(_line(f"{names[box]:{widest}}", state, store, box))
    return "\n".join(lines)


def _line(name: str, state: str, store: Store, place: str) -> str:
    items = [
        f"{item}:{store.labels[item]}" if item in store.labels else item
        for item in store.held_in(place)
    ]
    head = f"{name}  {state} |" if state else f"{name}:"
    return f"{head} {' '.join(items) or '-'}"

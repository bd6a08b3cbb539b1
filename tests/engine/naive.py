"""The rules of melds, lay-offs, swaps, openings, freed jokers and penalties a second time, as naively as can be.

Everything is found by trying: all runs are written out, all faces of jokers enumerated, all orders permuted. It shares
nothing with the engine but the values of the options, so that the two agree only where both follow the rulebook.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITS = ("S", "H", "D", "C")
RING = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
EVERY_FACE = [rank + suit for suit in SUITS for rank in RING]

Cards = tuple[str, ...]


class Reading(NamedTuple):
    """A way to read cards as a meld; `broken` are the limits on jokers that it does not keep."""

    kind: str
    cards: Cards
    points: int
    broken: frozenset[str]


def face(card: str) -> str | None:
    """What a card shows or stands for; nothing for an open joker."""
    return None if card == "JK" else card.removeprefix("JK:")


def joker(card: str) -> bool:
    """Whether it is a joker, whatever it stands for."""
    return card[:2] == "JK"


@cache
def all_runs(ace: str, length: int) -> list[Cards]:
    """Every run of this length as faces, the ace where the house rule lets it lie (J.run, J.ace)."""
    line = (*RING, "A")
    rows = [line[start : start + length] for start in range(len(line) - length + 1)]
    if ace == "around":
        rows = (
            [tuple((RING * 2)[start : start + length]) for start in range(13)] if length <= len(RING) else []
        )
    elif ace == "low":
        rows = [row for row in rows if row[-1] != "A"]
    elif ace == "high":
        rows = [row for row in rows if row[0] != "A"]
    elif ace == "low_or_high":
        rows = [row for row in rows if not row[0] == row[-1] == "A"]
    return [tuple(rank + suit for rank in row) for suit in SUITS for row in rows]


def broken_limits(options: Any, kind: str, cards: Cards) -> frozenset[str]:
    """The limits on jokers that these cards break (J.joker)."""
    jokers = sum(map(joker, cards))
    naturals = len(cards) - jokers
    found = set()
    if naturals < options.min_naturals:
        found.add("too_few_naturals")
    if options.max_jokers_per_meld is not None and jokers > options.max_jokers_per_meld:
        found.add("too_many_jokers")
    if jokers > naturals and not options.jokers_may_outnumber:
        found.add("jokers_outnumber")
    for first, second in product(range(len(cards)), repeat=2):
        close = first < second and joker(cards[first]) and joker(cards[second])
        if kind == "run" and close and second - first - 1 < options.min_cards_between_jokers:
            found.add("jokers_too_close")
    return frozenset(found)


def worth(options: Any, kind: str, cards: Cards) -> int:
    """What a meld in table order is worth (J.values)."""
    ranks = [shown[:-1] for shown in map(face, cards) if shown]
    total = 0
    for place, card in enumerate(cards):
        rank = (face(card) or ranks[0] + "?")[:-1]
        if joker(card) and options.joker_opening_points is not None:
            total += options.joker_opening_points
        elif rank == "A":
            low = kind == "run" and place == 0
            total += options.ace_low_points if low else options.ace_high_points
        else:
            total += int(rank) if rank.isdigit() else 10
    return total


def read(options: Any, kind: str, cards: Cards) -> Reading:
    """Cards in table order as a reading."""
    return Reading(kind, cards, worth(options, kind, cards), broken_limits(options, kind, cards))


def readings(options: Any, cards: Cards, kind: str | None) -> list[Reading]:
    """Every way to read cards as a meld, limits on jokers aside; one natural card there must be, if any must."""
    if len(cards) < 3 or (options.min_naturals and all(map(joker, cards))):
        return []
    sets = {tuple(one) for one in _sets(options, cards)} if kind != "run" else set()
    runs = set(_runs(options, cards)) if kind != "set" else set()
    return [read(options, "set", one) for one in sets] + [read(options, "run", one) for one in runs]


def _sets(options: Any, cards: Cards) -> Iterator[Cards]:
    if len(cards) > 4:
        return
    shown = [one for one in map(face, cards) if one]
    kept = [card for card in cards if card != "JK"]
    for rank in RING:
        for suits in product(SUITS, repeat=len(cards) - len(kept)):
            assigned = [rank + suit for suit in suits]
            faces = shown + assigned
            if any(one[:-1] != rank for one in faces):
                continue
            if options.set_suits == "distinct" and len(set(faces)) < len(faces):
                continue
            if options.joker_declaration == "optional" and shown:
                yield settled(options, cards)
            else:
                yield in_suit_order([*kept, *("JK:" + one for one in assigned)])


def in_suit_order(cards: list[str]) -> Cards:
    """A set by suit, open jokers last; of two alike the one that comes first in the text."""
    return tuple(
        sorted(cards, key=lambda card: (card == "JK", SUITS.index(card[-1]) if card != "JK" else 0, card))
    )


def settled(options: Any, cards: Cards) -> Cards:
    """A set whose open jokers are said to be what is left, where only so many suits are left (J.declare)."""
    shown = [one for one in map(face, cards) if one]
    if options.set_suits == "distinct" and len(cards) == 4:
        left = [shown[0][:-1] + suit for suit in SUITS if shown[0][:-1] + suit not in shown]
        cards = (*(card for card in cards if card != "JK"), *("JK:" + one for one in left))
    return in_suit_order(list(cards))


def _runs(options: Any, cards: Cards) -> Iterator[Cards]:
    found = []
    for row in all_runs(options.ace, len(cards)) if len(cards) <= 14 else ():
        if "JK" in cards:
            if all(face(card) in {None, shown} for card, shown in zip(cards, row, strict=True)):
                found.append(
                    tuple("JK:" + row[at] if card == "JK" else card for at, card in enumerate(cards))
                )
        elif sorted(map(str, map(face, cards))) == sorted(row):
            left, placed = list(cards), []
            for shown in row:
                placed.append(next(card for card in left if face(card) == shown))
                left.remove(placed[-1])
            found.append(tuple(placed))
    if len(found) > 1 and "JK" not in cards:
        sent = [at for at, card in enumerate(cards) if (face(card) or "")[:-1] == "A"]
        same = [
            one for one in found if [at for at, card in enumerate(one) if str(face(card))[:-1] == "A"] == sent
        ]
        found = same or found
    yield from found


def judge(options: Any, cards: Cards, kind: str | None) -> Reading | frozenset[str] | None:
    """The one reading that stands, the codes of which one must be given, or None where there is no reading at all."""
    found = readings(options, cards, kind)
    if not found:
        return None
    if options.joker_declaration == "required" and "JK" in cards:
        return frozenset({"joker_undeclared"})
    standing = [one for one in found if not one.broken]
    if len(standing) > 1:
        return frozenset({"meld_ambiguous"})
    return standing[0] if standing else frozenset().union(*(one.broken for one in found))


def laid_off(options: Any, kind: str, meld: Cards, card: str) -> tuple[str, Cards] | None:
    """One card onto a meld: how it is called and the meld after it; None where it may not (J.layoff, J.declare)."""
    if card == "JK" and options.joker_declaration == "required":
        return None
    found = _onto_set(options, meld, card) if kind == "set" else _onto_run(options, meld, card)
    if found is None or broken_limits(options, kind, found[1]):
        return None
    return found


def _onto_set(options: Any, meld: Cards, card: str) -> tuple[str, Cards] | None:
    shown = [one for one in map(face, meld) if one]
    new = face(card)
    fits = new is None or (
        new[:-1] == shown[0][:-1] and not (options.set_suits == "distinct" and new in shown)
    )
    return (card, settled(options, (*meld, card))) if fits and len(meld) < 4 else None


def _onto_run(options: Any, meld: Cards, card: str) -> tuple[str, Cards] | None:
    faces = tuple(map(str, map(face, meld)))
    rows = all_runs(options.ace, len(meld) + 1) if len(meld) < 14 else []
    ways: dict[str, Cards] = {}
    for row in rows:
        if row[1:] == faces and face(card) in {None, row[0]}:
            called = "JK:" + row[0] if card == "JK" else card
            ways.setdefault(called, (called, *meld))
    for row in rows:
        if row[:-1] == faces and face(card) in {None, row[-1]}:
            called = "JK:" + row[-1] if card == "JK" else card
            ways[called] = (*meld, called)  # what fits at both ends goes high
    return next(iter(ways.items())) if len(ways) == 1 else None


def all_laid_off(options: Any, kind: str, meld: Cards, cards: Cards) -> set[tuple[Cards, Cards]]:
    """Every result of laying cards off one by one, in any order, their open jokers declared in any way."""
    if "JK" in cards and options.joker_declaration == "required":
        return set()
    bare = [card for card in cards if card == "JK"]
    rest = [card for card in cards if card != "JK"]
    suits = {str(face(card))[-1] for card in (*meld, *rest) if card != "JK"}
    faces = [one for one in EVERY_FACE if one[-1] in suits] if kind == "run" else []
    found = set()
    for declared in product(["JK:" + one for one in faces] or ["JK"], repeat=len(bare)):
        for order in set(permutations((*rest, *declared))):
            after: Cards | None = meld
            for card in order:
                step = laid_off(options, kind, after, card)
                after = step[1] if step else None
                if after is None:
                    break
            if after is not None:
                found.add((tuple(sorted(declared)), after))
    return found


def swapped(options: Any, kind: str, meld: Cards, cards: Cards) -> Cards | None:
    """The meld after these natural cards freed a joker of it, or None where they free none (J.swap)."""
    if kind == "set" and len(meld) == 4 and options.full_set_joker_locked:
        return None
    shown = [one for one in map(face, meld) if one]
    rank = shown[0][:-1]
    missing = [rank + suit for suit in SUITS if options.set_suits == "any" or rank + suit not in shown]
    if len(cards) == 1:
        if "JK:" + cards[0] in meld:
            place = meld.index("JK:" + cards[0])
            after = (*meld[:place], cards[0], *meld[place + 1 :])
            return in_suit_order(list(after)) if kind == "set" else after
        if "JK" not in meld or cards[0] not in missing or options.set_joker_swap != "either_missing":
            return None
    elif (
        options.set_joker_swap != "both_missing"
        or options.set_suits == "any"
        or "JK" not in meld
        or len(set(cards)) < 2
        or not set(cards) <= set(missing)
    ):
        return None
    rest = list(meld)
    rest.remove("JK")
    return settled(options, (*rest, *cards))


def opening_lacks(options: Any, round_number: int, melds: list[tuple[str, int, int]], hand_left: int) -> int:
    """How much an opening lacks: 0 nothing, -1 points, else the kinds that no meld of its own meets.

    A meld is its kind, its number of cards and its points (J.opening, J.opening_rounds, J.three_sets).
    """
    if options.opening_alternative == "three_sets" and [kind for kind, _, _ in melds].count("set") >= 3:
        return 0
    if (
        sum(points for _, _, points in melds)
        < (options.opening_points + options.opening_points[-1:] * 20)[round_number - 1]
    ):
        return -1
    if not options.opening_melds:
        return 0
    demands = list((options.opening_melds + options.opening_melds[-1:] * 20)[round_number - 1])
    in_one_go = [one for one in demands if one == "all_cards"]
    others = [one for one in demands if one != "all_cards"]
    most = 0
    for order in permutations([*melds, *[None] * len(others)], len(others)):
        most = max(most, sum(_meets(meld, demand) for meld, demand in zip(order, others, strict=True)))
    kept_for_discard = 0 if options.final_discard == "forbidden" else 1
    return len(others) - most + (1 if in_one_go and hand_left > kept_for_discard else 0)


def _meets(meld: tuple[str, int, int] | None, demand: str) -> bool:
    kind, _, size = demand.partition(":")
    return meld is not None and meld[0] == kind and meld[1] >= int(size or 3)


class Joker(NamedTuple):
    """A joker on the table: what it surely stands for ("?" where nobody can say), and the number of its tabling."""

    label: str
    tabling: int | None


class World(NamedTuple):
    """One way in which the jokers of a turn may have moved, alike as they are."""

    table: dict[str, tuple[Joker, ...]]
    tabled: tuple[tuple[str, int | None], ...]
    freed: tuple[tuple[str, int], ...]


def tabling_owed(options: Any, before: dict[str, Cards], actions: list[Any], *, opened: bool) -> int:
    """How many cards are not on the table that must be: freed jokers, and a taken discard (J.freed, J.taken).

    Jokers are told apart in the way that owes least. `before` is the table when the turn began, and `opened` whether
    its player had opened by then; an action has a tag, a meld and cards, and the meld's cards before it.
    """
    start = {
        name: tuple(Joker(_label(card), None) for card in meld if joker(card))
        for name, meld in before.items()
    }
    taken = _taken(options, actions)
    only_new = options.taken_discard_use == "new_meld" or not opened
    new = {action.meld for action in actions if tag(action) == "meld"}
    if taken is not None and not joker(taken):
        where = {"meld"} if only_new else {"meld", "lay_off", "swap_joker"}
        natural = int(not any(taken in action.cards for action in actions if tag(action) in where))
    else:
        natural = 0
    worlds = [World(start, (), ())]
    for when, action in enumerate(actions):
        if tag(action) in {"meld", "lay_off"}:
            worlds = [_tabled(options, world, action) for world in worlds]
        elif tag(action) == "swap_joker":
            worlds = [after for world in worlds for after in _freed(world, action, when)]
    places = new if only_new else {*before, *new}
    return natural + min(_owed(options, world, new, places if taken == "JK" else None) for world in worlds)


def _taken(options: Any, actions: list[Any]) -> str | None:
    """The discard that was taken in this turn and must be tabled in it."""
    took = [action.card for action in actions if tag(action) == "draw" and action.source == "discard"]
    return str(took[0]) if took and options.draw_discard == "must_table" else None


def tag(action: Any) -> str:
    """The type of an action as it is written."""
    return str(type(action).__struct_config__.tag)


def _label(card: str) -> str:
    return face(card) or "?"


def _tabled(options: Any, world: World, action: Any) -> World:
    table, tabled = dict(world.table), list(world.tabled)
    there = table.get(action.meld, ())
    # In a set a joker beside an open one: what it is called there is chance.
    unsure = options.set_suits == "distinct" and any(one.label == "?" for one in there)
    for card in filter(joker, action.cards):
        there = (*there, Joker("?" if unsure and tag(action) == "lay_off" else _label(card), len(tabled)))
        tabled.append((action.meld, None))
    table[action.meld] = there
    return World(table, tuple(tabled), world.freed)


def _freed(world: World, action: Any, when: int) -> Iterator[World]:
    there = world.table[action.meld]
    sure = [one for one in there if len(action.cards) == 1 and one.label == action.cards[0]]
    for one in sure or [one for one in there if one.label == "?"]:
        tabled = list(world.tabled)
        if one.tabling is not None:
            tabled[one.tabling] = (tabled[one.tabling][0], when)
        left = list(there)
        left.remove(one)
        table = {**world.table, action.meld: tuple(left)}
        yield World(table, tuple(tabled), (*world.freed, (action.meld, when)))


def _owed(options: Any, world: World, new: set[str], taken: set[str] | None) -> int:
    """The freed jokers, and the taken one (with the melds where it may lie), that find no place of their own."""
    owing: list[tuple[str | None, int]] = [] if options.freed_joker == "keep" else list(world.freed)
    owing += [] if taken is None else [(None, -1)]
    most = 0
    for order in permutations([*world.tabled, *[None] * len(owing)], len(owing)):
        met = 0
        for (source, when), place in zip(owing, order, strict=True):
            if place is None or (place[1] is not None and place[1] <= when):
                continue
            destination = options.freed_joker_destination
            if source is None:
                in_hand_again = place[1] is not None and options.freed_joker == "keep"
                met += place[0] in (taken or ()) and not in_hand_again
            else:
                met += (
                    destination == "any"
                    or (destination == "other_meld" and place[0] != source)
                    or (destination == "new_meld" and place[0] in new)
                )
        most = max(most, met)
    return len(owing) - most


Melded = tuple[str, int, int]
"""A new meld: its kind, its number of cards, its points."""


def every_meld(options: Any, hand: Cards) -> list[tuple[Melded, Cards]]:
    """Every meld that a small hand can lay, with every joker declared, and the cards of the hand that it takes."""
    rows = [("run", row) for length in range(3, len(hand) + 1) for row in all_runs(options.ace, length)]
    for rank in RING:
        for size in (3, 4):
            suits = product(SUITS, repeat=size)
            rows += [("set", tuple(rank + suit for suit in one)) for one in suits if list(one) == sorted(one)]
    found = []
    for kind, row in rows:
        if kind == "set" and options.set_suits == "distinct" and len(set(row)) < len(row):
            continue
        for wild in product((False, True), repeat=len(row)):
            cards = tuple("JK:" + one if turned else one for one, turned in zip(row, wild, strict=True))
            held = tuple("JK" if joker(card) else card for card in cards)
            if without(hand, held) is not None and not broken_limits(options, kind, cards):
                found.append(((kind, len(cards), worth(options, kind, cards)), held))
    return found


def without(hand: Cards, cards: Cards) -> Cards | None:
    """A hand without these cards, or None where it does not have them all."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(sorted(left))


Table = tuple[tuple[str, Cards], ...]


class Laid(NamedTuple):
    """What can be reached by laying: the hand, the table, the new melds, and whether the player has opened now."""

    left: Cards
    table: Table
    melds: tuple[Melded, ...]
    opened: bool


def every_turn(options: Any, hand: Cards, table: Table, *, opened: bool) -> list[Laid]:
    """Everything that a small hand can lay in a turn, found by playing on in every way; the turn may not end so."""
    melds = every_meld(options, hand)
    found: dict[tuple[Cards, Table, tuple[Melded, ...]], Laid] = {}
    todo: list[tuple[Cards, Table, tuple[Melded, ...]]] = [(hand, table, ())]
    while todo:
        state = todo.pop()
        if state in found:
            continue
        left, lying, laid = state
        open_now = opened or (bool(laid) and not opening_lacks(options, 1, list(laid), len(left)))
        found[state] = Laid(*state, open_now)
        for meld, cards in melds:
            after = without(left, cards)
            if after is not None:
                todo.append((after, lying, tuple(sorted((*laid, meld)))))
        if options.lay_off == "always" or opened or (open_now and options.lay_off == "after_opening"):
            todo += [(after, grown, laid) for after, grown in _one_laid_off(options, left, lying)]
    return list(found.values())


def most_jokers(options: Any, hand: Cards, table: Table, *, opened: bool) -> int:
    """The most jokers of a hand that can lie on the table at once (J.score_kbn)."""
    reached = every_turn(options, hand, table, opened=opened)
    placed = [hand.count("JK") - one.left.count("JK") for one in reached if one.opened or not one.melds]
    return max(placed)


def goes_out(options: Any, laid: Laid, *, opened: bool, drawn: bool) -> bool:
    """Whether a player who has laid so much can go out in this turn (J.out, J.in_one_go, J.opening)."""
    if options.concealed_finish_only and opened:
        return False
    if laid.melds and not laid.opened and not options.opening_waived_when_going_out:
        return False
    if not drawn:
        return not laid.left and options.final_discard != "forbidden"
    if not laid.left:
        return options.final_discard != "required"
    last_goes = laid.left[0] != "JK" or options.joker_discard
    return len(laid.left) == 1 and options.final_discard != "forbidden" and last_goes


def can_end(options: Any, laid: Laid, *, opened: bool, drawn: bool) -> bool:
    """Whether a turn can be ended in which so much was laid."""
    if goes_out(options, laid, opened=opened, drawn=drawn):
        return True
    if laid.melds and not laid.opened:
        return False
    return not drawn or (
        len(laid.left) > 1 and any(card != "JK" or options.joker_discard for card in laid.left)
    )


def _one_laid_off(
    options: Any, hand: Cards, table: tuple[tuple[str, Cards], ...]
) -> Iterator[tuple[Cards, tuple[tuple[str, Cards], ...]]]:
    for at, (kind, meld) in enumerate(table):
        faces = [one for one in EVERY_FACE if any(str(face(card))[-1] == one[-1] for card in meld)]
        faces += [one for one in EVERY_FACE if any(str(face(card))[:-1] == one[:-1] for card in meld)]
        for card in (*hand, *("JK:" + one for one in faces)):
            after = without(hand, ("JK" if joker(card) else card,))
            grown = laid_off(options, kind, meld, card) if after is not None else None
            if grown is not None:
                yield after, (*table[:at], (kind, grown[1]), *table[at + 1 :])  # type: ignore[misc]


def penalty(options: Any, card: str) -> int:
    """What a card left in hand costs (J.score)."""
    if joker(card):
        return int(options.joker_penalty)  # where it makes no difference whether it could have been laid
    rank = card[:-1]
    if options.hand_penalties == "table":
        return int(options.penalty_table[rank])
    if options.hand_penalties == "one_each":
        return 1
    return 11 if rank == "A" else int(rank) if rank.isdigit() else 10


def round_points(options: Any, hands: list[Cards], winner: int | None, *, concealed: bool) -> list[int]:
    """What a round gives each seat (J.score, J.double, J.collect)."""
    costs = [sum(penalty(options, card) for card in hand) for hand in hands]
    if concealed:
        costs = [cost * options.concealed_finish_factor for cost in costs]
    if options.scoring == "winner_collects":
        return [sum(costs) - costs[seat] if seat == winner else 0 for seat in range(len(hands))]
    return [0 if seat == winner else cost for seat, cost in enumerate(costs)]

"""How the players of `uitleg demo` choose: plainly, and only among what the API lists as legal."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

ORDER = {
    rank: number
    for number, rank in enumerate(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
}


def choose(actions: list[Json], round_: Json, tried: list[Json]) -> Json:
    """A plain player's choice among the legal actions: take what fits, table what goes, discard what costs most.

    `tried` is what this turn has seen already, and nothing is done twice. A joker is swapped once a turn at the most;
    where it finds no place, the swap is taken back.
    """
    by_type: dict[str, list[Json]] = {}
    for action in actions:
        if action["type"] == "take_back" or action not in tried:
            by_type.setdefault(action["type"], []).append(action)
    if "draw" in by_type:
        wanted = "discard" if _helps(round_["discard"]["top"], round_["hand"]) else "stock"
        return next((one for one in by_type["draw"] if one["source"] == wanted), by_type["draw"][0])
    owes = bool(round_["turn"]["duties"])
    tabled = [*by_type.get("meld", ()), *by_type.get("lay_off", ())]
    if not owes:
        tabled = [one for one in tabled if one["type"] == "meld" or not one["cards"][0].startswith("JK")]
        if "swap_joker" in by_type and all(one["type"] != "swap_joker" for one in tried):
            return by_type["swap_joker"][0]
    else:
        tabled = [one for one in tabled if any(card.startswith("JK") for card in one["cards"])]
    if tabled:
        return max(
            tabled, key=lambda one: (len(one["cards"]), -sum(card.startswith("JK") for card in one["cards"]))
        )
    if "discard" in by_type:
        return max(by_type["discard"], key=lambda one: _burden(one["card"], round_["hand"]))
    return by_type["take_back"][0]


def ambiguous(actions: list[Json]) -> list[Json]:
    """Actions that could mean several legal ones: melds of more than one kind, a joker with more than one place."""
    meanings: dict[tuple[str, str, tuple[str, ...]], list[Json]] = {}
    for action in actions:
        if action["type"] in {"meld", "lay_off"}:
            bare = tuple(card.partition(":")[0] for card in action["cards"])
            meanings.setdefault((action["type"], action.get("meld", ""), bare), []).append(action)
    found = []
    for (kind, meld, bare), same in meanings.items():
        place = {"meld": meld} if meld else {}
        listed = any(tuple(action["cards"]) == bare for action in same)
        if len({action.get("kind") for action in same}) > 1 or (meld and len(same) > 1 and not listed):
            found.append({"type": kind, **place, "cards": list(bare)})
    return found


def _helps(card: str | None, hand: list[str]) -> bool:
    """Whether a card makes three with the hand: two of its rank, or its two neighbours."""
    if card is None or card == "JK":
        return card is not None
    rank, suit = ORDER[card[:-1]], card[-1]
    natural = [other for other in hand if other != "JK"]
    mates = {other for other in natural if other[:-1] == card[:-1]} - {card}
    near = {ORDER[other[:-1]] - rank for other in natural if other[-1] == suit}
    return len(mates) > 1 or any({low, low + 1, low + 2} - {0} <= near for low in (-2, -1, 0))


def _burden(card: str, hand: list[str]) -> tuple[bool, int, int]:
    """How gladly a card is discarded: jokers last, loners first, the dear ones before the cheap."""
    if card == "JK":
        return False, 0, 0
    rank = ORDER[card[:-1]]
    friends = sum(
        other[:-1] == card[:-1] or (other[-1] == card[-1] and abs(ORDER[other[:-1]] - rank) < 3)  # noqa: PLR2004
        for other in hand
        if other not in ("JK", card)
    )
    return True, -friends, rank

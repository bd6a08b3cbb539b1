"""The rules of the games, and nothing else: positions and actions go in; new positions, facts and refusals come out.

What the engine can do:

* `resolve` makes one ruleset of a preset and house rules, or says why they cannot stand together.
* `match.start`, `match.play` and `match.deal_next` play whole games; `match.replay` plays a log again.
* A family (`FAMILIES`, `family_of`) deals rounds, judges single actions and positions, lists what is legal, and shows
  a position as a seat may see it.
* `clauses` holds the rulebook's text, `refusals` every way in which the rules say no, `sentences` how they say it.
* `shuffle` is a shuffle that anybody can check.

There is no clock, no randomness and no input or output in here: the seed of a game is an argument.
"""

from engine.family import FAMILIES, PRESETS, Family, family_of, resolve
from engine.options import OptionField, Options, Preset, Ruleset, fields
from engine.refusals import Code, Facts, Reading, Refusal, Refused
from engine.results import CardCost, Outcome, SeatScore, Step

__all__ = [
    "FAMILIES",
    "PRESETS",
    "CardCost",
    "Code",
    "Facts",
    "Family",
    "OptionField",
    "Options",
    "Outcome",
    "Preset",
    "Reading",
    "Refusal",
    "Refused",
    "Ruleset",
    "SeatScore",
    "Step",
    "family_of",
    "fields",
    "resolve",
]

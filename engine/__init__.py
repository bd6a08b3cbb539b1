"""The rules of the games, and nothing else: positions and actions go in; new positions, facts and refusals come out.

What the engine can do:

* `resolve` makes one ruleset of a preset and house rules, or says why they cannot stand together; `examine` says beside
  that what is odd about them.
* `match.start`, `match.play` and `match.deal_next` play whole games; `match.replay` plays a log again.
* A family (`FAMILIES`, `family_of`) deals rounds, judges single actions and positions, lists what is legal, and shows
  a position as a seat may see it.
* `tournament` plays match play: who sits where, the score forms of the tables, and the ranking.
* `clauses` holds the rulebook's text, `refusals` every way in which the rules say no, `sentences` how they say it.
* `shuffle` is a shuffle that anybody can check.

There is no clock, no randomness and no input or output in here: the seed of a game is an argument.
"""

from engine.family import FAMILIES, PRESETS, Examined, Family, examine, family_of, resolve
from engine.findings import Finding, OptionValue, RoundRange, WarningCode, WarningFacts
from engine.options import OptionField, Options, Preset, Ruleset, fields
from engine.refusals import Code, Facts, Reading, Refusal, Refused
from engine.repairs import Repair, RepairCode
from engine.results import CardCost, Outcome, SeatScore, Step

__all__ = [
    "FAMILIES",
    "PRESETS",
    "CardCost",
    "Code",
    "Examined",
    "Facts",
    "Family",
    "Finding",
    "OptionField",
    "OptionValue",
    "Options",
    "Outcome",
    "Preset",
    "Reading",
    "Refusal",
    "Refused",
    "Repair",
    "RepairCode",
    "RoundRange",
    "Ruleset",
    "SeatScore",
    "Step",
    "WarningCode",
    "WarningFacts",
    "examine",
    "family_of",
    "fields",
    "resolve",
]

"""Bots: they choose the actions of a seat from what it knows (`seen`), and from nothing else.

A bot thinks on the position in which everything that it has not seen is hidden, and every action that it returns was
judged there by the rules.
"""

from engine.jokeren.bots.hints import hint
from engine.jokeren.bots.seen import JokerenSeen, seen
from engine.jokeren.bots.turns import bot_turn

__all__ = ["JokerenSeen", "bot_turn", "hint", "seen"]

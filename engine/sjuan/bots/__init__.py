"""Bots: they choose the action of a seat from what it knows (`seen`), and from nothing else."""

from engine.sjuan.bots.hints import hint
from engine.sjuan.bots.seen import SjuanSeen, seen
from engine.sjuan.bots.turns import bot_turn

__all__ = ["SjuanSeen", "bot_turn", "hint", "seen"]

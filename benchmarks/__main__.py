"""Run every benchmark, one after the other."""

from __future__ import annotations

from benchmarks import boardgame, bulk, moves, peers, random_play, seating, solver

for benchmark in (random_play, peers, boardgame, moves, bulk, seating, solver):
    benchmark.main()

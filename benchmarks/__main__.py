"""Run every benchmark, one after the other."""

from __future__ import annotations

from benchmarks import bulk, moves, peers, random_play, solver

for benchmark in (random_play, peers, moves, bulk, solver):
    benchmark.main()

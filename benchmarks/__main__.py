"""Run every benchmark, one after the other."""

from __future__ import annotations

from benchmarks import moves, random_play

for benchmark in (random_play, moves):
    benchmark.main()

"""What the README's figures come from: `make bench` runs them all, `python -m benchmarks.NAME` one."""

"""What a reader is told is true: the README's session, its settings, its links, and names of files and commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.settings import rows
from tests.faults.server import Server

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str) -> list[str]:
    """The README's code blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def within(shown: Any, real: Any) -> bool:
    """Whether what is shown is part of what was answered."""
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(key in real and within(shown[key], real[key]) for key in shown)
    if isinstance(shown, list):
        return len(shown) == len(real) and all(map(within, shown, real))
    return bool(shown == real)


@pytest.fixture
def curl(tmp_path: Path) -> str:
    """A PATH with a curl on it: the machine's own, or the stand-in."""
    path = os.environ["PATH"]
    if shutil.which("curl"):
        return path
    stand_in = tmp_path / "bin" / "curl"
    stand_in.parent.mkdir()
    stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} {Path(__file__).with_name("curl.py")} "$@"\n')
    stand_in.chmod(0o755)
    return f"{stand_in.parent}:{path}"


@pytest.mark.skipif(sys.platform != "linux", reason="the server of these tests looks for processes in /proc")
def test_the_session_answers_as_it_is_shown(tmp_path: Path, curl: str) -> None:
    """One shell runs all blocks in order, as a reader would; each answer holds what the README shows of it."""
    commands, shown = blocks("sh"), [json.loads(block) for block in blocks("json")]
    assert len(commands) == len(shown) == 3
    with Server(tmp_path) as server:
        script = "\n".join(f"{block}\necho; echo ----" for block in commands)
        script = script.replace("localhost:8000", f"localhost:{server.port}")
        ran = subprocess.run(
            ["/bin/sh", "-eu", "-c", script],
            cwd=tmp_path,
            env=os.environ | {"PATH": curl},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    answers = [json.loads(answer) for answer in ran.stdout.split("----")[:-1]]
    for block, answer in zip(shown, answers, strict=True):
        assert within(block, answer), (block, answer)


@pytest.mark.skipif(sys.platform != "linux", reason="the server of these tests looks for processes in /proc")
def test_the_demo_prints_what_is_shown(tmp_path: Path) -> None:
    (excerpt,) = blocks("demo")
    with Server(tmp_path) as server:
        command = [sys.executable, "-m", "service.cli", "demo", "--url", f"http://127.0.0.1:{server.port}"]
        ran = subprocess.run(
            [*command, "--rounds", "1"],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
            encoding="utf-8",
        )
    assert excerpt in ran.stdout
    assert "has the lowest total and won." in ran.stdout or "share the lowest total and won." in ran.stdout


def test_every_setting_is_in_the_table_and_no_other() -> None:
    written = [
        f"| `{name}` | {f'`{default}`' if default else '(none)'} | {says} |" for name, default, says in rows()
    ]
    assert [line for line in README.splitlines() if line.startswith("| `UITLEG_")] == written


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_names_lead_somewhere(page: Path) -> None:
    """Links to files, files and folders in backquotes, and targets of make."""
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    named = re.findall(r"`((?:engine|service|tests|docs|deploy|benchmarks)/[\w./-]*)`", text)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"`make (\w+)`|^make (\w+)", text, re.MULTILINE)
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [a or b for a, b in targets if not re.search(rf"^{a or b}:", makefile, re.MULTILINE)] == []


def test_nothing_in_the_repository_needs_this_machine() -> None:
    """No path of a home or a work folder, and no host of a registry, in any file that git knows."""
    wanted = r"(/root/|https?://[^ ]*(pypi|npmjs|debian)[^ ]*/(simple|dists|pool))"
    found = subprocess.run(
        ["git", "grep", "-nIE", wanted, "--", ".", ":!tests/docs/test_readme.py"],  # noqa: S607 (whichever git the machine has)
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""

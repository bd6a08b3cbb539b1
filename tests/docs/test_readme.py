"""What a reader is told is true: the README's session, its settings, its links, and names of files and commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine import PRESETS, family_of
from engine.clauses import CLAUSES, clause_text
from engine.texts import LANGUAGES
from service.settings import rows
from service.verdicts import ruleset_detail
from tests.contract.document import DOCUMENT, METHODS, REFUSALS
from tests.faults.server import Server

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
FILES = {"Makefile", "Dockerfile"} | {
    path.name
    for folder in (ROOT, *(ROOT / name for name in ("engine", "service", "tests", "deploy", "benchmarks")))
    for path in (folder.glob("*") if folder == ROOT else folder.rglob("*"))
    if "node_modules" not in path.parts
}


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
    assert len(commands) == len(shown) == 5
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
        command = [sys.executable, "-m", "service.cli", "demo", "--url", f"127.0.0.1:{server.port}"]
        ran = subprocess.run(
            command, capture_output=True, text=True, timeout=120, check=True, encoding="utf-8"
        )
    rest = ran.stdout
    for part in excerpt.split("…\n"):
        assert part in rest
        rest = rest.partition(part)[2]
    assert rest == ""
    refused = re.findall(r"^    ! .*: (\d+ \w+)$", ran.stdout, re.MULTILINE)
    assert refused == [
        "409 not_your_turn",
        "409 draw_must_be_last",
        "409 run_not_consecutive",
        "409 draw_first",
        "401 token_required",
        "409 lay_off_ambiguous",
        "409 freed_joker_not_tabled",
        "409 meld_ambiguous",
    ]


def test_every_setting_is_in_the_table_and_no_other() -> None:
    written = [
        f"| `{name}` | {f'`{default}`' if default else '(none)'} | {says} |" for name, default, says in rows()
    ]
    assert [line for line in README.splitlines() if line.startswith("| `UITLEG_")] == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_clause_is_explained_by_its_ruleset(language: str) -> None:
    for preset in PRESETS:
        detail = ruleset_detail(preset, language)
        family = family_of(preset)
        assert [option.name for option in detail.options] == list(family.options_type.__struct_fields__)
        assert all(option.description and option.clause in CLAUSES for option in detail.options)
        served = {clause.id: clause.text for clause in detail.clauses}
        assert served == {
            name: clause_text(name, language)
            for name in CLAUSES
            if name.startswith(family.clause_prefix) or name == "J.match"
        }


def test_every_code_is_explained_with_an_example() -> None:
    codes = DOCUMENT["components"]["schemas"]["ErrorCode"]["enum"]
    assert list(REFUSALS) == codes
    assert [code for code, told in REFUSALS.items() if not (told["when"] and told["example"])] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_and_names_lead_somewhere(page: Path) -> None:
    """Links to files, files and folders in backquotes, and targets of make."""
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    named = re.findall(r"`((?:engine|service|tests|docs|deploy|benchmarks)/[\w./-]*)`", text)
    modules = re.findall(r"`(\w+\.(?:py|toml|yaml|txt))`", text)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:`|^)make ([\w-]+)", text, re.MULTILINE)
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [name for name in modules if name not in FILES] == []
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_operations_and_settings_are_called_by_their_names(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    operations = {
        operation["operationId"]
        for item in DOCUMENT["paths"].values()
        for name, operation in item.items()
        if name in METHODS
    }
    settings = {name for name, _, _ in rows()}
    called = re.findall(r"`((?:create|deal|delete|export|get|list|make|score|validate)[A-Z]\w*)`", text)
    assert set(called) - operations == set()
    assert set(re.findall(r"UITLEG_[A-Z_]+[A-Z]", text)) - settings == set()


def test_the_index_leads_to_every_page() -> None:
    for folder in (ROOT / "docs", ROOT / "docs" / "decisions"):
        index = (folder / "README.md").read_text(encoding="utf-8")
        pages = {page.name for page in folder.glob("*.md")} - {"README.md"}
        assert pages - set(re.findall(r"\]\(([^)/]+)\)", index)) == set()


def test_the_changelog_speaks_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == version == DOCUMENT["info"]["version"]


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[<>=]", need)[0] for need in needed}
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = {
        name for row in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE) for name in row.split(", ")
    }
    assert names - explained == set()


def test_nothing_in_the_repository_needs_this_machine() -> None:
    """No path of this machine, and no host of a registry, in any file that is not ignored."""
    wanted = r"(/root/|/Users/|https?://[^ ]*/(simple|dists|pool|-)/)"  # a registry's paths
    found = subprocess.run(
        ["git", "grep", "--no-index", "--exclude-standard", "-nIE", wanted, "--", ".", ":!tests/docs"],  # noqa: S607 (whichever git the machine has)
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.stdout, found.stderr) == ("", "")

"""Who may know whom: the engine knows nothing of the world, the service knows no rule, nobody asks for a preset's name."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
SERVICE = sorted((ROOT / "service").rglob("*.py"))
WORLDLY = {
    *(
        "time",
        "datetime",
        "random",
        "secrets",
        "os",
        "io",
        "pathlib",
        "socket",
        "subprocess",
        "threading",
        "asyncio",
    ),
    *("logging", "tempfile", "shutil", "sqlite3", "urllib", "http", "uuid"),
}
EDGE = {f"service/schemas/{name}.py" for name in ("jokeren", "sjuan", "options", "requests")}
LONGEST = 320


def imports(path: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return found


def name(path: Path) -> str:
    """A file as it is called from the root."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_the_engine_is_pure(path: Path) -> None:
    """The standard library without clocks, chance and input or output; msgspec; itself."""
    roots = {module.split(".")[0] for module in imports(path)}
    assert roots <= {*sys.stdlib_module_names, "msgspec", "engine"} - WORLDLY


@pytest.mark.parametrize("path", SERVICE, ids=name)
def test_the_service_knows_no_rule(path: Path) -> None:
    """Only the schemas at the edge know a family's own values."""
    inside = {module for module in imports(path) if module.startswith(("engine.jokeren", "engine.sjuan"))}
    assert not inside or name(path) in EDGE


def test_one_module_knows_redis() -> None:
    """Whoever keeps something asks the store, and the store asks the link."""
    assert [name(path) for path in SERVICE if "redis" in imports(path)] == ["service/redis_link.py"]


@pytest.mark.parametrize("path", [*ENGINE, *SERVICE], ids=name)
def test_nobody_asks_for_a_presets_name(path: Path) -> None:
    """A comparison with one would be a branch on it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare | ast.MatchValue)]
    texts = {one.value for node in compared for one in ast.walk(node) if isinstance(one, ast.Constant)}
    assert not {text for text in texts if isinstance(text, str) and text.startswith(("jokeren-", "sjuan"))}


@pytest.mark.parametrize("path", [*ENGINE, *SERVICE], ids=name)
def test_no_module_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST

"""The image without a Docker engine: its steps are carried out in a folder, and what it starts is asked how it is."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml
from dockerfile_parse import DockerfileParser

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


@dataclass
class Image:
    """A folder in the place of a file system, and what the Dockerfile says beside it.

    The stage at work always lives at the same path, so that what is copied from an earlier one finds itself again.
    """

    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    stages: dict[str, Path] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    workdir: str = "/"
    stage: str = ""

    @property
    def root(self) -> Path:
        return self.folder / "root"

    def place(self, path: str) -> Path:
        return self.root / os.path.normpath(os.path.join(self.workdir, path)).lstrip("/")  # noqa: PTH118 - no path here

    def translated(self, text: str) -> str:
        """Put the absolute paths of the image's own folders into the folder."""
        return re.sub(
            r"(?<![\w./-])/(venv|src|data)(?![\w.-])", lambda found: f"{self.root}/{found[1]}", text
        )

    def carry_out(self, instruction: str, value: str) -> None:
        getattr(self, f"do_{instruction.lower()}", self.remember)(value, instruction)

    def remember(self, value: str, instruction: str) -> None:
        self.said[instruction] = value

    def do_comment(self, _value: str, _instruction: str) -> None:
        pass

    def do_from(self, value: str, _instruction: str) -> None:
        if self.stage:
            self.stages[self.stage] = self.root.rename(self.folder / f"stage-{self.stage}")
        image, *name = value.split()
        assert image.startswith("python:3.11-slim")  # glibc: the wheel of the Redis is made for it
        self.stage = name[1] if name else "last"
        self.root.mkdir()
        self.workdir, self.said = "/", {}
        self.env = {"PATH": f"{self.folder}/host:/usr/bin:/bin"}

    def do_workdir(self, value: str, _instruction: str) -> None:
        self.workdir = value
        self.place(value).mkdir(parents=True, exist_ok=True)

    def do_env(self, value: str, _instruction: str) -> None:
        for pair in shlex.split(value):
            name, _, text = pair.partition("=")
            self.env[name] = Template(self.translated(text)).safe_substitute(self.env)

    def do_copy(self, value: str, _instruction: str) -> None:
        *sources, target = value.split()
        base = ROOT
        if sources[0].startswith("--from="):
            base = self.stages[sources.pop(0).removeprefix("--from=")]
        for source in sources:
            if base is ROOT:
                assert f"!{source}" in (ROOT / ".dockerignore").read_text().splitlines(), (
                    f"{source} is ignored"
                )
            origin = base / source.lstrip("/")
            place = self.place(target)
            if origin.is_dir():
                ignore = shutil.ignore_patterns("__pycache__") if base is ROOT else None
                shutil.copytree(origin, place, symlinks=True, ignore=ignore, dirs_exist_ok=True)
            else:
                shutil.copy(origin, place / source if target.endswith("/") else place)

    def do_run(self, value: str, _instruction: str) -> None:
        subprocess.run(
            ["/bin/sh", "-ec", self.translated(value)],
            cwd=self.place("."),
            env=self.environment(),
            check=True,
        )

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a step: this machine's, for its package index, under that of the image."""
        own = {"PATH", "VIRTUAL_ENV", "PYTHONPATH"}
        base = {k: v for k, v in os.environ.items() if k not in own and not k.startswith(("UITLEG_", "COV_"))}
        return {**base, **self.env, **more}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The image, built."""
    image = Image(tmp_path_factory.mktemp("image"))
    host = image.folder / "host"
    host.mkdir()
    python = getattr(sys, "_base_executable", sys.executable)
    for name, line in {"python": f"exec '{python}' \"$@\"", "chown": "exit 0"}.items():
        (host / name).write_text(f"#!/bin/sh\n{line}\n")
        (host / name).chmod(0o755)
    parser = DockerfileParser(path=str(image.folder))
    parser.content = (ROOT / "Dockerfile").read_text()
    for step in parser.structure:
        image.carry_out(step["instruction"], step["value"])
    for stage in image.stages.values():
        shutil.rmtree(stage)  # nothing of it may be needed any more
    return image


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


def listing(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_what_the_image_starts_serves_and_writes_nowhere_but_in_its_data(image: Image) -> None:
    env = image.environment(UITLEG_HOST="127.0.0.1", UITLEG_PORT=str(free_port()), UITLEG_WORKERS="1")
    health = json.loads(image.said["HEALTHCHECK"].partition("CMD ")[2])
    before = listing(image.root / "venv")
    log = image.folder / "log"
    with (
        log.open("w") as out,
        subprocess.Popen(
            json.loads(image.said["CMD"]), cwd=image.place("."), env=env, stdout=out, stderr=subprocess.STDOUT
        ) as service,
    ):
        deadline = time.monotonic() + PATIENCE
        while True:
            healthy = subprocess.run(health, cwd=image.place("."), env=env, check=False, capture_output=True)
            if healthy.returncode == 0 or time.monotonic() > deadline or service.poll() is not None:
                break
            time.sleep(0.2)
        service.send_signal(signal.SIGTERM)
        service.wait(PATIENCE)
    assert healthy.returncode == 0, log.read_text()
    assert service.returncode == 0
    assert listing(image.root / "venv") == before
    assert {path.name for path in image.root.iterdir()} == {"venv", "data"}
    assert (image.root / "data" / "appendonlydir").is_dir()


def test_the_image_is_nobody_in_particular_and_keeps_its_data_in_a_volume(image: Image) -> None:
    user, group = image.said["USER"].split(":")
    assert int(user) > 0 < int(group)
    assert image.said["VOLUME"] == "/data"
    assert image.said["EXPOSE"] == image.env["UITLEG_PORT"] == "8000"


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    composed = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    services: dict[str, dict[str, Any]] = composed["services"]
    assert set(services) == {"api", "valkey"}
    for service in services.values():
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in composed["volumes"]
    return services


def test_compose_gives_both_no_more_rights_than_they_need(services: dict[str, dict[str, Any]]) -> None:
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["tmpfs"] == ["/tmp"]  # noqa: S108 - in the container
    assert "cap_add" not in services["api"]


def test_compose_writes_every_move_to_disk_and_evicts_none(services: dict[str, dict[str, Any]]) -> None:
    command = services["valkey"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--appendonly"] == "yes"
    assert options["--appendfsync"] == "always"
    assert options["--maxmemory-policy"] == "noeviction"
    assert any(volume.endswith(":/data") for volume in services["valkey"]["volumes"])


def test_compose_waits_for_the_redis_that_it_names_and_opens_no_port_to_the_world(
    services: dict[str, dict[str, Any]],
) -> None:
    api = services["api"]
    assert api["environment"]["UITLEG_REDIS_URL"].startswith("redis://valkey:")
    assert api["depends_on"]["valkey"]["condition"] == "service_healthy"
    assert "healthcheck" in services["valkey"]
    assert "ports" not in services["valkey"]
    assert all(port.startswith("127.0.0.1:") for port in api["ports"])
    assert (ROOT / "deploy" / api["build"] / "Dockerfile").is_file()

"""Answers that are given again: what a key stands for, and the answer that was kept under it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from service.contract import Answer
from service.problems import Problem, ServiceCode
from service.records import read_remembered

if TYPE_CHECKING:
    from service.contract import Call
    from service.records import Remembered


def digest(call: Call, key: str) -> str:
    """Under what an answer is kept: the key, by the same token at the same path, with nothing of them in clear."""
    return sha256(f"{call.scope}\0{call.path}\0{key}".encode()).hexdigest()


def remembered(call: Call, packed: bytes) -> Remembered:
    """The answer that was kept, if the request is the same; Problem where its body is another."""
    record = read_remembered(packed)
    if record.fingerprint != call.fingerprint:
        raise key_reused()
    return record


def replay(call: Call, packed: bytes) -> Answer:
    """The answer that was kept, marked as given again."""
    return answer_of(remembered(call, packed), replayed=True)


def answer_of(record: Remembered, *, replayed: bool = False) -> Answer:
    """The answer that is kept for a repetition."""
    status = 200 if record.location is None else 201
    return Answer(
        record.body, status=status, version=record.version, location=record.location, replayed=replayed
    )


def key_reused() -> Problem:
    """A key was used for another request."""
    return Problem.of(ServiceCode.IDEMPOTENCY_KEY_REUSED, source="header", pointer="Idempotency-Key")

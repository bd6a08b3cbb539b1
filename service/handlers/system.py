"""The service about itself: its health and its contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.contract import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.contract import Call, Contract
    from service.store import Store


class HealthCheck(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str | None


class HealthReport(msgspec.Struct, frozen=True):
    """That the service works, and what was looked at to say so."""

    status: str
    checks: tuple[HealthCheck, ...]


def system_handlers(contract: Contract, store: Store) -> dict[str, Callable[[Call], Answer]]:
    """The handlers of the service's own operations."""

    def get_readiness(_call: Call) -> Answer:
        """Ready means that Redis answers; how it keeps what it is given is told with it."""
        health = store.health()
        kept = f"{health.server}, appendfsync {health.persistence}"
        checks = [HealthCheck("redis", True, kept)]  # noqa: FBT003
        checks += [HealthCheck("redis_settings", False, problem) for problem in health.problems]  # noqa: FBT003
        return Answer(HealthReport("ok", tuple(checks)))

    return {
        "get_liveness": lambda _call: Answer(HealthReport("ok", ())),
        "get_readiness": get_readiness,
        "get_contract_yaml": lambda _call: Answer(contract.yaml, content_type="application/yaml"),
        "get_contract_json": lambda _call: Answer(contract.json),
    }

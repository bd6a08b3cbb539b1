"""The bodies of requests, one class per component of the contract and named as it.

What is loaded are values of the engine. Everything that is wrong is found at once, each as a `Fault` at its place
(`errors.faults_of`). Answers have no schema here: they are structs, which cannot hold anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.schemas.requests import (
    ComparisonRequest,
    DealRequest,
    GameMoveRequest,
    GameRequest,
    HandRequest,
    LegalMovesRequest,
    MeldsRequest,
    MoveRequest,
    ResolutionRequest,
    RoundScoreRequest,
)
from service.schemas.tournaments import (
    DealEntry,
    FormConfirmation,
    TableGameRequest,
    TournamentRequest,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marshmallow import Schema

SCHEMAS: Mapping[str, Schema] = {
    type(schema).__name__: schema
    for schema in (
        ResolutionRequest(),
        ComparisonRequest(),
        DealRequest(),
        MeldsRequest(),
        HandRequest(),
        MoveRequest(),
        LegalMovesRequest(),
        RoundScoreRequest(),
        GameRequest(),
        GameMoveRequest(),
        TournamentRequest(),
        DealEntry(),
        TableGameRequest(),
        FormConfirmation(),
    )
}

"""The unions over all families: an action says of which it is by its `type`, a position by its `family`."""

from __future__ import annotations

from types import MappingProxyType

from service.schemas import jokeren, sjuan
from service.schemas.fields import Union


class Action(Union):
    """What a player asks for."""

    type_schemas = MappingProxyType({**jokeren.ACTIONS, **sjuan.ACTIONS})


class ActionToJudge(Union):
    """What is asked of a position that is sent."""

    type_schemas = MappingProxyType({**jokeren.ACTIONS_TO_JUDGE, **sjuan.ACTIONS})


class State(Union):
    """A position."""

    type_field = "family"
    type_schemas = MappingProxyType({"jokeren": jokeren.JokerenState(), "sjuan": sjuan.SjuanState()})


class PartialState(Union):
    """A position of which not everything need be known."""

    type_field = "family"
    type_schemas = MappingProxyType(
        {"jokeren": jokeren.JokerenPartialState(), "sjuan": sjuan.SjuanPartialState()}
    )

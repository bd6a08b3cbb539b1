"""The settings: every one can be set, a wrong one is named, a secret one is not repeated."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from service.settings import Settings, SettingsError, rows, variable

DIGEST = "ab" * 32

GOOD = {
    "host": ("::1", "::1"),
    "port": ("9000", 9000),
    "redis_url": ("rediss://user:word@redis.example:6380/2", "rediss://user:word@redis.example:6380/2"),
    "data_dir": ("games", Path("games")),
    "appendfsync": ("always", "always"),
    "game_ttl": ("12h", 12 * 3600),
    "workers": ("3", 3),
    "threads": ("16", 16),
    "max_wait": ("0", 0),
    "max_body": ("1024", 1024),
    "api_keys": (f"{DIGEST.upper()}, {'0' * 64},", frozenset({DIGEST, "0" * 64})),
    "log_level": ("debug", "debug"),
}
BAD = {
    "host": ["a b", "http://x"],
    "port": ["0", "65536", "x", "80.0", "-1", "\uff18\uff10", "tcp://10.0.0.1:80"],
    "redis_url": ["localhost:6379", "http://localhost"],
    "appendfsync": ["no", "Always"],
    "game_ttl": ["0d", "90", "d", "1.5h", "-1s", "9999999999d"],
    "workers": ["0", "513"],
    "threads": ["0", "257"],
    "max_wait": ["26", "-1"],
    "max_body": ["1023", "16777217"],
    "api_keys": ["word", DIGEST + "0"],
    "log_level": ["INFO", "loud"],
}


def test_without_variables_there_are_the_defaults() -> None:
    settings = Settings.from_env({"PATH": "/bin"})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.redis_url) == ("127.0.0.1", 8000, None)
    assert (settings.game_ttl, settings.threads, settings.max_wait) == (90 * 24 * 3600, 8, 25)
    assert (settings.max_body, settings.api_keys, settings.appendfsync) == (262_144, frozenset(), "everysec")
    assert settings.workers >= 1


def test_the_data_folder_is_where_data_of_a_user_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert Settings().data_dir == Path("/somewhere/uitleg")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert Settings().data_dir == Path("/home/anna/.local/share/uitleg")


def test_every_setting_has_a_case_here() -> None:
    names = {each.name for each in fields(Settings)}
    assert names == set(GOOD)
    assert names - set(BAD) == {"data_dir"}


@pytest.mark.parametrize("name", GOOD)
def test_a_setting_is_read_from_its_variable(name: str) -> None:
    text, value = GOOD[name]
    assert getattr(Settings.from_env({variable(name): text}), name) == value


@pytest.mark.parametrize("name", GOOD)
def test_an_empty_variable_is_one_that_is_not_set(name: str) -> None:
    assert Settings.from_env({variable(name): ""}) == Settings()


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BAD.items() for text in texts])
def test_a_wrong_value_is_refused_with_its_variable(name: str, text: str) -> None:
    with pytest.raises(SettingsError, match=f"^{variable(name)} must be ") as caught:
        Settings.from_env({variable(name): text})
    assert (repr(text) in str(caught.value)) == (name not in {"redis_url", "api_keys"})


def test_all_that_is_wrong_is_said_at_once_and_a_typing_error_is_not_lost() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"UITLEG_PORT": "x", "UITLEG_TREADS": "4", "UITLEG_ZZZ": "1"})
    assert str(caught.value).splitlines() == [
        "UITLEG_PORT must be a whole number from 1 to 65535, not 'x'",
        "UITLEG_TREADS is not a setting; UITLEG_THREADS is",
        "UITLEG_ZZZ is not a setting",
    ]


def test_secrets_are_not_in_the_text_of_the_settings() -> None:
    text = repr(Settings.from_env({variable(name): text for name, (text, _) in GOOD.items()}))
    assert "word" not in text
    assert DIGEST not in text


def test_every_setting_is_described_with_a_default_that_is_true() -> None:
    settings = Settings()
    for name, shown, meaning in rows():
        assert meaning.endswith(".")
        field = name.removeprefix("UITLEG_").lower()
        if shown and field not in {"workers", "data_dir"}:
            assert getattr(Settings.from_env({name: shown}), field) == getattr(settings, field)

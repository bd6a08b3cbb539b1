"""The service whose contract it is."""

from __future__ import annotations

from tests.service.conftest import app

__all__ = ["app"]

"""The service under a gunicorn of your own: ``gunicorn -c deploy/gunicorn.conf.py``, with UITLEG_REDIS_URL set."""

import os

from service.serving import gunicorn_options
from service.settings import Settings, SettingsError

settings = Settings.from_env(os.environ)
if settings.redis_url is None:
    raise SettingsError("UITLEG_REDIS_URL must be set: only `uitleg serve` starts a Redis of its own")
globals().update(gunicorn_options(settings))

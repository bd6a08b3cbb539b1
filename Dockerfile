# docker build -t uitleg . && docker run -p 8000:8000 -v uitleg:/data uitleg
# With UITLEG_REDIS_URL it keeps its games there; without, in a Redis of its own in the volume.

FROM python:3.11-slim AS build
RUN python -m venv /venv
WORKDIR /src
COPY pyproject.toml constraints.txt openapi.yaml ./
COPY engine ./engine
COPY service ./service
RUN /venv/bin/python -m pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.11-slim
COPY --from=build /venv /venv
RUN mkdir /data && chown 10001:10001 /data
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
ENV UITLEG_HOST=0.0.0.0 UITLEG_PORT=8000 UITLEG_DATA_DIR=/data
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"UITLEG_PORT\"]}/health/ready', timeout=2)"]
CMD ["uitleg", "serve"]

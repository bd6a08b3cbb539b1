"""A stand-in for curl where there is none: the few options that the README uses."""

from __future__ import annotations

import argparse
import sys
import urllib.error
import urllib.request


def main() -> None:
    """Send the request, print the body of the answer, whatever its status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-H", action="append", default=[], dest="headers")
    parser.add_argument("-d", dest="data")
    parser.add_argument("url")
    given = parser.parse_args()
    headers = dict(header.split(": ", 1) for header in given.headers)
    data = given.data.encode() if given.data else None
    request = urllib.request.Request(f"http://{given.url}", data, headers)
    try:
        answer = urllib.request.urlopen(request)  # noqa: S310 (the same)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    sys.stdout.buffer.write(answer.read())


if __name__ == "__main__":
    main()

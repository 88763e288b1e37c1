"""Verifies the DKIM signatures of an email with dkimpy. Reads JSON with "raw" and "records" (TXT records by name), and prints a list of the results."""

import json
import sys

import dkim

given = json.load(sys.stdin)
records = given["records"]


def find(name, timeout=5):
    text = records.get(name.decode().rstrip("."))
    return None if text is None else text.encode()


raw = given["raw"].encode("latin-1")
signatures = raw.lower().split(b"\r\n\r\n")[0].count(b"dkim-signature:")
verifier = dkim.DKIM(raw)
print(json.dumps([verifier.verify(idx=at, dnsfunc=find) for at in range(signatures)]))

"""Receives webhooks of Postrider, using only the standard library."""

import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_SECONDS = 300


def key_of(secret):
    """The key of a secret. With an empty key anyone could sign, so text without a key is an error."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not secret.startswith("whsec_") or not key:
        raise ValueError("not a secret")
    return key


# Several secrets while one is replaced, separated by spaces or commas.
SECRETS = os.environ.get("POSTRIDER_WEBHOOK_SECRET", "").replace(",", " ").split()
try:
    KEYS = [key_of(secret) for secret in SECRETS]
except ValueError:
    KEYS = []
if not KEYS:
    sys.exit("Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).")

database = sqlite3.connect(os.environ.get("DATABASE", ":memory:"))
database.execute("CREATE TABLE IF NOT EXISTS handled (id TEXT PRIMARY KEY)")


class Forged(Exception):
    """The delivery isn't from Postrider, was changed, or is too old."""


def verify(headers, body):
    """Returns the event of a delivery."""
    event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    signatures = headers["webhook-signature"]
    if not event_id or not signatures or not re.fullmatch("[0-9]{1,12}", timestamp or ""):
        raise Forged("A header is missing or malformed.")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise Forged("The time is too far away.")
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = ["v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in KEYS]
    if not any(
        hmac.compare_digest(each.encode(), given.encode()) for each in expected for given in signatures.split(" ")
    ):
        raise Forged("No signature matches.")
    return json.loads(body)


def handle(event):
    """What your program does for an event."""
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    # A connection that sends nothing for so many seconds is closed.
    timeout = 15

    def do_POST(self):
        length = self.headers["Content-Length"] or ""
        # Events are shorter than a megabyte. No signature matches the empty body that replaces longer ones.
        body = self.rfile.read(int(length)) if re.fullmatch("[0-9]{1,6}", length) else b""
        try:
            event = verify(self.headers, body)
        except Forged as error:
            print(error, file=sys.stderr)
            return self.respond(400)
        # One transaction with your own change: if it fails, the ID isn't stored, and the event comes again.
        with database:
            added = database.execute("INSERT OR IGNORE INTO handled (id) VALUES (?)", (event["id"],))
            # The same event can arrive more than once.
            if added.rowcount == 1:
                handle(event)
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print("Listening", flush=True)
server.serve_forever()

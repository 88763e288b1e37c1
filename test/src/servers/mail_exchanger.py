"""A mail server with Python's aiosmtpd. It refuses recipients with a status in their local part, such as 5.1.1-zoe@example.com, and prints accepted emails."""

import json
import sys


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        status, _, name = address.split("@")[0].partition("-")
        if name and status[0] in "45" and status.count(".") == 2:
            return f"{status[0]}50 {status} {name} is refused"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "raw": envelope.content.decode("utf-8", "replace"),
        }
        print(json.dumps(mail), flush=True)
        return "250 2.0.0 OK queued as py1"

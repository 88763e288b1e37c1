/** Receives events with the server client. */
const NODE = [
  '// receive.mjs, after npm install @postrider/client',
  '// (until it is published: of the file that npm run pack creates in a clone)',
  "import { createServer } from 'node:http'",
  "import { verifyWebhook, WebhookError } from '@postrider/client'",
  '',
  '// Several secrets while one is replaced, separated by spaces or commas.',
  "const secrets = (process.env.POSTRIDER_WEBHOOK_SECRET ?? '').split(/[\\s,]+/).filter(Boolean)",
  'const isUsable = (secret) => {',
  "  const key = Buffer.from(secret.slice(6), 'base64').toString('base64')",
  "  return key !== '' && secret === `whsec_${key}`",
  '}',
  'if (!secrets.length || !secrets.every(isUsable)) {',
  "  console.error('Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).')",
  '  process.exit(1)',
  '}',
  '// Keep these in a table with a unique key: the same event can arrive more than once.',
  'const handled = new Set()',
  '',
  'const statusFor = async (request) => {',
  '  try {',
  '    const pieces = []',
  '    for await (const piece of request) pieces.push(piece)',
  '    // The signature is that of the raw body: verify it before anything parses the body.',
  '    const event = await verifyWebhook(request.headers, Buffer.concat(pieces), secrets)',
  '    if (!handled.has(event.id)) console.log(event.type, event.id)',
  '    handled.add(event.id)',
  '    return 204',
  '  } catch (error) {',
  '    console.error(String(error))',
  '    return error instanceof WebhookError ? 400 : 500',
  '  }',
  '}',
  '',
  'createServer(async (request, response) => {',
  '  response.writeHead(await statusFor(request)).end()',
  "}).listen(process.env.PORT ?? 3000, '127.0.0.1')",
].join('\n')

/** Receives events with the standard library. */
const PYTHON = `# receive.py
import base64, hashlib, hmac, json, os, re, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

# Several secrets while one is replaced, separated by spaces or commas.
secrets = os.environ.get("POSTRIDER_WEBHOOK_SECRET", "").replace(",", " ").split()
try:
    keys = [base64.b64decode(re.fullmatch("whsec_(.+)", each)[1], validate=True) for each in secrets]
except (TypeError, ValueError):
    keys = []
if not keys:
    sys.exit("Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).")
# Keep these in a table with a unique key: the same event can arrive more than once.
handled = set()


def is_genuine(headers, body):
    event_id, timestamp = headers["webhook-id"] or "", headers["webhook-timestamp"] or ""
    if not event_id or not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    own = [b"v1," + base64.b64encode(hmac.new(each, signed, hashlib.sha256).digest()) for each in keys]
    given = (headers["webhook-signature"] or "").encode().split()
    return any(hmac.compare_digest(one, other) for one in own for other in given)


class Receiver(BaseHTTPRequestHandler):
    timeout = 15

    def do_POST(self):
        length = self.headers["Content-Length"] or ""
        body = self.rfile.read(int(length)) if re.fullmatch("[0-9]{1,6}", length) else b""
        genuine = is_genuine(self.headers, body)
        if not genuine:
            print("Refused: wrong signature or time", file=sys.stderr)
        if genuine:
            event = json.loads(body)
            if event["id"] not in handled:
                print(event["type"], event["id"], flush=True)
            handled.add(event["id"])
        self.send_response(204 if genuine else 400)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()`

/** Programs that receive the events of an endpoint, verify them and handle each of them once. */
export const RECEIVER_TEXTS = { node: NODE, python: PYTHON } as const

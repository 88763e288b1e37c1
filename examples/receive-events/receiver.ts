import { createServer, type IncomingMessage } from 'node:http'
import { type Event, verifyWebhook, WebhookError } from '@postrider/client'

const { POSTRIDER_WEBHOOK_SECRET = '', PORT = '3000' } = process.env
// Several while one is replaced, separated by spaces or commas.
const secrets = POSTRIDER_WEBHOOK_SECRET.split(/[\s,]+/).filter((secret) => secret !== '')
/** Whether it has a key. With an empty key anyone could sign, and `Buffer.from` skips what isn't base64. */
const isUsable = (secret: string): boolean => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('base64')
  return key !== '' && secret === `whsec_${key}`
}
if (secrets.length === 0 || !secrets.every(isUsable)) {
  console.error('Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).')
  process.exit(1)
}

// In memory, for an example. In a real program, insert the ID into a table with a unique key, in the
// transaction that makes your own change.
const handled = new Set<string>()

/** What your program does for an event. */
const handle = (event: Event): void => {
  switch (event.type) {
    case 'message.delivered':
    case 'message.failed':
      // The type determines the fields of the data.
      console.log(event.type, event.id, event.data.messageId, event.data.failureCode ?? '')
      return
    default:
      // New types may be added.
      console.log(event.type, event.id)
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** The status for a delivery. */
const statusFor = async (request: IncomingMessage): Promise<number> => {
  try {
    // The signature is that of the raw body: verify it before anything parses the body.
    const event = await verifyWebhook(request.headers, await bodyOf(request), secrets)
    // The same event can arrive more than once.
    if (!handled.has(event.id)) {
      handle(event)
      handled.add(event.id)
    }
    return 204
  } catch (error) {
    console.error(String(error))
    // After any other status than 2xx, Postrider delivers the event again.
    return error instanceof WebhookError ? 400 : 500
  }
}

createServer((request, response) => {
  void statusFor(request).then((status) => response.writeHead(status).end())
}).listen(Number(PORT), '127.0.0.1', () => console.log('Listening'))

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { hash } from 'node:crypto'
import { KNOWN_CODE } from '@postrider/test/builders/known-codes'
import { BARE_CURRENCY, BARE_PRICE, type BareMessage } from './bare-rows.js'
import { macOf, type BareWriter } from './bare-writer.js'
import { nextId, readId } from './bare-ids.js'

/** Keys are stored unhashed, so they can't exceed the column. */
const LONGEST_KEY = 16

/** The configuration of a bare server. */
export interface BareListener {
  readonly writer: BareWriter
  /** The SHA-256 of the one credential. */
  readonly verifier: string
  readonly priceVersion: string
}

interface Request {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
  readonly requestId: string
  readonly nowMs: number
}

const sha256 = (text: string): string => hash('sha256', text)

// prettier-ignore
/** The headers of every response besides those that Node adds (docs/api/conventions#headers). */
const FIXED = [
  'Content-Type', 'application/json', 'Cache-Control', 'no-store',
  'X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer',
  'Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'",
  'RateLimit-Policy', '"sends";q=4000000;w=4', 'RateLimit', '"sends";r=4000000;t=0',
]

/** Bodies are ASCII, as is everything that the benchmark sends. */
const answer = ({ response, requestId }: Request, status: number, body: string): void => {
  const head = [...FIXED, 'X-Request-Id', requestId, 'Content-Length', String(body.length)]
  response.writeHead(status, head)
  response.end(body, 'latin1')
}

/** The common fields of a send, a batch item and a passcode. */
interface Item {
  readonly to: string
  readonly variables?: unknown
  readonly clientReference?: string
}

const messageOf = (item: Item, keys: Pick<BareMessage, 'key' | 'material'>, of: Request): BareMessage => ({
  id: nextId(of.nowMs),
  requestId: of.requestId,
  ...keys,
  atMs: of.nowMs,
  to: item.to,
  variables: JSON.stringify(item.variables ?? {}),
  clientReference: item.clientReference ?? null,
  mac: undefined,
})

let spoken = { atMs: 0, text: '' }

/** Cached, because many are accepted in one millisecond. */
const momentOf = (atMs: number): string => {
  if (spoken.atMs !== atMs) spoken = { atMs, text: new Date(atMs).toISOString() }
  return spoken.text
}

const acceptedText = ({ priceVersion }: BareListener, { id, atMs }: BareMessage): string =>
  `"messageId":"msg_${id.digits}","state":"ACCEPTED","acceptedAt":"${momentOf(atMs)}",` +
  `"estimatedCharge":{"amountMinor":${BARE_PRICE},"currency":"${BARE_CURRENCY}","status":"provisional",` +
  `"priceVersionId":"${priceVersion}"}`

const keyOf = ({ request }: Request): string | undefined => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length > LONGEST_KEY) return undefined
  return Buffer.from(key.padEnd(LONGEST_KEY), 'latin1').toString('hex')
}

const send = async (listener: BareListener, of: Request, key: string): Promise<void> => {
  const message = messageOf(JSON.parse(of.body) as Item, { key, material: sha256(of.body) }, of)
  await listener.writer.accept(message)
  answer(of, 202, `{${acceptedText(listener, message)},"requestId":"${of.requestId}"}`)
}

/** Each item has its own key: the batch's with its number in the last bytes. */
const sendBatch = async (listener: BareListener, of: Request, key: string): Promise<void> => {
  const { messages } = JSON.parse(of.body) as { readonly messages: readonly Item[] }
  const begin = sha256(key).slice(0, 28)
  const accepted = messages.map((item, at) => {
    const keys = { key: begin + at.toString(16).padStart(4, '0'), material: sha256(JSON.stringify(item)) }
    return messageOf(item, keys, of)
  })
  await Promise.all(accepted.map(listener.writer.accept))
  const items = accepted.map(
    (message, at) => `{"index":${at},"channel":"sms","status":"accepted",${acceptedText(listener, message)}}`,
  )
  answer(
    of,
    202,
    `{"requestId":"${of.requestId}","accepted":${items.length},"replayed":0,"rejected":0,"items":[${items.join(',')}]}`,
  )
}

const sendPasscode = async (listener: BareListener, of: Request, key: string): Promise<void> => {
  const message = messageOf(JSON.parse(of.body) as Item, { key, material: sha256(of.body) }, of)
  await listener.writer.accept({ ...message, mac: macOf({ id: message.id.bytes, code: KNOWN_CODE }) })
  const { digits } = message.id
  answer(of, 202, `{"challengeId":"otp_${digits}","messageId":"msg_${digits}"}`)
}

const verify = async ({ writer }: BareListener, of: Request): Promise<void> => {
  const { challengeId, code } = JSON.parse(of.body) as { readonly challengeId: string; readonly code: string }
  const isRight = await writer.verify({ id: readId(challengeId).bytes, code })
  answer(of, isRight ? 200 : 400, `{"success":true,"verified":${isRight}}`)
}

const showMessage = async ({ writer }: BareListener, of: Request): Promise<void> => {
  const { bytes, digits } = readId(of.request.url ?? '')
  const found = await writer.read(bytes)
  if (found === undefined) {
    answer(of, 404, '{"code":"not_found"}')
    return
  }
  const [, state, acceptedAt, updatedAt, status, amountMinor, currency, clientReference] = found
  const shown = {
    messageId: `msg_${digits}`,
    state,
    channel: 'sms',
    acceptedAt: new Date(Number(acceptedAt)).toISOString(),
    updatedAt: new Date(Number(updatedAt)).toISOString(),
    billing: { status, amountMinor, currency },
    clientReference,
  }
  answer(of, 200, JSON.stringify(shown))
}

const BEARER = 'Bearer '

const route = async (listener: BareListener, of: Request): Promise<void> => {
  const { method, url, headers } = of.request
  if (sha256((headers.authorization ?? '').slice(BEARER.length)) !== listener.verifier) {
    answer(of, 401, '{"code":"unauthenticated"}')
    return
  }
  if (method === 'GET') return showMessage(listener, of)
  if (url === '/v1/otp/verify') return verify(listener, of)
  const key = keyOf(of)
  if (key === undefined) {
    answer(of, 400, '{"code":"invalid_request"}')
    return
  }
  if (url === '/v1/messages/batch') return sendBatch(listener, of, key)
  return url === '/v1/otp' ? sendPasscode(listener, of, key) : send(listener, of, key)
}

const withBody = (act: (request: IncomingMessage, response: ServerResponse, body: string) => void): Server =>
  createServer((request, response) => {
    let body: Buffer | undefined
    request.on('data', (chunk: Buffer) => (body = body === undefined ? chunk : Buffer.concat([body, chunk])))
    request.on('end', () => act(request, response, body?.toString('utf8') ?? ''))
  })

/** Responds like the service, without its layers. */
export const bareHttp = (listener: BareListener): Server =>
  withBody((request, response, body) => {
    const nowMs = Date.now()
    const of = { request, response, body, requestId: `req_${nextId(nowMs).digits}`, nowMs }
    route(listener, of).catch((error: unknown) => {
      console.error(error)
      answer(of, 500, '{"code":"internal_error"}')
    })
  })

/** The minimum work of a server on this runtime: it reads a request and returns it. */
export const echoHttp = (): Server =>
  withBody((_, response, body) => {
    response.writeHead(200, [
      'Content-Type',
      'application/json',
      'Content-Length',
      String(Buffer.byteLength(body)),
    ])
    response.end(body)
  })

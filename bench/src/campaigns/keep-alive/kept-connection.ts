import { Agent, type IncomingMessage, request } from 'node:http'
import { type BenchTenant, sendBody } from '../../benchmarks/requests.js'

/** A request without a response, with the state of its connection. */
export interface LostRequest {
  readonly code: string
  /** Earlier requests on the connection. */
  readonly before: number
  /** How long the connection had been idle, and how long the request took to fail, in milliseconds. */
  readonly idleMs: number
  readonly failedAfterMs: number
}

/** The clients' counts so far. */
export interface KeptCounts {
  answered: number
  /** Responses with a status other than 200, 202 and 503. */
  refused: number
  /** Requests that got 503 with `Retry-After`: a suspended worker may hold a lock on the account. */
  postponed: number
  readonly lost: LostRequest[]
  connections: number
}

/** A client that keeps its connection as long as the server does. */
export interface KeptClient {
  /** Makes one request without retries. Resolves when it has its response or is lost. */
  next(): Promise<void>
  end(): void
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string | undefined
}

const SEND_EVERY = 8

let serial = 0

const aSend = (tenant: BenchTenant): Asked => {
  serial += 1
  const body = JSON.stringify(sendBody(tenant, serial))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': `kept-alive-${serial}`,
  }
  return { method: 'POST', path: '/v1/messages', headers, body }
}

/** Resolves with the response and its text; rejects without one. */
const exchange = (
  { method, path, headers, body }: Asked,
  at: { readonly port: number; readonly agent: Agent; readonly credential: string },
  opened: () => void,
): Promise<readonly [answer: IncomingMessage, text: string]> =>
  new Promise((resolve, reject) => {
    const { port, agent, credential } = at
    const asking = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      headers: { ...headers, Authorization: `Bearer ${credential}` },
    })
    asking.on('response', (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('error', reject)
        .on('end', () => resolve([answer, text]))
    })
    asking.on('socket', () => {
      if (!asking.reusedSocket) opened()
    })
    asking.on('error', reject).end(body)
  })

/** Creates a client. Every eighth request is a send; the others read the last sent message. */
export const keptConnection = (port: number, tenant: BenchTenant, counts: KeptCounts): KeptClient => {
  const at = { port, agent: new Agent({ keepAlive: true, maxSockets: 1 }), credential: tenant.credential }
  let messageId: string | undefined
  let carried = 0
  let asked = 0
  let endedAtMs = performance.now()
  const opened = (): void => {
    carried = 0
    counts.connections += 1
  }
  const next = async (): Promise<void> => {
    asked += 1
    const isSend = messageId === undefined || asked % SEND_EVERY === 0
    const path = `/v1/messages/${messageId}`
    const sentAtMs = performance.now()
    try {
      const wanted = isSend ? aSend(tenant) : { method: 'GET', path, headers: {}, body: undefined }
      const [{ statusCode }, text] = await exchange(wanted, at, opened)
      counts.answered += 1
      carried += 1
      if (statusCode === 202) messageId = (JSON.parse(text) as { messageId: string }).messageId
      else if (statusCode === 503) counts.postponed += 1
      else if (statusCode !== 200) counts.refused += 1
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
      const failedAfterMs = performance.now() - sentAtMs
      counts.lost.push({ code, before: carried, idleMs: sentAtMs - endedAtMs, failedAfterMs })
    }
    endedAtMs = performance.now()
  }
  return { next, end: () => at.agent.destroy() }
}

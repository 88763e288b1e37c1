import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { aSendBody, sendHeaders } from './a-send.js'
import type { TestTenant } from './test-tenant.js'

/** An answer as a client met it. */
export interface Answered {
  readonly status: number
  /** The seconds of `Retry-After`; undefined if the answer has none. */
  readonly retryAfter: number | undefined
  /** When it came, on the clock of `performance.now()`. */
  readonly atMs: number
}

/** Clients that send one message after the other, each over its own connection. */
export interface SendingClients {
  readonly answers: readonly Answered[]
  /** Ends all of them after their present answers. */
  stop(): Promise<void>
}

const send = (port: number, agent: Agent, tenant: TestTenant, key: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify(aSendBody(tenant))
    const headers = sendHeaders(tenant, { 'Idempotency-Key': key, 'Content-Length': String(body.length) })
    const sent = request({ port, agent, method: 'POST', path: '/v1/messages', headers }, (response) => {
      response.resume().on('end', () => {
        const after = response.headers['retry-after']
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: after === undefined ? undefined : Number(after),
          atMs: performance.now(),
        })
      })
    })
    sent.on('error', reject).end(body)
  })

/** How long a client pauses after an answer: what it must, and a moment, so that refused ones don't take all of the processor. */
const pauseMs = ({ status, retryAfter = 0 }: Answered, obeys: boolean): number =>
  (status === 503 ? 250 : 20) + (obeys ? retryAfter * 1000 : 0)

/** Starts so many clients; those that `obey` wait as long as `Retry-After` says. */
export const startClients = (
  port: number,
  tenant: TestTenant,
  { count, obey }: { readonly count: number; readonly obey: boolean },
): SendingClients => {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const answers: Answered[] = []
  const group = randomUUID()
  const ending = new AbortController()
  setMaxListeners(count, ending.signal)

  const run = async (client: number): Promise<void> => {
    for (let times = 0; !ending.signal.aborted; times += 1) {
      let answered: Answered
      do {
        answered = await send(port, agent, tenant, `${group}-${client}-${times}`)
        answers.push(answered)
        await sleep(pauseMs(answered, obey), undefined, { signal: ending.signal }).catch(() => undefined)
      } while (answered.status === 503 && !ending.signal.aborted)
    }
  }
  const clients = Promise.all(Array.from({ length: count }, (_, client) => run(client)))
  return {
    answers,
    stop: async () => {
      ending.abort()
      await clients
      agent.destroy()
    },
  }
}

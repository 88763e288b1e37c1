import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { aSendBody, sendHeaders } from './a-send.js'
import type { TestTenant } from './test-tenant.js'

/** A response as a client received it. */
export interface Answered {
  readonly status: number
  /** The seconds of `Retry-After`; undefined if the header is missing. */
  readonly retryAfter: number | undefined
  /** The time of arrival, on the clock of `performance.now()`. */
  readonly atMs: number
}

/** Clients that send one message after another, each on its own connection. */
export interface SendingClients {
  readonly answers: readonly Answered[]
  /** Stops all of them after their current responses. */
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

/**
 * The pause of a client after a response: the required time plus a moment, so that refused clients don't use
 * up the processor.
 */
const pauseMs = ({ status, retryAfter = 0 }: Answered, obeys: boolean): number =>
  (status === 503 ? 250 : 20) + (obeys ? retryAfter * 1000 : 0)

/** Starts this number of clients. Those that `obey` wait as long as `Retry-After` says. */
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

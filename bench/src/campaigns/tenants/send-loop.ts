import { Agent, request } from 'node:http'
import { type BenchTenant, sendBody } from '../../benchmarks/requests.js'

/** The response to a send, and the time of its request. */
export interface SendAnswer {
  readonly status: number
  /** Undefined unless the message was accepted. */
  readonly messageId: string | undefined
  readonly tookMs: number
}

let serial = 0

const post = (
  agent: Agent,
  port: number,
  path: string,
  credential: string,
  content: unknown,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    serial += 1
    const body = JSON.stringify(content)
    const headers = {
      Authorization: `Bearer ${credential}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Idempotency-Key': `tenants-${process.pid}-${serial}`,
    }
    request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end(body)
  })

/** Sends one message of the tenant. */
export const sendOne = async (agent: Agent, port: number, tenant: BenchTenant): Promise<SendAnswer> => {
  const beganAt = performance.now()
  const { status, text } = await post(
    agent,
    port,
    '/v1/messages',
    tenant.credential,
    sendBody(tenant, serial),
  )
  const messageId = status === 202 ? /"messageId":"(msg_[0-9a-z]{26})"/.exec(text)?.[1] : undefined
  return { status, messageId, tookMs: performance.now() - beganAt }
}

/** Sends a batch of the tenant's messages, and returns the identifiers of the accepted ones. */
export const sendBatch = async (
  agent: Agent,
  port: number,
  tenant: BenchTenant,
  size: number,
): Promise<readonly string[]> => {
  const messages = Array.from({ length: size }, (_, at) => sendBody(tenant, serial + at))
  serial += size
  const { text } = await post(agent, port, '/v1/messages/batch', tenant.credential, { messages })
  return [...new Set(text.match(/\bmsg_[0-9a-z]{26}\b/g) ?? [])]
}

/** Runs loops of `act` until they are stopped; an error in one of them is thrown at the end. */
export const loops = (
  count: number,
  act: (agent: Agent) => Promise<void>,
): { readonly end: () => Promise<void> } => {
  const state = { isOver: false }
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const loop = async (): Promise<void> => {
    while (!state.isOver) await act(agent)
  }
  const running = Promise.all(Array.from({ length: count }, loop))
  // Prevents an unhandled rejection before the end is awaited.
  running.catch(() => undefined)
  return {
    end: async () => {
      state.isOver = true
      await running
      agent.destroy()
    },
  }
}

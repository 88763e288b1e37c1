import { Agent, type IncomingMessage, request } from 'node:http'
import { quantile } from '../../benchmarks/quantile.js'
import { type BenchTenant, sendBody } from '../../benchmarks/requests.js'
import { SENDER_ADDRESS } from './attack.js'

/** The measurements of sending for a while. */
export interface Sending {
  readonly accepted: number
  /** Sends that were asked to retry soon by an overloaded host; they lower the rate. */
  readonly putOff: number
  /** Sends with another response or none. */
  readonly lost: number
  readonly perSecond: number
  /** The 99th percentile of the latency of sends with any response. */
  readonly p99Ms: number
}

const LOOPS = 8
/** Sends per connection before a new one is opened, because new connections must be accepted too. */
const SENDS_A_CONNECTION = 20

let serial = 0

type SendResult = 'accepted' | 'putOff' | 'lost'

const resultOf = ({ statusCode, headers }: IncomingMessage): SendResult => {
  if (statusCode === 202) return 'accepted'
  return statusCode === 503 && headers['retry-after'] !== undefined ? 'putOff' : 'lost'
}

const send = (agent: Agent, port: number, tenants: readonly BenchTenant[]): Promise<SendResult> =>
  new Promise((resolve) => {
    serial += 1
    const tenant = tenants[serial % tenants.length]
    if (tenant === undefined) throw new Error('no tenants to send for')
    const body = JSON.stringify(sendBody(tenant, serial))
    const headers = {
      Authorization: `Bearer ${tenant.credential}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Idempotency-Key': `attacks-${serial}`,
    }
    const at = { host: '127.0.0.1', localAddress: SENDER_ADDRESS, port, path: '/v1/messages', method: 'POST' }
    request({ ...at, agent, headers }, (response) => {
      response.resume().on('end', () => resolve(resultOf(response)))
    })
      .on('error', () => resolve('lost'))
      .end(body)
  })

/**
 * Sends for each tenant in turn in eight loops for this time, each on a connection that is replaced
 * regularly.
 */
export const sendFor = async (
  ms: number,
  port: number,
  tenants: readonly BenchTenant[],
): Promise<Sending> => {
  const beganAt = performance.now()
  const counts = { accepted: 0, putOff: 0, lost: 0 }
  const took: number[] = []
  const loop = async (): Promise<void> => {
    while (performance.now() - beganAt < ms) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let sent = 0; sent < SENDS_A_CONNECTION && performance.now() - beganAt < ms; sent += 1) {
        const sentAt = performance.now()
        const result = await send(agent, port, tenants)
        took.push(performance.now() - sentAt)
        counts[result] += 1
      }
      agent.destroy()
    }
  }
  await Promise.all(Array.from({ length: LOOPS }, loop))
  const perSecond = (counts.accepted * 1000) / (performance.now() - beganAt)
  return {
    ...counts,
    perSecond,
    p99Ms: quantile(
      took.sort((one, other) => one - other),
      0.99,
    ),
  }
}

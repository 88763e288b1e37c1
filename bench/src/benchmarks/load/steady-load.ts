import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../quantile.js'
import type { BenchTenant } from '../requests.js'

/** Calls at a steady rate, regardless of the response times. */
export interface SteadyPlan {
  readonly port: number
  readonly tenant: BenchTenant
  readonly path: '/v1/messages' | '/v1/messages/batch'
  readonly callsPerSecond: number
  readonly forMs: number
  readonly keyOf: (serial: number) => string
  readonly bodyOf: (serial: number) => unknown
}

/** The measurements of a steady load. */
export interface SteadyResult {
  readonly calls: number
  /** From the first call to the last response. */
  readonly seconds: number
  /** From the start of a call to the end of its response. */
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Answered {
  readonly status: number
  readonly tookMs: number
}

const TICK_MS = 10

const call = (agent: Agent, plan: SteadyPlan, serial: number): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const begunAt = performance.now()
    const headers = {
      authorization: `Bearer ${plan.tenant.credential}`,
      'content-type': 'application/json',
      'idempotency-key': plan.keyOf(serial),
    }
    const sent = request(
      { agent, host: '127.0.0.1', port: plan.port, method: 'POST', path: plan.path, headers },
      (answer) => {
        answer.resume()
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, tookMs: performance.now() - begunAt }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(plan.bodyOf(serial)))
  })

/**
 * Keeps the rate for this time regardless of response times: a slow server gets no fewer calls. All calls
 * must be accepted; any other response is an error.
 */
export const steadyLoad = async (plan: SteadyPlan): Promise<SteadyResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const begunAt = performance.now()
  const calls: Array<Promise<Answered>> = []
  for (let elapsed = 0; elapsed < plan.forMs; elapsed = performance.now() - begunAt) {
    const due = Math.floor((elapsed * plan.callsPerSecond) / 1000)
    while (calls.length < due) calls.push(call(agent, plan, calls.length))
    await pause(TICK_MS)
  }
  const answers = await Promise.all(calls)
  const seconds = (performance.now() - begunAt) / 1000
  agent.destroy()
  const wrong = answers.find(({ status }) => status !== 202)
  if (wrong !== undefined) throw new Error(`a call was answered ${wrong.status}`)
  const sorted = answers.map(({ tookMs }) => tookMs).sort((one, other) => one - other)
  return { calls: sorted.length, seconds, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) }
}

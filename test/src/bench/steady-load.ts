import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchTenant } from './requests.js'

/** Calls at a steady rate, whatever the answers take. */
export interface SteadyPlan {
  readonly port: number
  readonly tenant: BenchTenant
  readonly path: '/v1/messages' | '/v1/messages/batch'
  readonly callsPerSecond: number
  readonly forMs: number
  readonly keyOf: (serial: number) => string
  readonly bodyOf: (serial: number) => unknown
}

const TICK_MS = 10

const call = (agent: Agent, plan: SteadyPlan, serial: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${plan.tenant.credential}`,
      'content-type': 'application/json',
      'idempotency-key': plan.keyOf(serial),
    }
    const sent = request(
      { agent, host: '127.0.0.1', port: plan.port, method: 'POST', path: plan.path, headers },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(plan.bodyOf(serial)))
  })

/** Keeps to the rate for so long and answers how many calls were accepted; any other answer is an error. */
export const steadyLoad = async (plan: SteadyPlan): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const begunAt = performance.now()
  const calls: Array<Promise<number>> = []
  for (let elapsed = 0; elapsed < plan.forMs; elapsed = performance.now() - begunAt) {
    const due = Math.floor((elapsed * plan.callsPerSecond) / 1000)
    while (calls.length < due) calls.push(call(agent, plan, calls.length))
    await pause(TICK_MS)
  }
  const statuses = await Promise.all(calls)
  agent.destroy()
  const wrong = statuses.find((status) => status !== 202)
  if (wrong !== undefined) throw new Error(`a call was answered ${wrong}`)
  return statuses.length
}

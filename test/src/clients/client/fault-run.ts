import type { Postrider } from '@postrider/client'
import type { ClientScene } from './client-scene.js'
import type { Fault } from './faulty-gateway.js'

/** The random faults, with their percentage. */
const WEIGHTS: Readonly<Record<Fault, number>> = {
  none: 44,
  'request lost': 8,
  'answer lost': 10,
  'cut in the middle': 8,
  silence: 2,
  'page 503': 6,
  'page 408': 1,
  'page 500': 3,
  'page 504': 6,
  'page 520': 2,
  'busy 503': 7,
  'limited 429': 3,
}

/** A random fault. */
export const faultBy = (random: () => number): Fault => {
  let left = random() * 100
  for (const [fault, weight] of Object.entries(WEIGHTS)) {
    left -= weight
    if (left < 0) return fault as Fault
  }
  return 'none'
}

/** The result of a run of logical calls. */
export interface FaultCount {
  readonly calls: number
  readonly messages: number
  /** Inconsistencies in money and messages that the core finds. */
  readonly violations: number
  /** The number of calls that were accepted more than once. */
  readonly twice: number
  /** The number of calls with an unknown outcome at the end. */
  readonly unknown: number
  /** The attempts after the first of each call. */
  readonly tries: number
}

interface KnownError {
  readonly retryable?: boolean
  readonly idempotencyKey?: string
}

/** Calls like a caller that never gives up: retryable calls are repeated under the same key. */
const sendUntilKnown = async (scene: ClientScene, client: Postrider, reference: string): Promise<boolean> => {
  let idempotencyKey: string | undefined
  for (let time = 0; time < 20; time += 1) {
    try {
      const key = idempotencyKey === undefined ? {} : { idempotencyKey }
      await client.messages.send(scene.message({ clientReference: reference }), { timeoutMs: 8_000, ...key })
      return true
    } catch (error) {
      const known = error as KnownError
      if (known.retryable !== true) return false
      idempotencyKey = known.idempotencyKey ?? idempotencyKey
    }
  }
  return false
}

/** Makes this number of logical calls with this concurrency, and counts the results. */
export const runCalls = async (
  scene: ClientScene,
  client: Postrider,
  calls: number,
  atATime: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<FaultCount> => {
  const before = await scene.http.written()
  const from = scene.gateway.requests.length
  const name = `run ${from}`
  let begun = 0
  let unknown = 0
  const work = async (): Promise<void> => {
    while (begun < calls) {
      begun += 1
      if (!(await sendUntilKnown(scene, client, `${name} call ${begun}`))) unknown += 1
      onProgress(begun)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  const tries = scene.gateway.requests.length - from - calls
  let twice = 0
  scene.befall()
  for (let at = 1; at <= calls; at += 1) {
    const found = await scene.client().messages.find({ clientReference: `${name} call ${at}` })
    if (found.length > 1) twice += 1
  }
  const after = await scene.http.written()
  return {
    calls,
    messages: after.messages - before.messages,
    violations: after.violations,
    twice,
    unknown,
    tries,
  }
}

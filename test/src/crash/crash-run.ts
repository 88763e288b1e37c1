import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import type { Child } from './child.js'
import { type Client, createClient } from './client.js'
import type { MessageCrashPoint } from './crash-point.js'
import { disturb } from './disturbance.js'
import { readEvidence, readSnapshot, type Snapshot, stateVector } from './evidence.js'
import { exchange } from './exchange.js'
import { unless } from './findings.js'
import { checkHistory, checkNothingLost, probeIdempotency } from './history-checks.js'
import type { HostOrder } from './host-options.js'
import { checkBalance, checkGivenUp, checkOutcomes, isInterrupted } from './outcome-checks.js'
import { type Aftermath, EXPECTATIONS } from './point-expectations.js'
import { CURRENCY } from './provision.js'
import { type Scene, type SceneOptions, setScene } from './scene.js'

/** A crash to run: the point, and the passage since the start of the load. */
export interface Death {
  readonly point: MessageCrashPoint
  readonly passage: number
}

/**
 * How far each host's clock is ahead of the killed one's. Longer than any lease and than the relay's horizon, so
 * that everything of the killed host is available again.
 */
const DOWNTIME_MS = 2 * MINUTE_MS

/** Longer than the reconciliation window of unknown outcomes. */
const WINDOW_MS = 73 * HOUR_MS

const REACHED_WITHIN_MS = 90 * SECOND_MS
const SETTLED_WITHIN_MS = 90 * SECOND_MS
const STALLED_AFTER_MS = 700
/** Each check reads everything. The expected change is seconds away, and checking takes the hosts' time. */
const LOOKS_EVERY_MS = 200

/**
 * MariaDB needs a moment to notice that the killed host's connections are closed, and to finish what it had
 * read.
 */
const AFTER_DEATH_MS = 200

const tell = (host: Child, order: HostOrder): void => host.tell(order)

/** The provider's remaining work: unsent reports and unanswered submits. */
interface ProviderProgress {
  readonly unreported: number
  readonly underWay: number
}

const queryStatus = async (scene: Scene): Promise<ProviderProgress> => {
  const url = `${scene.providerUrl}/unsettled`
  const answer = await exchange({ method: 'GET', url, timeoutMs: 1000 })
  // A provider without a response is busy.
  return answer._tag === 'Answered'
    ? (JSON.parse(answer.body) as ProviderProgress)
    : { unreported: 1, underWay: 1 }
}

/**
 * Whether the host calls the provider or records a result. An intent from after this host's start is its own,
 * and the host is running.
 */
const isCalling = (evidence: readonly MessageEvidence[], sinceMs: number): boolean =>
  evidence.some(({ attempts }) => {
    const last = attempts.at(-1)
    return last?.phase === 'intent' && last.startedAtMs >= sinceMs
  })

const hasState = (states: readonly string[]) => (evidence: readonly MessageEvidence[]) =>
  evidence.every(({ message }) => states.includes(message.state))

/** The options of waiting for a host. */
interface SettlingOptions {
  readonly isSettled?: (evidence: readonly MessageEvidence[]) => boolean
  /**
   * Intents from after this time are the host's own. Undefined means that one of its own may stay without an
   * outcome.
   */
  readonly sinceMs?: number
}

/**
 * Waits until every message has reached its last state and the provider has nothing left to report. If
 * nothing changes and no call is in progress, the host's clock is advanced. Before that, it would give up
 * calls that are only slow. The checks find what isn't settled in time. Returns how far the clock was advanced.
 */
export const untilSettled = async (
  scene: Scene,
  host: Child,
  { isSettled = hasState(['DELIVERED', 'UNCONFIRMED']), sinceMs = Infinity }: SettlingOptions = {},
): Promise<number> => {
  const deadlineMs = performance.now() + SETTLED_WITHIN_MS
  let changedAtMs = performance.now()
  let before = ''
  let advancedMs = 0
  while (performance.now() < deadlineMs) {
    const evidence = await readEvidence(scene.storage)
    const { unreported, underWay } = await queryStatus(scene)
    if (isSettled(evidence) && unreported === 0) break
    const vector = stateVector(evidence).join()
    if (vector !== before || underWay > 0 || isCalling(evidence, sinceMs)) changedAtMs = performance.now()
    before = vector
    if (performance.now() - changedAtMs > STALLED_AFTER_MS) {
      tell(host, { _tag: 'Advance', byMs: DOWNTIME_MS })
      advancedMs += DOWNTIME_MS
      changedAtMs = performance.now()
    }
    await sleep(LOOKS_EVERY_MS)
  }
  return advancedMs
}

/** Stops the host like a deployment would. */
const stop = async (host: Child): Promise<readonly Violation[]> => {
  tell(host, { _tag: 'Stop' })
  const { code, signal } = await host.ended
  return unless(code === 0, 'L-1', 'host', `did not stop in order (${signal ?? code}):\n${host.output()}`)
}

/** A running host, and how far its clock is ahead. */
interface Survivor {
  readonly host: Child
  readonly aheadMs: number
}

/** Starts a host after an earlier one. The middle between their clocks separates the intents of both. */
const reviveHost = async (scene: Scene, earlierMs: number, downtimeMs: number) => {
  const aheadMs = earlierMs + downtimeMs
  const sinceMs = Date.now() + (earlierMs + aheadMs) / 2
  return { host: await scene.startHost({ aheadMs }), aheadMs, sinceMs }
}

/** Lets the client send until the host has killed itself, and reads the state. */
const playDeath = async (scene: Scene, client: Client, host: Child, { point, passage }: Death) => {
  tell(host, { _tag: 'DieAt', crashAt: `${point}:${passage}` })
  let isDead = false
  const sending = client.sendAll(() => isDead)
  sending.catch(() => undefined)
  const ending = await Promise.race([host.ended, sleep(REACHED_WITHIN_MS, undefined, { ref: false })])
  if (ending?.signal !== 'SIGKILL') throw new Error(`${point}:${passage} was not reached:\n${host.output()}`)
  isDead = true
  const heard = [...client.history]
  await sleep(AFTER_DEATH_MS)
  return { sending, heard, subjects: scene.lastWords().subjects, wreck: await readSnapshot(scene) }
}

/** The facts of a death, for the checks when everything is settled. */
interface Crashed extends Omit<Aftermath, 'settled'> {
  readonly point: MessageCrashPoint
  readonly unconfirmed: readonly string[]
  readonly lost: readonly Violation[]
}

/** Kills the host, and lets another one settle everything. */
const playCrash = async (
  scene: Scene,
  client: Client,
  { host, aheadMs }: Survivor,
  death: Death,
): Promise<Survivor & { readonly crashed: Crashed }> => {
  const { mode } = scene
  const from = client.history.length
  const { sending, heard, subjects, wreck } = await playDeath(scene, client, host, death)
  const revived = await reviveHost(scene, aheadMs, DOWNTIME_MS)
  await sending
  const advancedMs = await untilSettled(scene, revived.host, { sinceMs: revived.sinceMs })
  const unconfirmed = mode === 'plain' ? wreck.evidence.filter(isInterrupted) : []
  return {
    host: revived.host,
    aheadMs: revived.aheadMs + advancedMs,
    crashed: {
      point: death.point,
      mode,
      subjects,
      history: client.history.slice(from),
      wreck,
      unconfirmed: unconfirmed.map(({ message }) => message.messageId),
      lost: checkNothingLost(heard, wreck.evidence),
    },
  }
}

/**
 * Checks everything that must hold when a host has settled everything: the client's view, the books, and that
 * duplicate jobs and repeated receipts change nothing. Ends the host.
 */
export const checkSettled = async (
  scene: Scene,
  client: Client,
  host: Child,
  unconfirmed: ReadonlySet<string>,
): Promise<{ readonly settled: Snapshot; readonly findings: readonly Violation[] }> => {
  const settled = await readSnapshot(scene)
  const findings = [
    ...settled.violations,
    ...checkOutcomes(settled.evidence, settled.sends, unconfirmed),
    ...checkBalance(settled.evidence, await client.get(`/v1/balances?currency=${CURRENCY}`)),
    ...(await probeIdempotency(client)),
    ...checkHistory(client.history, settled.evidence),
    ...client.breaches.slice(0, 3).flatMap((breach) => unless(false, 'S-5', 'contract', breach)),
  ]
  await disturb(scene, settled.evidence)
  findings.push(...(await stop(host)))
  const disturbed = await readSnapshot(scene)
  const before = stateVector(settled.evidence)
  const changed = stateVector(disturbed.evidence).filter((line, at) => line !== before[at])
  findings.push(
    ...disturbed.violations,
    ...changed.flatMap((line) => unless(false, 'D-3', line, 'changed by duplicate jobs or receipts')),
    ...checkOutcomes(disturbed.evidence, disturbed.sends, unconfirmed),
  )
  return { settled, findings }
}

/** Starts another host, days later: unconfirmed messages are given up and refunded. */
const checkWindowOver = async (
  scene: Scene,
  aheadMs: number,
  unconfirmed: ReadonlySet<string>,
): Promise<readonly Violation[]> => {
  if (unconfirmed.size === 0) return []
  const { host, sinceMs } = await reviveHost(scene, aheadMs, WINDOW_MS)
  await untilSettled(scene, host, { isSettled: hasState(['DELIVERED', 'FAILED']), sinceMs })
  const stopped = await stop(host)
  const { evidence, sends, violations } = await readSnapshot(scene)
  const overSent = [...sends].flatMap(([id, count]) =>
    unless(count <= 1, 'D-2', id, `was sent ${count} times`),
  )
  return [...stopped, ...violations, ...overSent, ...checkGivenUp(evidence, unconfirmed)]
}

const checkCrash = ({ point, lost, ...facts }: Crashed, settled: Snapshot): readonly Violation[] => [
  ...facts.wreck.violations,
  ...lost,
  ...EXPECTATIONS[point]({ ...facts, settled }),
]

const play = async (scene: Scene, deaths: readonly Death[]): Promise<readonly Violation[]> => {
  const client = createClient(scene.baseUrl, scene.sendable)
  const crashes: Crashed[] = []
  let survivor: Survivor = { host: await scene.startHost({ aheadMs: 0 }), aheadMs: 0 }
  for (const death of deaths) {
    const { crashed, ...next } = await playCrash(scene, client, survivor, death)
    crashes.push(crashed)
    survivor = next
  }
  const unconfirmed = new Set(crashes.flatMap((crash) => crash.unconfirmed))
  const { settled, findings } = await checkSettled(scene, client, survivor.host, unconfirmed)
  return [
    ...crashes.flatMap((crash) => checkCrash(crash, settled)),
    ...findings,
    ...(await checkWindowOver(scene, survivor.aheadMs, unconfirmed)),
  ]
}

/**
 * Runs crashes from an empty database to the end, one after another: each host settles everything that the one
 * before has left, and is killed under the next load. Returns everything that didn't hold.
 */
export const crashRun = async (
  options: SceneOptions,
  deaths: readonly Death[],
): Promise<readonly Violation[]> => {
  const scene = await setScene(options)
  try {
    return await play(scene, deaths)
  } finally {
    await scene.clear()
  }
}

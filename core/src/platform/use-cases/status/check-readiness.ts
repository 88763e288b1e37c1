import { LANES } from '../../../kernel/messages/lane.js'
import { refusedRisks, riskSentence } from '../../domain/installation/storage-risk.js'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { offsetSentence, clockStatus } from '../../../kernel/time/comparison.js'
import { E } from '../../../fp.js'
import type { KeyStatus } from '../../../kernel/ports/key-status-storage.js'
import type { KeyStorage } from '../../ports/key-storage.js'
import type { OutboxStorage } from '../../../messaging/ports/outbox-storage.js'
import type { Queue } from '../../../messaging/ports/queue.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { StorageHealth, HealthStorage } from '../../ports/health-storage.js'
import type { ClockComparison, Timekeeping } from '../../ports/timekeeping.js'
import { sealingKeyMissing } from '../../../kernel/units/key-guard.js'
import { memoizeWithTtl } from '../../../kernel/caching/memoize-with-ttl.js'

export type CheckName =
  'storage' | 'durability' | 'migrations' | 'outbox' | 'queue' | 'clock' | 'restore' | 'keys'
export type CheckStatus = 'pass' | 'warn' | 'fail'

export interface ReadinessCheck {
  readonly name: CheckName
  readonly status: CheckStatus
  readonly observedAtMs: EpochMs
  /** The problem, for the log and never for the public. */
  readonly detail: string | undefined
}

export interface Readiness {
  readonly status: 'pass' | 'fail'
  readonly checks: readonly ReadinessCheck[]
}

interface Needs {
  readonly storage: {
    readonly health: HealthStorage
    readonly keys: KeyStorage
    readonly outbox: OutboxStorage
  }
  readonly queue: Queue
  readonly clock: Clock
  readonly timekeeping: Timekeeping
  readonly keyRing: KeyRing
}

/**
 * How long an accepted message may wait for the queue before the host isn't ready
 * (docs/api/running#readiness).
 */
const OLDEST_UNPUBLISHED_MS = 10 * MINUTE_MS

/** How long results are cached, so that frequent requests cause no load (docs/api/running#readiness). */
const KEPT_FOR_MS = SECOND_MS

const migrationProblem = ({ pendingMigrations, tooOld }: StorageHealth): string | undefined =>
  tooOld ?? (pendingMigrations.length > 0 ? `not run: ${pendingMigrations.join(', ')}` : undefined)

/**
 * A process whose times differ from the database's must get no requests; a momentary difference is ignored.
 */
const clockProblem = (
  compared: ClockComparison | undefined,
): { readonly problem: string | undefined; readonly status: CheckStatus } => {
  if (compared === undefined)
    return { problem: 'the clocks were never compared: the database did not respond', status: 'fail' }
  const status = clockStatus(compared.lasting)
  return { problem: status === 'pass' ? undefined : offsetSentence(compared.lasting), status }
}

/** A risk that loses acknowledged writes fails the check unless it is allowed; any other one only warns. */
const durabilityProblem = (
  health: E.Either<StorageUnavailable, StorageHealth>,
): { readonly problem: string | undefined; readonly status: CheckStatus } => {
  if (E.isLeft(health)) return { problem: 'storage does not respond', status: 'fail' }
  const { risks } = health.right
  return {
    problem: risks.length > 0 ? risks.map(riskSentence).join(' ') : undefined,
    status: refusedRisks(health.right).length > 0 ? 'fail' : 'warn',
  }
}

/** Why a process can't seal: its key was retired, or was never the installation's. */
const keyProblem = (
  { keyRing }: Needs,
  keys: E.Either<StorageUnavailable, KeyStatus>,
): string | undefined => {
  if (E.isLeft(keys)) return 'storage does not respond'
  const { sealing } = keys.right
  return sealing === undefined || keyRing.has(sealing) ? undefined : sealingKeyMissing(sealing).cause
}

const observe = async (needs: Needs): Promise<Readiness> => {
  const { storage, queue, clock, timekeeping } = needs
  const observedAtMs = clock.nowMs()
  const [health, waiting, keys] = await Promise.all([
    storage.health.check()(),
    storage.outbox.waitingSince(LANES, observedAtMs)(),
    storage.keys.status()(),
  ])
  const check = (
    name: CheckName,
    problem: string | undefined,
    otherwise: CheckStatus = 'fail',
  ): ReadinessCheck => ({
    name,
    status: problem === undefined ? 'pass' : otherwise,
    observedAtMs,
    detail: problem,
  })
  const durability = durabilityProblem(health)
  const migrations = E.isRight(health) ? migrationProblem(health.right) : 'storage does not respond'
  const heldBecause = E.isRight(health) ? health.right.heldBecause : undefined
  const waitingSinceMs = E.isRight(waiting) ? waiting.right : undefined
  const isLate = waitingSinceMs !== undefined && observedAtMs - waitingSinceMs > OLDEST_UNPUBLISHED_MS
  const clocks = clockProblem(timekeeping.last())
  const checks = [
    check('storage', E.isLeft(health) ? health.left.cause : undefined),
    check('durability', durability.problem, durability.status),
    check('migrations', migrations),
    check('restore', heldBecause === undefined ? undefined : `the database is on hold: ${heldBecause}`),
    check('outbox', E.isLeft(waiting) || isLate ? 'messages wait too long for the queue' : undefined),
    check('queue', queue.isUp() ? undefined : 'the queue cannot be reached', 'warn'),
    check('clock', clocks.problem, clocks.status),
    check('keys', keyProblem(needs, keys)),
  ]
  return { status: checks.some(({ status }) => status === 'fail') ? 'fail' : 'pass', checks }
}

/**
 * Whether this process can accept messages durably (docs/api/running#readiness): queries the database at most
 * once a second.
 */
export const checkReadiness = (needs: Needs): (() => Promise<Readiness>) =>
  memoizeWithTtl(needs.clock, KEPT_FOR_MS, () => observe(needs))

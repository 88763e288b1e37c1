import type { AccountHealth } from '../../domain/calls/account-health.js'
import { isBetter, processNumber, publishHealth } from '../../domain/calls/account-report.js'
import {
  type AccountOutages,
  followOutages,
  NO_OUTAGES,
  withReasons,
  type OutageEvent,
} from '../../domain/calls/account-outage.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { AccountHealthStorage } from '../../ports/account-health-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { OpenProviders } from './open-providers.js'

type HealthByAccount = ReadonlyMap<ProviderAccountId, AccountHealth>

/** Reports the health of a process's provider accounts to the other processes. */
export interface HealthReporter {
  /**
   * Reports if ten seconds have passed since the last report, or if an account is healthier or newly open.
   * Returns the health of all accounts. Emits each account that stopped working, once for each reason, and
   * each that works again.
   */
  say(): TE.TaskEither<StorageUnavailable, HealthByAccount>
  /** Deletes the process's reports: it has no accounts open any longer. */
  leave(): TE.TaskEither<StorageUnavailable, void>
}

/** The interval of reports if no account gets healthier. */
const EVERY_MS = 10 * SECOND_MS

const NOTHING: HealthByAccount = new Map()

interface Needs {
  readonly storage: { readonly accountHealth: AccountHealthStorage }
  readonly clock: Clock
  readonly random: Random
  readonly telemetry: EventSink<OutageEvent | PartFailed>
}

/** Creates the reporter of a process. */
export const healthReporter = (
  { storage, clock, random, telemetry }: Needs,
  providers: Pick<OpenProviders, 'health'>,
): HealthReporter => {
  const process = processNumber(random.fraction())
  let published = NOTHING
  let publishedAtMs: EpochMs | undefined
  let outages: AccountOutages = NO_OUTAGES

  const look = (): HealthByAccount => {
    const now = providers.health()
    const change = followOutages(outages, now)
    outages = change.outages
    for (const event of change.events) telemetry.emit(event)
    return withReasons(now, outages)
  }

  const write = (health: HealthByAccount): TE.TaskEither<StorageUnavailable, void> =>
    storage.accountHealth.say((known) => publishHealth(process, health, known, clock.nowMs()))

  return {
    say: () => async () => {
      const health = look()
      const nowMs = clock.nowMs()
      const isDue =
        publishedAtMs === undefined || nowMs >= publishedAtMs + EVERY_MS || isBetter(published, health)
      if (!isDue) return E.right(health)
      const written = await write(health)()
      if (E.isLeft(written)) return written
      published = health
      publishedAtMs = nowMs
      return E.right(health)
    },
    leave: () => (published.size === 0 ? async () => E.right(undefined) : write(NOTHING)),
  }
}

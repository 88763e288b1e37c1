import { setTimeout as sleep } from 'node:timers/promises'
import type { HoldCause } from '@postrider/core/kernel/installation/installation'
import type { HealthStorage, StorageHealth } from '@postrider/core/platform/ports/health-storage'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { Knex } from 'knex'
import type { Engine } from '../../engine/engine.js'
import { INSTALLATION, migrationSource } from '../../migrations/source.js'
import { migrationStatusOf } from '../../migrations/status.js'

const ANSWER_WITHIN_MS = 2_000

/**
 * A pool with several servers gives up after the same time as the check and then gives the reason for each
 * server, for example a wrong password. The check waits a little longer, so that the reason arrives first.
 */
const REASON_WITHIN_MS = 200

const unavailable = (cause: string): E.Either<StorageUnavailable, never> =>
  E.left({ _tag: 'StorageUnavailable', cause })

const tooLate = (limitMs: number): string => `the database did not respond within ${limitMs} ms`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Knex reports a full pool, even if the server doesn't respond. */
const causeOf = (error: unknown, limitMs: number): string =>
  error instanceof Error && error.name === 'KnexTimeoutError' ? tooLate(limitMs) : messageOf(error)

const heldIn = async (knex: Knex): Promise<HoldCause | undefined> => {
  const row = await knex('installation').first<{ held_because: HoldCause | null } | undefined>('held_because')
  return row?.held_because ?? undefined
}

const examine = async (engine: Engine): Promise<StorageHealth> => {
  const lack = engine.lackOfRoom()
  if (lack !== undefined) throw new Error(lack)
  const { pending, newer, tooOld } = await migrationStatusOf(engine.knex)
  return {
    server: await engine.serverName(),
    risks: await engine.risks(),
    pendingMigrations: pending,
    newerMigrations: newer,
    tooOld,
    heldBecause: pending.includes(INSTALLATION) ? undefined : await heldIn(engine.knex),
  }
}

const runMigrations = (engine: Engine) => async (knex: Knex) => {
  const { tooOld } = await migrationStatusOf(knex)
  if (tooOld !== undefined) throw new Error(tooOld)
  const [, names] = (await knex.migrate.latest({
    migrationSource: migrationSource(engine.dialect),
    // SQLite's migrations already run inside one transaction; MySQL's DDL isn't transactional.
    disableTransactions: true,
    // A newer program may have run migrations that this one doesn't know.
    disableMigrationsListValidation: true,
  })) as [number, string[]]
  return names
}

/** The given work's outcome, unless it fails or takes too long; a later outcome is ignored. */
const within = async <A>(limitMs: number, work: Promise<A>): Promise<E.Either<StorageUnavailable, A>> => {
  const timer = new AbortController()
  const late = sleep(limitMs + REASON_WITHIN_MS, undefined, { signal: timer.signal }).then(
    () => unavailable(tooLate(limitMs)),
    () => unavailable('the database did not respond'),
  )
  const done: Promise<E.Either<StorageUnavailable, A>> = work.then(E.right, (error: unknown) =>
    unavailable(causeOf(error, limitMs)),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    timer.abort()
  }
}

export const healthStorage = (engine: Engine): HealthStorage => ({
  check:
    (withinMs = ANSWER_WITHIN_MS) =>
    () =>
      within(withinMs, examine(engine)),
  time: () => () => within(ANSWER_WITHIN_MS, engine.timeMs()),
  migrate: () => async () => {
    try {
      return E.right(await engine.migrating(runMigrations(engine)))
    } catch (error) {
      return unavailable(messageOf(error))
    }
  },
})

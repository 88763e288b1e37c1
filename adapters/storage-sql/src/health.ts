import { setTimeout as sleep } from 'node:timers/promises'
import type { HealthStorage, StorageHealth } from '@postrider/core/ports/storage/health-storage'
import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import { E } from '@postrider/core/fp'
import type { Knex } from 'knex'
import type { Engine } from './engine/engine.js'
import { migrationNames, migrationSource } from './migrations/source.js'

const ANSWER_WITHIN_MS = 2_000

const unavailable = (cause: string): E.Either<StorageUnavailable, never> =>
  E.left({ _tag: 'StorageUnavailable', cause })

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Asks without making anything: a check must not change what it looks at. */
const pendingOf = async (knex: Knex): Promise<readonly string[]> => {
  if (!(await knex.schema.hasTable('knex_migrations'))) return migrationNames
  const rows = await knex('knex_migrations').select<Array<{ name: string }>>('name')
  const done = new Set(rows.map(({ name }) => name))
  return migrationNames.filter((name) => !done.has(name))
}

const examine = async (engine: Engine): Promise<StorageHealth> => ({
  durabilityGaps: await engine.durabilityGaps(),
  pendingMigrations: await pendingOf(engine.knex),
})

const runMigrations = (engine: Engine) => async (knex: Knex) => {
  const [, names] = (await knex.migrate.latest({
    migrationSource: migrationSource(engine.name),
    // SQLite's migrations all run inside one transaction already; MySQL's definitions know none.
    disableTransactions: true,
  })) as [number, string[]]
  return names
}

/** The given work's outcome, unless it takes too long; what comes later is let go. */
const within = async <A>(
  limitMs: number,
  work: Promise<E.Either<StorageUnavailable, A>>,
): Promise<E.Either<StorageUnavailable, A>> => {
  const timer = new AbortController()
  const late = sleep(limitMs, undefined, { signal: timer.signal }).then(
    () => unavailable(`the database did not answer within ${limitMs} ms`),
    () => unavailable('the database did not answer'),
  )
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}

export const healthStorage = (engine: Engine): HealthStorage => ({
  check: () => () =>
    within(
      ANSWER_WITHIN_MS,
      examine(engine).then(E.right, (error: unknown) => unavailable(causeOf(error))),
    ),
  migrate: () => async () => {
    try {
      return E.right(await engine.migrating(runMigrations(engine)))
    } catch (error) {
      return unavailable(causeOf(error))
    }
  },
})

import type { Knex } from 'knex'
import { readCompatibility } from './compatibility.js'
import { migrationNames } from './source.js'

/** The migration status of a database for this program. */
export interface MigrationStatus {
  /** Migrations of this program that haven't run. */
  readonly pending: readonly string[]
  /** Migrations that have run and that this program doesn't know: a newer one ran them. */
  readonly newer: readonly string[]
  /** Why this program is too old for the database; undefined: it isn't. */
  readonly tooOld: string | undefined
}

/** A database from before version 0.1.0 has it (docs/upgrading). */
const BEFORE_RELEASE = '0017_first_release'
const CARRY_OVER =
  'the database was created before version 0.1.0: copy it with scripts/carry-over.mjs (docs/upgrading.md), or start with an empty one'

const newest = (names: readonly string[]): string => [...names].sort().at(-1) ?? ''

/**
 * The requirement of a newer migration that a program with these migrations doesn't meet, in one sentence.
 */
const tooOldBeside = async (
  knex: Knex,
  known: readonly string[],
  newer: readonly string[],
): Promise<string | undefined> => {
  const own = newest(known)
  const noted = new Map((await readCompatibility(knex, newer)).map((each) => [each.name, each.oldestProgram]))
  const wants = newer.map((name) => noted.get(name) ?? name)
  const wanted = newest(wants)
  if (wanted <= own) return undefined
  const by = newer[wants.indexOf(wanted)] ?? wanted
  return `the database has ${by}, which requires a Postrider that knows ${wanted}. This one knows only migrations up to ${own}: install a newer one`
}

/**
 * Checks without creating anything, because a check must not change the database. `known`: the migrations of
 * a program.
 */
export const migrationStatusOf = async (
  knex: Knex,
  known: readonly string[] = migrationNames,
): Promise<MigrationStatus> => {
  if (!(await knex.schema.hasTable('knex_migrations')))
    return { pending: known, newer: [], tooOld: undefined }
  const rows = await knex('knex_migrations').select<Array<{ name: string }>>('name')
  const done = new Set(rows.map(({ name }) => name))
  if (done.has(BEFORE_RELEASE)) return { pending: known, newer: [], tooOld: CARRY_OVER }
  const newer = [...done].filter((name) => !known.includes(name)).sort()
  return {
    pending: known.filter((name) => !done.has(name)),
    newer,
    tooOld: await tooOldBeside(knex, known, newer),
  }
}

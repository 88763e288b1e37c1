import type { Knex } from 'knex'
import { readCompatibility } from './compatibility.js'
import { migrationNames } from './source.js'

/** How far the migrations of a database are, as this program sees it. */
export interface MigrationStatus {
  /** Of this program, and have not run. */
  readonly pending: readonly string[]
  /** Have run, and are unknown to this program: a newer one ran them. */
  readonly newer: readonly string[]
  /** Why this program may not run on the database as it is; undefined: it may. */
  readonly tooOld: string | undefined
}

/** A database from before version 0.1.0 has it (docs/upgrading). */
const BEFORE_RELEASE = '0017_first_release'
const CARRY_OVER =
  'the database was made before version 0.1.0: copy it with scripts/carry-over.mjs (docs/upgrading.md), or start with an empty one'

const newest = (names: readonly string[]): string => [...names].sort().at(-1) ?? ''

/** What a program that knows these migrations lacks for what newer ones want, in one sentence. */
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
  return `the database has ${by}, beside which only a Postrider that knows ${wanted} may run; this one knows no more than ${own}: install a newer one`
}

/** Looks without making anything: a check must not change what it looks at. `known`: what a program knows. */
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

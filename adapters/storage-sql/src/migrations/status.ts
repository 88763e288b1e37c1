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

/** Made by programs that were never released, whose migrations have become the first one of those that were. */
const UNRELEASED = '0001_foundation'
const CARRY_OVER =
  'the database was made by a Postrider of before the first release, which this one does not continue by itself: carry it over as docs/upgrading.md says under "From before the first release", or begin with an empty one'

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
  if (done.has(UNRELEASED)) return { pending: known, newer: [], tooOld: CARRY_OVER }
  const newer = [...done].filter((name) => !known.includes(name)).sort()
  return {
    pending: known.filter((name) => !done.has(name)),
    newer,
    tooOld: await tooOldBeside(knex, known, newer),
  }
}

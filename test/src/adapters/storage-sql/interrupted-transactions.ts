import { E } from '@postrider/core/fp'
import type { Engine, Rows } from '@postrider/storage-sql/engine/engine'
import { insertInto, table } from '@postrider/storage-sql/engine/insertion'
import { statement } from '@postrider/storage-sql/engine/template'

const TABLES = ['first', 'second', 'third'] as const

/**
 * Creates the tables of a trial in an empty database: an account that counts, and three lists of the same
 * numbers.
 */
export const makeTrialTables = async ({ knex }: Pick<Engine, 'knex'>): Promise<void> => {
  await knex.raw('CREATE TABLE counted (id INTEGER NOT NULL PRIMARY KEY, total BIGINT NOT NULL)')
  await knex.raw('INSERT INTO counted VALUES (1, 0)')
  for (const name of TABLES) await knex.raw(`CREATE TABLE ${name}_list (number BIGINT NOT NULL PRIMARY KEY)`)
}

const lock = statement('SELECT total FROM counted WHERE id = 1 {for update}')
const count = statement('UPDATE counted SET total = total + 1 WHERE id = 1')
const look = statement('SELECT COUNT(*) FROM first_list WHERE number < 5')
const [intoFirst, intoSecond, intoThird] = TABLES.map((name) => insertInto(table(`${name}_list`, ['number'])))

/** The three ways in which the storage sends a transaction. */
const transactionsOf = (
  engine: Engine,
): ReadonlyArray<(number: number) => Promise<E.Either<unknown, unknown>>> => {
  if (intoFirst === undefined || intoSecond === undefined || intoThird === undefined)
    throw new Error('no tables')
  const early = (number: number) => [intoFirst([number]), intoSecond([number])]
  const late = (number: number) => [count(), intoThird([number])]
  return [
    (number) =>
      engine.transact([lock(), look(), look()], () => ({
        statements: [...early(number), ...late(number)],
        result: 'kept',
      })),
    (number) =>
      engine.transaction([lock()], async (_, ask) => {
        await ask([...early(number), look()])
        return { statements: late(number), isKept: true, result: 'kept' }
      }),
    async (number) => {
      const written = await engine.write(
        [...early(number), ...late(number)],
        number % 2 === 0 ? [] : [look()],
      )
      return E.isRight(written) && written.right === undefined ? E.left('nothing kept') : written
    },
  ]
}

/** The results and the content of the tables. */
export interface TrialOutcome {
  readonly answered: number
  readonly failed: number
  /** Reported as committed, and not in all tables. */
  readonly lost: number
  /** Only in some of the tables, for any result. */
  readonly inPart: number
  /** Reported as certainly failed, and in all tables. */
  readonly keptThough: number
  /** The account's count minus the numbers in the lists. */
  readonly miscounted: number
}

const numbersIn = (rows: Rows | undefined): readonly number[] =>
  (rows ?? []).map(([number]) => Number(number))

type Answers = ReadonlyMap<number, 'kept' | 'failed' | 'unknown'>

/**
 * The duration of a trial: this number of milliseconds, and on a slow machine until this number of
 * transactions were committed.
 */
export interface TrialLength {
  readonly forMs: number
  readonly kept: number
  readonly writersEach?: number
}

const AT_MOST_MS = 40_000

/**
 * Writes to one account from every engine at once, each transaction in one of three forms, and returns the
 * results.
 */
export const writeTogether = async (
  engines: readonly Engine[],
  { forMs, kept, writersEach = 2 }: TrialLength,
): Promise<Answers> => {
  const began = performance.now()
  const answers = new Map<number, 'kept' | 'failed' | 'unknown'>()
  let next = 10
  let keptSoFar = 0
  const goesOn = (): boolean => {
    const elapsedMs = performance.now() - began
    return elapsedMs < forMs || (keptSoFar < kept && elapsedMs < AT_MOST_MS)
  }
  const write = async (engine: Engine): Promise<void> => {
    const forms = transactionsOf(engine)
    while (goesOn()) {
      const number = (next += 1)
      const outcome = await forms[number % forms.length]?.(number)
      if (outcome === undefined) return
      if (E.isRight(outcome)) keptSoFar += 1
      if (E.isRight(outcome)) answers.set(number, 'kept')
      else answers.set(number, JSON.stringify(outcome.left).includes('CommitUnknown') ? 'unknown' : 'failed')
    }
  }
  await Promise.all(engines.flatMap((engine) => Array.from({ length: writersEach }, () => write(engine))))
  return answers
}

const readLists = TABLES.map((name) => statement(`SELECT number FROM ${name}_list`)())
const readTotal = statement('SELECT total FROM counted')

/** Compares the results with the tables. Nothing may disturb the engine at that time. */
export const compareWithTables = async (
  engine: Engine | undefined,
  answers: Answers,
): Promise<TrialOutcome> => {
  const read = await engine?.read([...readLists, readTotal()], 'one')
  if (read === undefined || E.isLeft(read))
    throw new Error(`the tables can't be read: ${JSON.stringify(read?.left)}`)
  const lists = read.right.slice(0, TABLES.length).map((rows) => new Set(numbersIn(rows)))
  const timesIn = (number: number): number => lists.filter((list) => list.has(number)).length
  const of = (answer: string): readonly number[] =>
    [...answers].flatMap(([number, given]) => (given === answer ? [number] : []))
  const all = new Set(lists.flatMap((list) => [...list]))
  return {
    answered: of('kept').length,
    failed: of('failed').length + of('unknown').length,
    lost: of('kept').filter((number) => timesIn(number) < TABLES.length).length,
    inPart: [...all].filter((number) => timesIn(number) < TABLES.length).length,
    keptThough: of('failed').filter((number) => timesIn(number) > 0).length,
    miscounted: Math.abs(Number(read.right.at(-1)?.[0]?.[0]) - (lists.at(-1)?.size ?? 0)),
  }
}

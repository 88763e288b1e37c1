import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import { DAY_MS } from '@postrider/core/domain/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import type { PhoneNumbers } from '@postrider/core/ports/phone-numbers'
import { recent } from '@postrider/core/use-cases/catalog/recent'
import { readInteger, readText, type Cell, type Cells } from '../cells/cell.js'
import type { Conclusion, Engine, Rows, Statement, TransactionQuery } from '../engine/engine.js'
import { insertOrReplace, table } from '../engine/insertion.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { countryCell, putDays } from './table.js'

type CountryOf = PhoneNumbers['countryOf']

/** Starts of numbers whose country is remembered: what a service sends to begins alike day after day. */
const STARTS_REMEMBERED = 20_000

/** Which country a number is of, asked of the numbering plans once for each start. */
export type CountryByStart = (start: string, number: string, countryOf: CountryOf) => Cell

export const countriesByStart = (): CountryByStart => {
  const known = recent<string, Cell>(STARTS_REMEMBERED)
  return (start, number, countryOf) => {
    const found = known.get(start)
    if (found !== undefined) return found
    const country = countryCell(countryOf(number))
    known.set(start, country)
    return country
  }
}

/** Who has it counts; others leave it to them. */
const takeState = statement('SELECT s.one FROM usage_state s WHERE s.one = 1 {skip locked}')

/** Accounts whose last event is not counted, and how far they are. */
const findBehind = statement(`
  SELECT a.organization_id, a.currency, a.version, COALESCE(u.seq, 0) FROM accounts a
  LEFT JOIN usage_accounts u ON u.organization_id = a.organization_id AND u.currency = a.currency
  WHERE a.version > COALESCE(u.seq, 0) ORDER BY a.organization_id, a.currency LIMIT ?`)

/** Calling codes that countries share: there eight characters tell a number's country, elsewhere the code does. */
export const SHARED_CALLING_CODES = [
  '1',
  '7',
  '39',
  '44',
  '47',
  '61',
  '212',
  '262',
  '290',
  '358',
  '590',
  '599',
]

const startsWith = (code: string): string => `SUBSTR(m.recipient, 1, ${code.length + 1}) = '+${code}'`

/** Of addresses of email nothing: they are in no country. */
const NUMBER_START = `CASE WHEN SUBSTR(m.recipient, 1, 1) <> '+' THEN ''
  WHEN ${SHARED_CALLING_CODES.map(startsWith).join(' OR ')} THEN SUBSTR(m.recipient, 1, 8) ELSE SUBSTR(m.recipient, 1, 4) END`

/** A range of events by day, app, channel and the start of the number, of which one of each stands for all. */
const addEntries = statement(`
  SELECT e.occurred_at - e.occurred_at % ${DAY_MS} AS day_at, m.app_id, m.channel, MIN(m.recipient), e.type,
    COUNT(*), CAST(SUM(e.amount) {as integer}),
    ${NUMBER_START} AS number_start
  FROM ledger_events e {by ledger_events.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = e.message_id
  WHERE e.organization_id = ?x AND e.currency = ? AND e.seq > ? AND e.seq <= ?
  GROUP BY day_at, m.app_id, m.channel, number_start, e.type`)

const findKept = statement(`
  SELECT u.day_at, u.app_id, u.channel, u.country, u.messages, u.reserved, u.settled, u.released
  FROM usage_days u {by usage_days.PRIMARY}
  WHERE u.organization_id = ?x AND u.currency = ? AND u.day_at IN (?*) AND u.app_id IN (?x*)`)
const putAccount = insertOrReplace(table('usage_accounts', ['organization_id x', 'currency', 'seq']), [
  'organization_id',
  'currency',
])

const MOST_ACCOUNTS = 100

/** A line of a day as it is added up: what it is of, and its figures. */
interface DayLine {
  readonly of: readonly [dayAt: number, appId: string, channel: string, country: Cell]
  messages: number
  reserved: number
  settled: number
  released: number
}

const lineIn = (lines: Map<string, DayLine>, of: DayLine['of']): DayLine => {
  const key = of.join(' ')
  const known = lines.get(key)
  if (known !== undefined) return known
  const made: DayLine = { of, messages: 0, reserved: 0, settled: 0, released: 0 }
  lines.set(key, made)
  return made
}

/** Which figure an event's amount is part of. */
const FIGURE: Readonly<Record<string, 'reserved' | 'settled' | 'released'>> = {
  reservation: 'reserved',
  settlement: 'settled',
  release: 'released',
}

const addedUp = (rows: Rows, countryOf: CountryOf, countries: CountryByStart): Map<string, DayLine> => {
  const lines = new Map<string, DayLine>()
  for (const [dayAt, appId, channel, recipient, type, count, amount, start] of rows) {
    const figure = FIGURE[readText(type)]
    if (figure === undefined) continue
    const country = countries(readText(start), readText(recipient), countryOf)
    const line = lineIn(lines, [readInteger(dayAt), readText(appId), readText(channel), country])
    line[figure] += readInteger(amount)
    if (figure === 'reserved') line.messages += readInteger(count)
  }
  return lines
}

const addKept = (lines: Map<string, DayLine>, rows: Rows): void => {
  for (const [dayAt, appId, channel, country, messages, reserved, settled, released] of rows) {
    const of = [readInteger(dayAt), readText(appId), readText(channel), readText(country)] as const
    const line = lines.get(of.join(' '))
    if (line === undefined) continue
    line.messages += readInteger(messages)
    line.reserved += readInteger(reserved)
    line.settled += readInteger(settled)
    line.released += readInteger(released)
  }
}

/** An account whose events are counted on. */
interface AccountBehind {
  readonly account: readonly [organization: string, sheet: string]
  readonly seq: number
  readonly toSeq: number
}

const behindOf = ([organization, sheet, version, seq]: Cells, most: number): AccountBehind => ({
  account: [readText(organization), readText(sheet)],
  seq: readInteger(seq),
  toSeq: Math.min(readInteger(version), readInteger(seq) + most),
})

const countAccount = async (
  { account, seq, toSeq }: AccountBehind,
  countryOf: CountryOf,
  countries: CountryByStart,
  ask: TransactionQuery,
): Promise<readonly Statement[]> => {
  const counted = putAccount([...account, toSeq])
  const [rows = []] = await ask([addEntries(...account, seq, toSeq)])
  const lines = addedUp(rows, countryOf, countries)
  if (lines.size === 0) return [counted]
  const days = [...new Set([...lines.values()].map(({ of }) => of[0]))]
  const apps = [...new Set([...lines.values()].map(({ of }) => of[1]))]
  const [kept = []] = await ask([findKept(...account, days, apps)])
  addKept(lines, kept)
  const cells = [...lines.values()].flatMap(({ of, messages, reserved, settled, released }) => [
    ...account,
    ...of,
    messages,
    reserved,
    settled,
    released,
  ])
  return [putDays(cells), counted]
}

const NOTHING: Conclusion<number> = { statements: [], isKept: false, result: 0 }

/** Counts the next entries of accounts that are behind, and how far they are then, in one transaction. */
export const countEntries = async (
  engine: Engine,
  limit: number,
  countryOf: CountryOf,
  countries: CountryByStart,
): Promise<E.Either<StorageUnavailable, number>> => {
  const outcome = await engine.transaction<number>(
    [takeState(), findBehind(MOST_ACCOUNTS)],
    async ([taken = [], found = []], ask) => {
      if (taken.length === 0 || found.length === 0) return NOTHING
      const statements: Statement[] = []
      let counted = 0
      for (const row of found) {
        if (counted >= limit) break
        const behind = behindOf(row, limit - counted)
        for (const one of await countAccount(behind, countryOf, countries, ask)) statements.push(one)
        counted += behind.toSeq - behind.seq
      }
      // More accounts than one turn looks at: what calls goes on at once.
      const result = found.length === MOST_ACCOUNTS ? Math.max(counted, limit) : counted
      return { statements, isKept: true, result }
    },
  )
  return unknownIsUndone(outcome)
}

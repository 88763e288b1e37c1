import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import {
  HOURS_KEPT_MS,
  USAGE_STEPS,
  type UsageStep,
  usageStart,
} from '@postrider/core/messaging/domain/usage/day-usage'
import type { E } from '@postrider/core/fp'
import type { PhoneNumbers } from '@postrider/core/channels/ports/phone-numbers'
import { recent } from '@postrider/core/kernel/caching/recent'
import { readInteger, readText, type Cell, type Cells } from '../../cells/cell.js'
import type { Conclusion, Engine, Rows, Statement, TransactionQuery } from '../../engine/engine.js'
import { insertOrReplace, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { countryCell, putLines } from './table.js'

type CountryOf = PhoneNumbers['countryOf']

/** Prefixes of numbers whose country is cached: a service sends to the same prefixes day after day. */
const STARTS_REMEMBERED = 20_000

/** The country of a number; the numbering plans are asked once per prefix. */
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

/** The lock holder counts; others leave it to that process. */
const takeState = statement('SELECT s.one FROM usage_state s WHERE s.one = 1 {skip locked}')

/** Accounts with uncounted events, and their positions. */
const findBehind = statement(`
  SELECT a.organization_id, a.environment, a.currency, a.version, COALESCE(u.seq, 0) FROM accounts a
  LEFT JOIN usage_line_accounts u ON u.organization_id = a.organization_id AND u.environment = a.environment AND u.currency = a.currency
  WHERE a.version > COALESCE(u.seq, 0) ORDER BY a.organization_id, a.environment, a.currency LIMIT ?`)

/**
 * Calling codes that countries share: with these, eight characters identify a number's country; otherwise the
 * code does.
 */
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

/** Empty for email addresses, which have no country. */
const NUMBER_START = `CASE WHEN SUBSTR(m.recipient, 1, 1) <> '+' THEN ''
  WHEN ${SHARED_CALLING_CODES.map(startsWith).join(' OR ')} THEN SUBSTR(m.recipient, 1, 8) ELSE SUBSTR(m.recipient, 1, 4) END`

/**
 * Sums a range of events by hour, app, channel, template and prefix of the number; one number represents each
 * group.
 */
const addEntries = statement(`
  SELECT e.occurred_at - e.occurred_at % ${HOUR_MS} AS hour_at, m.app_id, m.channel, m.template_id, MIN(m.recipient), e.type,
    COUNT(*), CAST(SUM(e.amount) {as integer}),
    ${NUMBER_START} AS number_start
  FROM ledger_events e {by ledger_events.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = e.message_id
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? AND e.seq <= ?
  GROUP BY hour_at, m.app_id, m.channel, m.template_id, number_start, e.type`)

const findKept = statement(`
  SELECT u.step, u.start_at, u.app_id, u.channel, u.country, u.template_id, u.messages, u.reserved, u.settled, u.released
  FROM usage_lines u {by usage_lines.PRIMARY}
  WHERE u.organization_id = ?x AND u.environment = ? AND u.currency = ? AND u.step = ? AND u.start_at IN (?*) AND u.app_id IN (?x*)
    AND u.template_id IN (?x*)`)
const removeOldHours = statement(`
  DELETE FROM usage_lines WHERE organization_id = ?x AND environment = ? AND currency = ? AND step = 'hour' AND start_at < ?`)
const putAccount = insertOrReplace(
  table('usage_line_accounts', ['organization_id x', 'environment', 'currency', 'seq']),
  ['organization_id', 'environment', 'currency'],
)

const MOST_ACCOUNTS = 100

/** A row of a day or hour while it is summed: its key and its amounts. */
interface UsageLine {
  readonly of: readonly [
    step: UsageStep,
    startAt: number,
    appId: string,
    channel: string,
    country: Cell,
    templateId: string,
  ]
  messages: number
  reserved: number
  settled: number
  released: number
}

const lineIn = (lines: Map<string, UsageLine>, of: UsageLine['of']): UsageLine => {
  const key = of.join(' ')
  const known = lines.get(key)
  if (known !== undefined) return known
  const made: UsageLine = { of, messages: 0, reserved: 0, settled: 0, released: 0 }
  lines.set(key, made)
  return made
}

/** The column that an event's amount is added to. */
const FIGURE: Readonly<Record<string, 'reserved' | 'settled' | 'released'>> = {
  reservation: 'reserved',
  settlement: 'settled',
  release: 'released',
}

const STEPS = Object.keys(USAGE_STEPS) as readonly UsageStep[]

/** The oldest hour with stored usage, relative to the newest counted hour. */
const firstHourKept = (rows: Rows): number =>
  rows.reduce((newest, [hourAt]) => Math.max(newest, readInteger(hourAt)), 0) - HOURS_KEPT_MS

const addedUp = (rows: Rows, countryOf: CountryOf, countries: CountryByStart): Map<string, UsageLine> => {
  const lines = new Map<string, UsageLine>()
  const firstHour = firstHourKept(rows)
  for (const [hourAt, appId, channel, templateId, recipient, type, count, amount, start] of rows) {
    const figure = FIGURE[readText(type)]
    if (figure === undefined) continue
    const country = countries(readText(start), readText(recipient), countryOf)
    const rest = [readText(appId), readText(channel), country, readText(templateId)] as const
    for (const step of STEPS) {
      if (step === 'hour' && readInteger(hourAt) < firstHour) continue
      const line = lineIn(lines, [step, usageStart(step, readInteger(hourAt)), ...rest])
      line[figure] += readInteger(amount)
      if (figure === 'reserved') line.messages += readInteger(count)
    }
  }
  return lines
}

const addKept = (lines: Map<string, UsageLine>, rows: Rows): void => {
  for (const [step, startAt, appId, channel, country, templateId, ...figures] of rows) {
    const key = [readText(step), readInteger(startAt), ...[appId, channel, country, templateId].map(readText)]
    const line = lines.get(key.join(' '))
    if (line === undefined) continue
    const [messages, reserved, settled, released] = figures
    line.messages += readInteger(messages)
    line.reserved += readInteger(reserved)
    line.settled += readInteger(settled)
    line.released += readInteger(released)
  }
}

/** Reads the stored rows of days and hours. */
const findKeptLines = (
  account: AccountBehind['account'],
  lines: readonly UsageLine[],
): readonly Statement[] =>
  STEPS.flatMap((step) => {
    const own = lines.filter(({ of }) => of[0] === step)
    if (own.length === 0) return []
    const starts = [...new Set(own.map(({ of }) => of[1]))]
    const apps = [...new Set(own.map(({ of }) => of[2]))]
    const templates = [...new Set(own.map(({ of }) => of[5]))]
    return [findKept(...account, step, starts, apps, templates)]
  })

/** An account with events to count. */
interface AccountBehind {
  readonly account: readonly [organization: string, environment: string, currency: string]
  readonly seq: number
  readonly toSeq: number
}

const behindOf = (
  [organization, environment, currency, version, seq]: Cells,
  most: number,
): AccountBehind => ({
  account: [readText(organization), readText(environment), readText(currency)],
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
  const kept = await ask(findKeptLines(account, [...lines.values()]))
  addKept(lines, kept.flat())
  const cells = [...lines.values()].flatMap(({ of, messages, reserved, settled, released }) => [
    ...account,
    ...of,
    messages,
    reserved,
    settled,
    released,
  ])
  return [putLines(cells), removeOldHours(...account, firstHourKept(rows)), counted]
}

const NOTHING: Conclusion<number> = { statements: [], isKept: false, result: 0 }

/** Counts the next events of accounts that are behind, and stores the new positions, in one transaction. */
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
      // There are more accounts than one turn processes, so the caller continues at once.
      const result = found.length === MOST_ACCOUNTS ? Math.max(counted, limit) : counted
      return { statements, isKept: true, result }
    },
  )
  return unknownIsUndone(outcome)
}

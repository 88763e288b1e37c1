import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode } from '../errors/exit-code.js'
import type { Verb } from '../verb.js'
import { momentOf } from './moment.js'
import { countOf } from './wait.js'

const USAGE_COLUMNS = [
  'occurredAt',
  'type',
  'amountMinor',
  'currency',
  'status',
  'messageId',
  'entryId',
  'relatedEntryId',
] as const

/** `balance` */
export const balance = async (verb: Verb, _options: object, currency: string): Promise<ExitCode> => {
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal } = verb.terminal
  verb.writer().one({ ...(await client.balances.get({ currency }, { signal })) })
  return EXIT.ok
}

/** The options of a time range. */
export interface UsageOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
}

const firstOfMonth = (): Date => new Date(new Date().toISOString().slice(0, 7))

/** `usage` */
export const usage = async (verb: Verb, options: UsageOptions, currency: string): Promise<ExitCode> => {
  const from = options.from === undefined ? firstOfMonth() : momentOf('--from', options.from)
  const to = options.to === undefined ? new Date() : momentOf('--to', options.to)
  let left = options.limit === undefined ? Number.MAX_SAFE_INTEGER : countOf('--limit', options.limit)
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal } = verb.terminal
  const writer = verb.writer(USAGE_COLUMNS)
  const range = { currency, from, to, pageSize: Math.min(100, left) }
  for await (const entry of client.usage.list(range, { signal })) {
    writer.add({ ...entry })
    left -= 1
    if (left === 0) break
  }
  writer.end()
  return EXIT.ok
}

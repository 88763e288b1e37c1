import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RetentionLimits } from '@postrider/core/platform/domain/retention/retention'
import type { SettingReader } from './setting-sources.js'
import { number } from './setting-values.js'

/** Receipts come and charges are disputed within this time; the search may go sooner. */
const LEAST_ATTEMPT_DAYS = 90
const LEAST_SEARCH_DAYS = 30
const MOST_DAYS = 36_500

const days = (least: number) => number(least, MOST_DAYS, `a number of days, at least ${least}`)

const inMs = (kept: number | undefined): number | undefined =>
  kept === undefined ? undefined : kept * DAY_MS

/** For how long messages, calls and search entries are kept. Messages outlive the idempotency keys that lead to them. */
export const retentionSettings = (reader: SettingReader, idempotencyDays: number): RetentionLimits => {
  const read = (name: string, least: number) => reader.read<number | undefined>(name, days(least), undefined)
  const messages = read('POSTRIDER_MESSAGE_DAYS', LEAST_ATTEMPT_DAYS)
  if (messages !== undefined && messages <= idempotencyDays)
    reader.complain(
      'POSTRIDER_MESSAGE_DAYS',
      `must be more than POSTRIDER_IDEMPOTENCY_DAYS (${idempotencyDays}): a repeated request gets the message of the first one`,
    )
  return {
    messages: inMs(messages),
    attempts: inMs(read('POSTRIDER_ATTEMPT_DAYS', LEAST_ATTEMPT_DAYS)),
    search: inMs(read('POSTRIDER_SEARCH_DAYS', LEAST_SEARCH_DAYS)),
  }
}

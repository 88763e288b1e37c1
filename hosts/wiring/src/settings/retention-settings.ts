import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RetentionLimits } from '@postrider/core/platform/domain/retention/retention'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { number } from '../setting-values.js'

/** How long records are kept. */
export interface RetentionSettings {
  /** How long idempotency keys are kept. */
  readonly idempotencyDays: number
  /** How long the events of apps are kept. */
  readonly eventDays: number
  /** How long messages, provider calls and search entries are kept. */
  readonly retention: RetentionLimits
}

const LEAST_IDEMPOTENCY_DAYS = 90
/** Delivery reports arrive and charges are disputed within this time; the search may go sooner. */
const LEAST_ATTEMPT_DAYS = 90
const LEAST_SEARCH_DAYS = 30
/** A program that follows events may stop over a long weekend. */
const LEAST_EVENT_DAYS = 7
const MOST_DAYS = 36_500

const days = (least: number) => number(least, MOST_DAYS, `a number of days, at least ${least}`)

const IDEMPOTENCY_DAYS = settingWithDefault({
  name: 'POSTRIDER_IDEMPOTENCY_DAYS',
  parse: days(LEAST_IDEMPOTENCY_DAYS),
  defaultText: '400',
  about: 'How many days an Idempotency-Key is remembered; at least 90.',
})

const EVENT_DAYS = settingWithDefault({
  name: 'POSTRIDER_EVENT_DAYS',
  parse: days(LEAST_EVENT_DAYS),
  defaultText: '30',
  about: 'How many days the events of apps are kept; at least 7.',
  row: { meaning: 'days that the events of apps are kept, 7 or more' },
})

const MESSAGE_DAYS = optionalSetting({
  name: 'POSTRIDER_MESSAGE_DAYS',
  parse: days(LEAST_ATTEMPT_DAYS),
  about: `
    How many days to keep final messages (more than POSTRIDER_IDEMPOTENCY_DAYS), provider calls (at least 90), and entries of the search by
    recipient (at least 30). Empty: forever. Ledger, usage and audit log are always kept.`,
  examples: [''],
  row: {
    shownDefault: 'kept forever',
    meaning: 'days that final messages are kept, more than `POSTRIDER_IDEMPOTENCY_DAYS`',
  },
})

const SEARCH_DAYS = optionalSetting({
  name: 'POSTRIDER_SEARCH_DAYS',
  parse: days(LEAST_SEARCH_DAYS),
  examples: [''],
})

const ATTEMPT_DAYS = optionalSetting({
  name: 'POSTRIDER_ATTEMPT_DAYS',
  parse: days(LEAST_ATTEMPT_DAYS),
  examples: [''],
  row: {
    shownDefault: 'kept forever',
    meaning: 'days that provider calls (90 or more) and search entries (30) are kept',
    sharedWith: [SEARCH_DAYS],
  },
})

/** The declarations, in the order of the documents. */
export const RETENTION_SETTINGS: readonly SettingGroup[] = [
  [IDEMPOTENCY_DAYS],
  [EVENT_DAYS],
  [MESSAGE_DAYS, ATTEMPT_DAYS, SEARCH_DAYS],
]

const inMs = (kept: number | undefined): number | undefined =>
  kept === undefined ? undefined : kept * DAY_MS

/** Reads how long records are kept. Messages outlive the idempotency keys that lead to them. */
export const readRetentionSettings = ({ read, complain }: SettingReader): RetentionSettings => {
  const idempotencyDays = read(IDEMPOTENCY_DAYS)
  const messages = read(MESSAGE_DAYS)
  if (messages !== undefined && messages <= idempotencyDays)
    complain(
      MESSAGE_DAYS.name,
      `must be more than ${IDEMPOTENCY_DAYS.name} (${idempotencyDays}): a repeated request gets the message of the first one`,
    )
  return {
    idempotencyDays,
    eventDays: read(EVENT_DAYS),
    retention: {
      messages: inMs(messages),
      attempts: inMs(read(ATTEMPT_DAYS)),
      search: inMs(read(SEARCH_DAYS)),
    },
  }
}

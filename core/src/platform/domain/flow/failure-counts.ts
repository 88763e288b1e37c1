import type { Channel } from '../../../channels/channels.js'
import type { FailureCode, MessageState } from '../../../kernel/messages/message-state.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { Flow, FlowCount } from './flow.js'

/** The periods that failures are counted over. */
export const FAILURE_PERIODS = ['day', 'week', 'month'] as const

/** The length of each period. */
export const FAILURE_PERIOD_MS: Readonly<Record<(typeof FAILURE_PERIODS)[number], number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

/** The final states of a message that didn't arrive. */
const FAILED_STATES: readonly MessageState[] = ['UNDELIVERED', 'FAILED', 'EXPIRED', 'CANCELLED']

/** How many messages didn't arrive for one reason; undefined: the reason is unknown. */
export interface CauseCount {
  readonly failureCode: FailureCode | undefined
  readonly count: number
  readonly channels: ReadonlyArray<{ readonly channel: Channel; readonly count: number }>
}

/** The failures of a period, with the totals they are compared with. */
export interface FailureCount {
  readonly accepted: number
  /** Messages that a delivery report confirmed. */
  readonly delivered: number
  readonly failed: number
  /** Most frequent first. */
  readonly causes: readonly CauseCount[]
  /** Whether the count is complete: the earliest entries have no environment. */
  readonly isWhole: boolean
}

const sumOf = (counts: readonly FlowCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

const byMost = (one: { readonly count: number }, other: { readonly count: number }): number =>
  other.count - one.count

const causeOf = (failureCode: FailureCode | undefined, counts: readonly FlowCount[]): CauseCount => {
  const channels = [...new Set(counts.map(({ channel }) => channel))].map((channel) => ({
    channel,
    count: sumOf(counts.filter((one) => one.channel === channel)),
  }))
  return { failureCode, count: sumOf(counts), channels: channels.sort(byMost) }
}

/** The messages to count; undefined fields match all. */
export interface FailureFilter {
  readonly channel: Channel | undefined
  readonly environment: Environment | undefined
}

/**
 * Counts a flow's failures by cause. Entries without an environment are counted only if no environment is
 * requested.
 */
export const failureCountOf = ({ counts }: Flow, { channel, environment }: FailureFilter): FailureCount => {
  const ofChannel = counts.filter((one) => channel === undefined || one.channel === channel)
  const matching = ofChannel.filter((one) => environment === undefined || one.environment === environment)
  const failed = matching.filter(({ state }) => FAILED_STATES.includes(state))
  const codes = [...new Set(failed.map(({ failureCode }) => failureCode))]
  const causes = codes.map((code) =>
    causeOf(
      code,
      failed.filter(({ failureCode }) => failureCode === code),
    ),
  )
  return {
    accepted: sumOf(matching.filter(({ state }) => state === 'ACCEPTED')),
    delivered: sumOf(matching.filter(({ state }) => state === 'DELIVERED')),
    failed: sumOf(failed),
    causes: causes.sort(byMost),
    isWhole: environment === undefined || ofChannel.every((one) => one.environment !== undefined),
  }
}

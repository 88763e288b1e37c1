import type { Channel } from '../../../channels/channels.js'
import type { FailureCode, MessageState } from '../../../kernel/messages/message-state.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { Flow, FlowCount } from './flow.js'

/** How far back failures are counted. */
export const FAILURE_PERIODS = ['day', 'week', 'month'] as const

/** How long each of them is. */
export const FAILURE_PERIOD_MS: Readonly<Record<(typeof FAILURE_PERIODS)[number], number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

/** The ends of a message at which it did not arrive; each has one end. */
const FAILED_STATES: readonly MessageState[] = ['UNDELIVERED', 'FAILED', 'EXPIRED', 'CANCELLED']

/** How many messages did not arrive for one reason; undefined: nobody said why. */
export interface CauseCount {
  readonly failureCode: FailureCode | undefined
  readonly count: number
  readonly channels: ReadonlyArray<{ readonly channel: Channel; readonly count: number }>
}

/** What became of messages in a time, as far as it went wrong. */
export interface FailureCount {
  readonly accepted: number
  /** Messages that a delivery report confirmed. */
  readonly delivered: number
  readonly failed: number
  /** The most first. */
  readonly causes: readonly CauseCount[]
  /** Whether all is in it: of what was counted first, nobody knows the environment. */
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

/** What failures are counted of; undefined: of whichever. */
export interface FailureFilter {
  readonly channel: Channel | undefined
  readonly environment: Environment | undefined
}

/** Counts a flow's failures by why. What is of an environment nobody knows is counted where none is asked for. */
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

import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { ProviderReason } from './provider-reason.js'

/**
 * A fault of an account that its provider reports later, in the delivery reports of messages that it took: a
 * missing payment, a lock. Calls to it succeed, and every message is lost.
 */
export interface AccountFault {
  readonly providerAccountId: ProviderAccountId
  /** The provider's code and words in the last report. */
  readonly reason: ProviderReason
  /** How many messages were lost to it, as long as the reports are less than an hour apart. */
  readonly messages: number
  readonly lastAtMs: EpochMs
}

/** This many reports stop an account: a single one may be about one message. */
const FEWEST_MESSAGES = 3

/** How long the account rests after the last report, before one message tries it. */
const REST_MS = 5 * MINUTE_MS

/** The fault after it has made another message fail. */
export const withLostMessage = (
  before: AccountFault | undefined,
  providerAccountId: ProviderAccountId,
  reason: ProviderReason,
  nowMs: EpochMs,
): AccountFault => {
  const isSame = before !== undefined && nowMs - before.lastAtMs < HOUR_MS
  return { providerAccountId, reason, messages: (isSame ? before.messages : 0) + 1, lastAtMs: nowMs }
}

/** Until when an account with this fault rests; undefined if it may be called. */
export const restsUntilMs = ({ messages, lastAtMs }: AccountFault, nowMs: EpochMs): EpochMs | undefined => {
  const untilMs = lastAtMs + REST_MS
  return messages >= FEWEST_MESSAGES && nowMs < untilMs ? untilMs : undefined
}

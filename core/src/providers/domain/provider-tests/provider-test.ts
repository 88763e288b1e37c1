import type { Channel, Registration, Sender } from '../../../channels/channels.js'
import type { SubmitOutcome } from '../calls/outcome.js'
import type { WireLine } from '../calls/wire-line.js'
import type { MessageId, ProviderAccountId, ProviderTestId, UserId } from '../../../kernel/ids/id.js'
import { QUOTAS } from '../../../limits/domain/quotas.js'
import { isAboutRecipient } from '../receipts/about-recipient.js'
import { providerReference } from '../receipts/provider-reference.js'
import type { Receipt } from '../receipts/receipt.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

const { most: MOST_TESTS, windowMs } = QUOTAS.providerTests

/** The window within which the tests of one account are counted (docs/api/admin#provider-tests). */
export const TEST_WINDOW_MS = windowMs

/**
 * A dispatcher may take a test until the first moment; it counts as expired from the second one. The gap
 * allows for clock differences between processes.
 */
export const TAKEN_WITHIN_MS = 8 * SECOND_MS
const EXPIRES_AFTER_MS = 10 * SECOND_MS

/** The most lines, and the longest line, stored for a test. */
const MOST_LINES = 200
const LONGEST_LINE = 2_000

/** A line of the exchange during a test, with its time. */
export interface TranscriptLine extends WireLine {
  readonly atMs: EpochMs
}

/**
 * The progress of a test: `requested`; `sending` once a dispatcher has taken it; then the outcome of its
 * call; `delivered` and `undelivered` by the provider's report.
 */
const STORED_STATES = [
  'requested',
  'sending',
  'accepted',
  'refused',
  'unknown',
  'delivered',
  'undelivered',
] as const

type StoredState = (typeof STORED_STATES)[number]

/** The states as shown: also `expired` if no dispatcher took it in time, so that it is never sent. */
export const PROVIDER_TEST_STATES = [...STORED_STATES, 'expired'] as const

export type ProviderTestState = (typeof PROVIDER_TEST_STATES)[number]

/**
 * One fixed text that is sent through one account to test it, outside any tenant
 * (docs/api/admin#provider-tests).
 */
export interface ProviderTest {
  readonly testId: ProviderTestId
  readonly providerAccountId: ProviderAccountId
  /** The reference passed to the provider; no message has this id. */
  readonly messageId: MessageId
  readonly userId: UserId
  readonly reason: string
  readonly channel: Channel
  readonly to: string
  readonly sender: Sender
  readonly registration: Registration | undefined
  readonly state: StoredState
  /** The outcome of its call, in words; undefined until there is one. */
  readonly detail: string | undefined
  /** Whether the provider may send a delivery report; undefined until that is known. */
  readonly isReported: boolean | undefined
  readonly requestedAtMs: EpochMs
  /** Until when the dispatcher that took it is working on it; undefined: not taken. */
  readonly leaseUntilMs: EpochMs | undefined
  readonly providerMessageIds: readonly string[]
  readonly transcript: readonly TranscriptLine[]
}

/**
 * Whether a dispatcher may take it. A taken test is never taken again, whatever happened to the dispatcher.
 */
export const mayBeTaken = ({ state, requestedAtMs }: ProviderTest, nowMs: EpochMs): boolean =>
  state === 'requested' && nowMs < requestedAtMs + TAKEN_WITHIN_MS

/**
 * Its state now: a test that wasn't taken in time has expired, and the outcome of a call whose process has
 * stopped is unknown.
 */
export const stateNow = (
  { state, requestedAtMs, leaseUntilMs = 0 }: ProviderTest,
  nowMs: EpochMs,
): ProviderTestState => {
  if (state === 'requested' && nowMs >= requestedAtMs + EXPIRES_AFTER_MS) return 'expired'
  return state === 'sending' && nowMs >= leaseUntilMs ? 'unknown' : state
}

/**
 * How long until another test of the account may be requested; undefined: now. `tests` are those within the
 * window.
 */
export const waitForTestMs = (
  tests: ReadonlyArray<Pick<ProviderTest, 'requestedAtMs'>>,
  nowMs: EpochMs,
): number | undefined => {
  if (tests.length < MOST_TESTS) return undefined
  const counted = tests.map(({ requestedAtMs }) => requestedAtMs).sort((one, other) => one - other)
  return Math.max(1, (counted.at(-MOST_TESTS) ?? nowMs) + TEST_WINDOW_MS - nowMs)
}

/** The test with further lines, up to the stored maximum. */
export const withLines = (test: ProviderTest, lines: readonly TranscriptLine[]): ProviderTest => {
  const cut = lines.map((line) => ({ ...line, text: line.text.slice(0, LONGEST_LINE) }))
  return { ...test, transcript: [...test.transcript, ...cut].slice(0, MOST_LINES) }
}

const isReportedOn = ({ state }: ProviderTest): boolean => state === 'delivered' || state === 'undelivered'

const stateAfter = ({ _tag }: SubmitOutcome): StoredState => {
  if (_tag === 'Accepted') return 'accepted'
  return _tag === 'OutcomeUnknown' ? 'unknown' : 'refused'
}

/** Sets the outcome of its call, unless an earlier report says more. */
export const withOutcome = (
  test: ProviderTest,
  outcome: SubmitOutcome,
  isReported: boolean,
): ProviderTest => ({
  ...test,
  isReported,
  state: isReportedOn(test) ? test.state : stateAfter(outcome),
  detail: 'detail' in outcome ? outcome.detail : undefined,
  providerMessageIds:
    'providerMessageIds' in outcome ? (outcome.providerMessageIds ?? []) : test.providerMessageIds,
})

/**
 * Whether a receipt without a message belongs to the test: as for messages, account and recipient must match.
 */
export const isReceiptOf = (test: ProviderTest, receipt: Receipt): boolean => {
  const { providerAccountId, messageId, providerReference: reference, otherReference } = receipt
  if (providerAccountId !== test.providerAccountId || !isAboutRecipient(receipt, test.to)) return false
  if (messageId === test.messageId) return true
  const own = test.providerMessageIds.map(providerReference)
  return [reference, otherReference].some((one) => one !== undefined && own.includes(one))
}

const stateBy = (test: ProviderTest, { status }: Receipt): StoredState => {
  if (isReportedOn(test)) return test.state
  if (status === 'undelivered' || status === 'accepted') return status
  return 'delivered'
}

/** Applies a report to the test. The first final report counts. */
export const withReceipt = (test: ProviderTest, receipt: Receipt): ProviderTest => {
  const { status, failureCode, raw, receivedAtMs: atMs } = receipt
  const outcomeText = failureCode === undefined ? status : `${status} (${failureCode})`
  const reported = { ...test, state: stateBy(test, receipt) }
  return withLines(reported, [{ direction: 'in', text: `report: ${outcomeText}; ${raw}`, atMs }])
}

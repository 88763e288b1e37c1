import type { Channel, Registration, Sender } from '../../../channels/channels.js'
import type { SubmitOutcome } from '../calls/outcome.js'
import type { WireLine } from '../calls/wire-line.js'
import type { MessageId, ProviderAccountId, ProviderTestId, UserId } from '../../../kernel/ids/id.js'
import { QUOTAS } from '../../../limits/domain/quotas.js'
import { providerReference } from '../receipts/provider-reference.js'
import type { Receipt } from '../receipts/receipt.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

const { most: MOST_TESTS, windowMs } = QUOTAS.providerTests

/** The time within which the tests of one account are counted (docs/contract#provider-tests). */
export const TEST_WINDOW_MS = windowMs

/**
 * Until when a dispatcher may take a test, and from when on nobody will: between the two nobody takes it, and nobody says so, so
 * that clocks of processes may differ by as much.
 */
export const TAKEN_WITHIN_MS = 8 * SECOND_MS
const EXPIRES_AFTER_MS = 10 * SECOND_MS

/** More is not kept of one test. */
const MOST_LINES = 200
const LONGEST_LINE = 2_000

/** What of a test is written down: a line of what was said, and when. */
export interface TranscriptLine extends WireLine {
  readonly atMs: EpochMs
}

/**
 * How far a test has come: `requested`, `sending` once a dispatcher has taken it; then as its call came out; `delivered` and
 * `undelivered` by the provider's report.
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

/** As it is shown: `expired` where no dispatcher took it in time, so that it is never sent. */
export const PROVIDER_TEST_STATES = [...STORED_STATES, 'expired'] as const

export type ProviderTestState = (typeof PROVIDER_TEST_STATES)[number]

/** One fixed text that is sent through one account to try it, outside any tenant (docs/contract#provider-tests). */
export interface ProviderTest {
  readonly testId: ProviderTestId
  readonly providerAccountId: ProviderAccountId
  /** The reference that the provider is given; no message has it. */
  readonly messageId: MessageId
  readonly userId: UserId
  readonly reason: string
  readonly channel: Channel
  readonly to: string
  readonly sender: Sender
  readonly registration: Registration | undefined
  readonly state: StoredState
  /** What its call came to, in words; undefined while there is nothing to say. */
  readonly detail: string | undefined
  /** Whether the provider may report what became of it; undefined while that is not known. */
  readonly isReported: boolean | undefined
  readonly requestedAtMs: EpochMs
  /** Until then whoever took it is at work; undefined: nobody has taken it. */
  readonly leaseUntilMs: EpochMs | undefined
  readonly providerMessageIds: readonly string[]
  readonly transcript: readonly TranscriptLine[]
}

/** Whether a dispatcher may take it. One that was taken is never taken again, whatever became of who took it. */
export const mayBeTaken = ({ state, requestedAtMs }: ProviderTest, nowMs: EpochMs): boolean =>
  state === 'requested' && nowMs < requestedAtMs + TAKEN_WITHIN_MS

/** Its state now: what nobody has taken in time is over, and what became of a call whose process is gone nobody knows. */
export const stateNow = (
  { state, requestedAtMs, leaseUntilMs = 0 }: ProviderTest,
  nowMs: EpochMs,
): ProviderTestState => {
  if (state === 'requested' && nowMs >= requestedAtMs + EXPIRES_AFTER_MS) return 'expired'
  return state === 'sending' && nowMs >= leaseUntilMs ? 'unknown' : state
}

/** How long until another test of the account may be asked for; undefined: now. `tests` are those within the window. */
export const waitForTestMs = (
  tests: ReadonlyArray<Pick<ProviderTest, 'requestedAtMs'>>,
  nowMs: EpochMs,
): number | undefined => {
  if (tests.length < MOST_TESTS) return undefined
  const counted = tests.map(({ requestedAtMs }) => requestedAtMs).sort((one, other) => one - other)
  return Math.max(1, (counted.at(-MOST_TESTS) ?? nowMs) + TEST_WINDOW_MS - nowMs)
}

/** The test with further lines, as many as are kept. */
export const withLines = (test: ProviderTest, lines: readonly TranscriptLine[]): ProviderTest => {
  const cut = lines.map((line) => ({ ...line, text: line.text.slice(0, LONGEST_LINE) }))
  return { ...test, transcript: [...test.transcript, ...cut].slice(0, MOST_LINES) }
}

const isReportedOn = ({ state }: ProviderTest): boolean => state === 'delivered' || state === 'undelivered'

const stateAfter = ({ _tag }: SubmitOutcome): StoredState => {
  if (_tag === 'Accepted') return 'accepted'
  return _tag === 'OutcomeUnknown' ? 'unknown' : 'refused'
}

/** What its call came to; a report that came before says more. */
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

/** Whether a receipt that is no message's is about the test: as for messages, its account's, and about nobody else. */
export const isReceiptOf = (test: ProviderTest, receipt: Receipt): boolean => {
  const { providerAccountId, messageId, providerReference: reference, recipient = test.to } = receipt
  if (providerAccountId !== test.providerAccountId || recipient !== test.to) return false
  if (messageId === test.messageId) return true
  return reference !== undefined && test.providerMessageIds.map(providerReference).includes(reference)
}

const stateBy = (test: ProviderTest, { status }: Receipt): StoredState => {
  if (isReportedOn(test)) return test.state
  if (status === 'undelivered' || status === 'accepted') return status
  return 'delivered'
}

/** What a report says of it. The first that is final counts. */
export const withReceipt = (test: ProviderTest, receipt: Receipt): ProviderTest => {
  const { status, failureCode, raw, receivedAtMs: atMs } = receipt
  const outcomeText = failureCode === undefined ? status : `${status} (${failureCode})`
  const reported = { ...test, state: stateBy(test, receipt) }
  return withLines(reported, [{ direction: 'in', text: `report: ${outcomeText}; ${raw}`, atMs }])
}

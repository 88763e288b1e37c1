import type { SubmitOutcome, Accepted } from '@postrider/core/providers/domain/calls/outcome'
import type { PduFields } from './pdu.js'
import { sendPart, type SendingRules, type SentPart } from './send-part.js'
import type { SmppSession } from './smpp-session.js'

/** The identifiers of a message whose parts were all accepted in the end, some of them late. */
export interface LateAcceptance {
  /** Those of all parts with reports, in order. */
  readonly all: readonly string[]
  /** Those that came after the time-out. */
  readonly late: readonly string[]
}

/** The outcome of a message in parts: at its timeout, and later responses. */
export interface SentMessage {
  readonly outcome: SubmitOutcome
  /** Undefined if everything was in time, or if the message stays incomplete. */
  readonly late: Promise<LateAcceptance | undefined>
}

/** Whether a part has reports: only the identifiers of such parts are passed on. */
export type IsReportedPart = (index: number) => boolean

interface Parts {
  readonly all: readonly PduFields[]
  readonly isReported: IsReportedPart
}

const isTaken = (outcome: SubmitOutcome): outcome is Accepted => outcome._tag === 'Accepted'

const NONE: readonly string[] = []

/** A response without an identifier names nothing. */
const idOf = (outcome: SubmitOutcome | undefined): readonly string[] =>
  outcome !== undefined && isTaken(outcome) ? outcome.providerMessageIds.filter((id) => id !== '') : NONE

const idsOf = (
  outcomes: ReadonlyArray<SubmitOutcome | undefined>,
  isReported: IsReportedPart,
): readonly string[] => outcomes.flatMap((outcome, index) => (isReported(index) ? idOf(outcome) : NONE))

/**
 * Some parts were accepted and others weren't, or the outcome is unknown: the message is never sent again,
 * and never known to be complete.
 */
const inPieces = (outcomes: readonly SubmitOutcome[], { isReported, all }: Parts): SubmitOutcome => {
  const taken = outcomes.filter(isTaken).length
  const providerMessageIds = idsOf(outcomes, isReported)
  const isOfMessage = outcomes.every(({ _tag }) => _tag !== 'OutcomeUnknown' && _tag !== 'NotAttempted')
  const other = outcomes.find((outcome) => !isTaken(outcome))
  const why = other !== undefined && 'detail' in other ? other.detail : ''
  return {
    _tag: 'OutcomeUnknown',
    detail: `${taken} of ${all.length} parts were accepted: ${why}`,
    ...(providerMessageIds.length === 0 ? {} : { providerMessageIds }),
    ...(isOfMessage ? { isOfMessage: true } : {}),
  }
}

/** The late responses, if all parts were accepted in the end. */
const lateAcceptance = async (
  sent: readonly SentPart[],
  { all, isReported }: Parts,
): Promise<LateAcceptance | undefined> => {
  const inTime = await Promise.all(sent.map(({ outcome }) => outcome))
  const inTheEnd = await Promise.all(sent.map(({ late }) => late))
  if (inTheEnd.length < all.length || !inTheEnd.every(isTaken)) return undefined
  const isLate = (index: number): boolean => {
    const before = inTime[index]
    return before !== undefined && !isTaken(before) && isReported(index)
  }
  return { all: idsOf(inTheEnd, isReported), late: idsOf(inTheEnd, isLate) }
}

/**
 * Submits the parts of one message over one session: the first part by itself, since most refusals come at
 * once, and then the others together.
 */
export const sendSms = async (
  session: SmppSession,
  parts: Parts,
  timeoutMs: number,
  rules: SendingRules,
): Promise<SentMessage> => {
  const { all, isReported } = parts
  const startedMs = performance.now()
  const send = (part: PduFields): SentPart =>
    sendPart(session, part, Math.max(1, timeoutMs - (performance.now() - startedMs)), rules)
  const first = all.slice(0, 1).map(send)
  const [outcome = { _tag: 'NotAttempted', detail: 'the message has no parts' }] = await Promise.all(
    first.map((part) => part.outcome),
  )
  if (!isTaken(outcome)) return { outcome, late: lateAcceptance(first, parts) }
  const sent = [...first, ...all.slice(1).map(send)]
  const outcomes = await Promise.all(sent.map((part) => part.outcome))
  if (!outcomes.every(isTaken))
    return { outcome: inPieces(outcomes, parts), late: lateAcceptance(sent, parts) }
  return {
    outcome: { _tag: 'Accepted', providerMessageIds: idsOf(outcomes, isReported) },
    late: Promise.resolve(undefined),
  }
}

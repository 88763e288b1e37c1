import type { SubmitOutcome, Accepted } from '@postrider/core/providers/domain/calls/outcome'
import type { PduFields } from './pdu.js'
import { sendPart, type SendingRules, type SentPart } from './send-part.js'
import type { SmppSession } from './smpp-session.js'

/** The outcome of a message in parts: at its timeout, and later responses. */
export interface SentMessage {
  readonly outcome: SubmitOutcome
  /**
   * The identifiers of late responses, once the whole message was accepted; empty if it was in time, or is
   * incomplete.
   */
  readonly late: Promise<readonly string[]>
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

/** The identifiers that came late, if all parts were accepted in the end. */
const lateIds = async (sent: readonly SentPart[], { all, isReported }: Parts): Promise<readonly string[]> => {
  const inTime = await Promise.all(sent.map(({ outcome }) => outcome))
  const inTheEnd = await Promise.all(sent.map(({ late }) => late))
  if (inTheEnd.length < all.length || !inTheEnd.every(isTaken)) return NONE
  return inTheEnd.flatMap((outcome, index) => {
    const before = inTime[index]
    return before !== undefined && !isTaken(before) && isReported(index) ? idOf(outcome) : NONE
  })
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
  if (!isTaken(outcome)) return { outcome, late: lateIds(first, parts) }
  const sent = [...first, ...all.slice(1).map(send)]
  const outcomes = await Promise.all(sent.map((part) => part.outcome))
  if (!outcomes.every(isTaken)) return { outcome: inPieces(outcomes, parts), late: lateIds(sent, parts) }
  return {
    outcome: { _tag: 'Accepted', providerMessageIds: idsOf(outcomes, isReported) },
    late: Promise.resolve(NONE),
  }
}

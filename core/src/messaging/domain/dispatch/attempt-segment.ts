import { leastOf } from '../../../kernel/numbers/extremes.js'
import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { Receipt, ReceiptStatus } from '../../../providers/domain/receipts/receipt.js'

/** One part of a message that its provider took in several parts, each with its own identifier. */
export interface AttemptSegment {
  readonly messageId: MessageId
  /** The number of the attempt that submitted it. */
  readonly number: number
  /** The part's position in the text: 1, 2, 3 … */
  readonly part: number
  readonly providerAccountId: ProviderAccountId
  readonly providerMessageId: string
  /** The provider's identifier in the form that is compared with receipts. */
  readonly providerReference: string
  /** The most advanced status reported for it; undefined if nothing was reported. */
  readonly status: ReceiptStatus | undefined
  readonly failureCode: FailureCode | undefined
}

/** The rank of each reported status; a report with a lower rank changes nothing. */
const RANK: Readonly<Record<ReceiptStatus, number>> = { accepted: 1, undelivered: 2, delivered: 2, read: 3 }

const rankOf = (status: ReceiptStatus | undefined): number => (status === undefined ? 0 : RANK[status])

type Handed = Pick<AttemptSegment, 'messageId' | 'number' | 'providerAccountId'>

/**
 * The parts that the provider took in an attempt, in the order of the text. Empty if it took the message as a
 * whole, with one identifier or none.
 */
export const partsOf = (attempt: Handed, providerMessageIds: readonly string[]): readonly AttemptSegment[] =>
  providerMessageIds.length < 2
    ? []
    : providerMessageIds.map((providerMessageId, index) => ({
        messageId: attempt.messageId,
        number: attempt.number,
        part: index + 1,
        providerAccountId: attempt.providerAccountId,
        providerMessageId,
        providerReference: providerReference(providerMessageId),
        status: undefined,
        failureCode: undefined,
      }))

/** The part that a report is about; undefined if it is about the whole message. */
export const partAbout = (parts: readonly AttemptSegment[], receipt: Receipt): AttemptSegment | undefined =>
  parts.find(
    (part) =>
      part.providerAccountId === receipt.providerAccountId &&
      part.providerReference === receipt.providerReference,
  )

/** Whether a report is more advanced than the known status of its part. */
export const saysMore = ({ status }: AttemptSegment, receipt: Pick<Receipt, 'status'>): boolean =>
  rankOf(receipt.status) > rankOf(status)

/** Whether a report contradicts the known status of its part. Call it for a report that isn't more advanced. */
export const contradictsPart = ({ status }: AttemptSegment, receipt: Pick<Receipt, 'status'>): boolean =>
  (status === 'undelivered') !== (receipt.status === 'undelivered') && receipt.status !== 'accepted'

/** The parts after a report about one of them. */
export const withReport = (
  parts: readonly AttemptSegment[],
  part: AttemptSegment,
  { status, failureCode }: Receipt,
): readonly AttemptSegment[] => parts.map((one) => (one === part ? { ...part, status, failureCode } : one))

/** The effect of a part's report on the whole message. */
export type WholeReport = Pick<Receipt, 'status' | 'failureCode'>

/**
 * The status of a message from the parts of its attempt (docs/api/delivery#delivery-reports). It is
 * undelivered if one part is; it is delivered or read only when all parts are.
 */
export const wholeOf = (parts: readonly AttemptSegment[]): WholeReport => {
  const lost = parts.find(({ status }) => status === 'undelivered')
  if (lost !== undefined) return { status: 'undelivered', failureCode: lost.failureCode }
  const least = leastOf(parts.map(({ status }) => rankOf(status)))
  const status = least === RANK.read ? 'read' : least === RANK.delivered ? 'delivered' : 'accepted'
  return { status, failureCode: undefined }
}

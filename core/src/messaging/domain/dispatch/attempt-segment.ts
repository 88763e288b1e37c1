import { leastOf } from '../../../kernel/numbers/extremes.js'
import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { Receipt, ReceiptStatus } from '../../../providers/domain/receipts/receipt.js'

/** A part of a message that its provider took in several, each under an identifier of its own. */
export interface AttemptSegment {
  readonly messageId: MessageId
  /** The attempt that handed it over. */
  readonly number: number
  /** 1, 2, 3 …: its place in the text. */
  readonly part: number
  readonly providerAccountId: ProviderAccountId
  readonly providerMessageId: string
  /** The provider's identifier in the form that is compared with receipts. */
  readonly providerReference: string
  /** The furthest that was reported of it; undefined: nothing was. */
  readonly status: ReceiptStatus | undefined
  readonly failureCode: FailureCode | undefined
}

/** How far each report says that a part has come; one that is behind changes nothing. */
const RANK: Readonly<Record<ReceiptStatus, number>> = { accepted: 1, undelivered: 2, delivered: 2, read: 3 }

const rankOf = (status: ReceiptStatus | undefined): number => (status === undefined ? 0 : RANK[status])

type Handed = Pick<AttemptSegment, 'messageId' | 'number' | 'providerAccountId'>

/** The parts that an attempt was taken in, in the order of the text; none where it was taken whole, under one identifier or none. */
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

/** The part that a report is about; undefined where it is about the whole message. */
export const partAbout = (parts: readonly AttemptSegment[], receipt: Receipt): AttemptSegment | undefined =>
  parts.find(
    (part) =>
      part.providerAccountId === receipt.providerAccountId &&
      part.providerReference === receipt.providerReference,
  )

/** Whether a report says more of its part than is known. */
export const saysMore = ({ status }: AttemptSegment, receipt: Pick<Receipt, 'status'>): boolean =>
  rankOf(receipt.status) > rankOf(status)

/** Whether a report that says no more of its part says the opposite of what is known. */
export const contradictsPart = ({ status }: AttemptSegment, receipt: Pick<Receipt, 'status'>): boolean =>
  (status === 'undelivered') !== (receipt.status === 'undelivered') && receipt.status !== 'accepted'

/** The parts once the report about one of them is known. */
export const withReport = (
  parts: readonly AttemptSegment[],
  part: AttemptSegment,
  { status, failureCode }: Receipt,
): readonly AttemptSegment[] => parts.map((one) => (one === part ? { ...part, status, failureCode } : one))

/** What a report about one of the parts says of the message. */
export type WholeReport = Pick<Receipt, 'status' | 'failureCode'>

/**
 * What the parts of an attempt together say of their message (docs/contract#delivery-reports): it is as bad as its worst
 * part, and delivered or read once all of them are.
 */
export const wholeOf = (parts: readonly AttemptSegment[]): WholeReport => {
  const lost = parts.find(({ status }) => status === 'undelivered')
  if (lost !== undefined) return { status: 'undelivered', failureCode: lost.failureCode }
  const least = leastOf(parts.map(({ status }) => rankOf(status)))
  const status = least === RANK.read ? 'read' : least === RANK.delivered ? 'delivered' : 'accepted'
  return { status, failureCode: undefined }
}

import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { SinkReports } from '../../../providers/ports/provider-reports.js'
import type { ReceiptReport } from '../../../providers/domain/receipts/receipt.js'
import type { ReceiptId } from '../../../kernel/ids/id.js'
import type { InboundPart } from '../../../providers/domain/inbound/inbound-part.js'
import { frame } from '../../../kernel/digests/digest.js'
import type { StoredReports } from '../../ports/receipt-storage.js'

const LONGEST_DETAIL = 256
/** The maximum stored length of an unreadable callback. */
const LONGEST_RAW = 16_384

/** Reports to store, and the receipts among them that blame their account. */
export interface Incoming extends StoredReports {
  readonly blaming: readonly ReceiptId[]
}

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
}

const referenceOf = (identifier: string | undefined): string | undefined =>
  identifier === undefined ? undefined : providerReference(identifier)

/** The fields that the parts of a text have in common. */
const textFieldsOf = ({ providerAccountId, to, from, reference, total, alphabet }: InboundPart) => [
  providerAccountId,
  to,
  from,
  reference,
  total,
  alphabet.name,
]

/** A provider's reports in their stored form, before any processing. */
export const storedReports = (
  { ids, clock, digests }: Needs,
  { reports = [], inbound = [], parts = [], templates = [], unread = [] }: SinkReports,
): Incoming => {
  const arrived = { receivedAtMs: clock.nowMs(), state: 'pending' } as const
  const blaming: ReceiptId[] = []
  const receiptIdOf = ({ blamesAccount }: ReceiptReport): ReceiptId => {
    const receiptId = ids.next('rct')
    if (blamesAccount === true) blaming.push(receiptId)
    return receiptId
  }
  return {
    blaming,
    receipts: reports.map(({ otherMessageId, ...report }) => ({
      ...report,
      ...arrived,
      receiptId: receiptIdOf(report),
      addresses: report.addresses,
      reason: report.reason,
      providerReference: referenceOf(report.providerMessageId),
      otherReference: referenceOf(otherMessageId),
    })),
    inbound: inbound.map(({ isUnclear, ...message }) => ({
      ...message,
      ...arrived,
      task: isUnclear ? 'unclear' : undefined,
      inboundId: ids.next('inb'),
      organizationId: undefined,
      missingParts: undefined,
    })),
    parts: parts.map((part) => ({
      ...part,
      partId: ids.next('inb'),
      textKey: digests.sha256(frame(textFieldsOf(part))),
      receivedAtMs: arrived.receivedAtMs,
      state: 'waiting',
    })),
    unreadable: unread.map(({ providerAccountId, detail, raw }) => ({
      providerAccountId,
      callbackId: ids.next('ucb'),
      detail: detail.slice(0, LONGEST_DETAIL),
      raw: raw.slice(0, LONGEST_RAW),
      eventKey: digests.sha256(`${detail} ${raw}`),
      receivedAtMs: clock.nowMs(),
    })),
    templates: templates.map((report) => ({
      ...report,
      ...arrived,
      words: report.words,
      templateReportId: ids.next('trp'),
    })),
  }
}

/** The number of reports in it. */
export const countReports = ({ receipts, inbound, parts, templates, unreadable }: StoredReports): number =>
  receipts.length + inbound.length + parts.length + templates.length + unreadable.length

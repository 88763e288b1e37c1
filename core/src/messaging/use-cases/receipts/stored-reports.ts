import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { SinkReports } from '../../../providers/ports/provider-reports.js'
import type { ReceiptReport } from '../../../providers/domain/receipts/receipt.js'
import type { ProviderAccountId, ReceiptId } from '../../../kernel/ids/id.js'
import type { UnreadPart } from '../../../providers/ports/provider-callback.js'
import type { StoredReports } from '../../ports/receipt-storage.js'

const LONGEST_DETAIL = 256
/** The maximum stored length of an unreadable callback. */
const LONGEST_RAW = 16_384

/** A provider's reports, with the unreadable ones among them. */
export interface ReceivedReports extends SinkReports {
  readonly unread?: ReadonlyArray<UnreadPart & { readonly providerAccountId: ProviderAccountId }>
}

/** Reports to store, and the receipts among them that blame their account. */
export interface Incoming extends StoredReports {
  readonly blaming: readonly ReceiptId[]
}

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
}

/** A provider's reports in their stored form, before any processing. */
export const storedReports = (
  { ids, clock, digests }: Needs,
  { reports = [], inbound = [], templates = [], unread = [] }: ReceivedReports,
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
    receipts: reports.map((report) => ({
      ...report,
      ...arrived,
      receiptId: receiptIdOf(report),
      reason: report.reason,
      providerReference:
        report.providerMessageId === undefined ? undefined : providerReference(report.providerMessageId),
    })),
    inbound: inbound.map(({ isUnclear, ...message }) => ({
      ...message,
      ...arrived,
      task: isUnclear ? 'unclear' : undefined,
      inboundId: ids.next('inb'),
      organizationId: undefined,
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
export const countReports = ({ receipts, inbound, templates, unreadable }: StoredReports): number =>
  receipts.length + inbound.length + templates.length + unreadable.length

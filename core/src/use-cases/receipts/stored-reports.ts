import { providerReference } from '../../domain/receipts/provider-reference.js'
import type { Ports } from '../../ports/ports.js'
import type { ProviderReports } from '../../ports/provider-reports.js'
import type { StoredReports } from '../../ports/storage/receipt-storage.js'

/** What a provider told, as it is kept: nothing of it is looked at yet. */
export const storedReports = (
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
  { reports = [], inbound = [], templates = [] }: Partial<ProviderReports>,
): StoredReports => {
  const arrived = { receivedAtMs: clock.nowMs(), state: 'pending' } as const
  return {
    receipts: reports.map((report) => ({
      ...report,
      ...arrived,
      receiptId: ids.next('rct'),
      providerReference:
        report.providerMessageId === undefined ? undefined : providerReference(report.providerMessageId),
    })),
    inbound: inbound.map((message) => ({
      ...message,
      ...arrived,
      inboundId: ids.next('inb'),
      organizationId: undefined,
    })),
    templates: templates.map((report) => ({ ...report, ...arrived, templateReportId: ids.next('trp') })),
  }
}

/** How many things are in it. */
export const countReports = ({ receipts, inbound, templates }: StoredReports): number =>
  receipts.length + inbound.length + templates.length

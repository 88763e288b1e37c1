import type { Report } from '../../domain/dispatch/report.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { StoredReports } from '../../ports/receipt-storage.js'
import { type Batcher, createBatcher } from '../../../kernel/batching/batcher.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import type { Recorded } from '../dispatch/record-reports.js'
import { applyInbound, type InboundNeeds } from '../inbound/apply-inbound.js'
import {
  applyTemplateReports,
  type TemplateReportNeeds,
} from '../../../templates/use-cases/apply-template-reports.js'
import { applyReceipts, applyWaitingReceipts, type DeliveryReportNeeds } from './apply-receipts.js'

/** Applies providers' reports after they are stored. */
export interface ReportUseCases {
  /** Starts to apply them; reports that can't be applied stay pending for the sweep. */
  begin(stored: StoredReports): void
  /** Applies stored reports that are still pending; right: the number settled. */
  applyWaiting(): TE.TaskEither<Outage, number>
  /** Resolves when no report is being applied. */
  idle(): Promise<void>
}

/** The ports for storing and applying reports. */
export type ReportNeeds = DeliveryReportNeeds &
  InboundNeeds &
  TemplateReportNeeds & { readonly timers: Timers }

/** The limits for reports that are applied in order of arrival. */
const IN_ORDER = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }

/** Applies providers' reports (docs/api/delivery#delivery-reports, docs/api/delivery#inbound-messages). */
export const applyReports = (needs: ReportNeeds, reports: Batcher<Report, Recorded>): ReportUseCases => {
  const { timers, telemetry } = needs
  const apply = applyReceipts(needs, reports)
  const sweepReceipts = applyWaitingReceipts(needs, apply)
  const inbound = applyInbound(needs)
  const templates = applyTemplateReports(needs)
  const applying = new Set<Promise<void>>()

  const applyOrLeave = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (cause) {
      telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: errorMessage(cause) })
    }
  }

  /** Order matters: an opt-in follows an opt-out, and a vendor's pause follows its approval. */
  const inOrder = <T>(work: (all: readonly T[]) => Promise<unknown>): Batcher<T, void> =>
    createBatcher<T, void>({
      ...IN_ORDER,
      timers,
      run: async (all) => {
        await applyOrLeave(() => work(all))
        return []
      },
    })
  const written = inOrder(inbound.apply)
  const decided = inOrder(templates.apply)

  const applyAll = async (stored: StoredReports): Promise<void> => {
    await Promise.all([
      applyOrLeave(() => apply(stored.receipts)),
      ...stored.inbound.map((message) => written.submit(message)),
      ...stored.templates.map((word) => decided.submit(word)),
    ])
  }

  return {
    begin: (stored) => {
      const begun = applyAll(stored)
      applying.add(begun)
      void begun.finally(() => applying.delete(begun))
    },
    applyWaiting: () => async () => {
      const swept = await sweepReceipts()()
      if (E.isLeft(swept)) return swept
      const ofWriters = await inbound.applyWaiting()()
      if (E.isLeft(ofWriters)) return ofWriters
      const ofVendors = await templates.applyWaiting()()
      return E.map((settled: number) => settled + swept.right + ofWriters.right)(ofVendors)
    },
    idle: async () => {
      await Promise.all(applying)
    },
  }
}

import type { Report } from '../../domain/dispatch/report.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { StoredReports } from '../../ports/receipt-storage.js'
import { type Batcher, createBatcher } from '../../../kernel/batching/batcher.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import type { Recorded } from '../dispatch/record-reports.js'
import { applyInbound, type InboundNeeds } from '../inbound/apply-inbound.js'
import type { ReplyUseCases } from '../inbound/reply-to-keywords.js'
import { joinInbound, type JoinNeeds } from '../inbound/join-inbound.js'
import type { StoredInboundPart } from '../../../providers/domain/inbound/inbound-part.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
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
  JoinNeeds &
  TemplateReportNeeds & { readonly timers: Timers }

/** The limits for reports that are applied in order of arrival. */
const IN_ORDER = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }

/** Runs work whose failure leaves its reports to the sweep. */
const working = ({ timers, telemetry }: Pick<ReportNeeds, 'timers' | 'telemetry'>) => {
  const applyOrLeave = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (cause) {
      telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: errorMessage(cause) })
    }
  }
  return {
    applyOrLeave,
    /** Order matters: an opt-in follows an opt-out, and a vendor's pause follows its approval. */
    inOrder: <T>(work: (all: readonly T[]) => Promise<unknown>): Batcher<T, void> =>
      createBatcher<T, void>({
        ...IN_ORDER,
        timers,
        run: async (all) => {
          await applyOrLeave(() => work(all))
          return []
        },
      }),
  }
}

/** Applies providers' reports (docs/api/delivery#delivery-reports, docs/api/delivery#inbound-messages). */
export const applyReports = (
  needs: ReportNeeds,
  reports: Batcher<Report, Recorded>,
  replying: ReplyUseCases,
): ReportUseCases => {
  const apply = applyReceipts(needs, reports)
  const sweepReceipts = applyWaitingReceipts(needs, apply)
  const inbound = applyInbound(needs, replying)
  const joining = joinInbound(needs)
  const templates = applyTemplateReports(needs)
  const applying = new Set<Promise<void>>()

  const { applyOrLeave, inOrder } = working(needs)
  const written = inOrder(inbound.apply)
  const decided = inOrder(templates.apply)
  const applyWritten = (messages: readonly StoredInbound[]) =>
    Promise.all(messages.map((message) => written.submit(message)))
  /** Parts that can't be joined now are left to the sweep. */
  const arrived = inOrder(async (parts: readonly StoredInboundPart[]) => {
    const joined = await joining.join(parts)()
    if (E.isRight(joined)) await applyWritten(joined.right)
  })

  const applyAll = async (stored: StoredReports): Promise<void> => {
    await Promise.all([
      applyOrLeave(() => apply(stored.receipts)),
      applyWritten(stored.inbound),
      ...stored.parts.map((part) => arrived.submit(part)),
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
      const joined = await joining.joinWaiting()()
      if (E.isLeft(joined)) return joined
      await applyWritten(joined.right)
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

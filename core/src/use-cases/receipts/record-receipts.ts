import type { Report } from '../../domain/dispatch/report.js'
import { providerReference } from '../../domain/receipts/provider-reference.js'
import type { Receipt, ReceiptReport } from '../../domain/receipts/receipt.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { type Coalescer, coalesce } from '../concurrency/coalesce.js'
import type { Recorded } from '../dispatch/record-reports.js'
import { applyReceipts, applyWaitingReceipts } from './apply-receipts.js'

/** Takes providers' reports in. */
export interface Receipts {
  /** Right once the reports are stored durably, all of them or none; they are applied afterwards. */
  record(reports: readonly ReceiptReport[]): TE.TaskEither<Outage, void>
  /** Looks again for the messages of receipts that found none yet; right: how many found theirs now. */
  applyWaiting(): TE.TaskEither<Outage, number>
  /** Resolves when no receipt is being stored or applied. */
  idle(): Promise<void>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'timers' | 'telemetry'>

/** Whether the reports of a call are stored. */
type Stored = E.Either<Outage, void>

const STORE_LIMITS = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }

const toReceipt = ({ ids, clock }: Needs, report: ReceiptReport): Receipt => ({
  ...report,
  receiptId: ids.next('rct'),
  providerReference:
    report.providerMessageId === undefined ? undefined : providerReference(report.providerMessageId),
  receivedAtMs: clock.nowMs(),
  state: 'pending',
})

/**
 * Stores reports first and understands them afterwards (docs/contract#delivery-reports); what is stored here is
 * applied by itself.
 */
export const recordReceipts = (needs: Needs, reports: Coalescer<Report, Recorded>): Receipts => {
  const { storage, timers, telemetry } = needs
  const apply = applyReceipts(needs, reports)
  const applying = new Set<Promise<void>>()

  /** What cannot be applied stays pending for the sweep. */
  const applyOrLeave = async (stored: readonly Receipt[]): Promise<void> => {
    try {
      await apply(stored)
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : 'no error object'
      telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: text })
    }
  }

  const applyInBackground = (stored: readonly Receipt[]): void => {
    const begun = applyOrLeave(stored)
    applying.add(begun)
    void begun.finally(() => applying.delete(begun))
  }

  const store = async (calls: ReadonlyArray<readonly Receipt[]>): Promise<readonly Stored[]> => {
    const batch = calls.flat()
    const stored = await storage.receipts.store(batch)()
    if (E.isLeft(stored)) return calls.map(() => stored)
    const fresh = new Set(stored.right)
    telemetry.emit({ _tag: 'ReceiptStored', count: fresh.size, duplicates: batch.length - fresh.size })
    applyInBackground(batch.filter(({ receiptId }) => fresh.has(receiptId)))
    return calls.map(() => E.right(undefined))
  }

  const stores = coalesce({ ...STORE_LIMITS, timers, weightOf: ({ length }) => length, run: store })

  return {
    record: (incoming) => async () => {
      if (incoming.length === 0) return E.right(undefined)
      const stored = await stores.submit(incoming.map((report) => toReceipt(needs, report)))
      return E.isLeft(stored) ? stored : stored.right
    },
    applyWaiting: applyWaitingReceipts(needs, apply),
    idle: async () => {
      await stores.idle()
      await Promise.all(applying)
    },
  }
}

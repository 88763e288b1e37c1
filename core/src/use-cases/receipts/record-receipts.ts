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
  /** Right once every report is stored durably; they are applied afterwards. */
  record(reports: readonly ReceiptReport[]): TE.TaskEither<Outage, void>
  /** Looks again for the messages of receipts that found none yet; right: how many found theirs now. */
  applyWaiting(): TE.TaskEither<Outage, number>
  /** Resolves when no receipt is being stored or applied. */
  idle(): Promise<void>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'timers' | 'telemetry'>

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

  const store = async (batch: readonly Receipt[]): Promise<ReadonlyArray<E.Either<Outage, void>>> => {
    const stored = await storage.receipts.store(batch)()
    if (E.isLeft(stored)) return batch.map(() => stored)
    const fresh = new Set(stored.right)
    telemetry.emit({ _tag: 'ReceiptStored', count: fresh.size, duplicates: batch.length - fresh.size })
    applyInBackground(batch.filter(({ receiptId }) => fresh.has(receiptId)))
    return batch.map(() => E.right(undefined))
  }

  const stores = coalesce({ ...STORE_LIMITS, timers, run: store })

  const recordOne = async (report: ReceiptReport): Promise<E.Either<Outage, void>> => {
    const stored = await stores.submit(toReceipt(needs, report))
    return E.isLeft(stored) ? stored : stored.right
  }

  return {
    record: (incoming) => async () => {
      const stored = await Promise.all(incoming.map(recordOne))
      return stored.find(E.isLeft) ?? E.right(undefined)
    },
    applyWaiting: applyWaitingReceipts(needs, apply),
    idle: async () => {
      await stores.idle()
      await Promise.all(applying)
    },
  }
}

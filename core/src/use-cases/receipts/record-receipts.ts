import type { Report } from '../../domain/dispatch/report.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { ProviderReports } from '../../ports/provider-reports.js'
import type { StoredReports } from '../../ports/storage/receipt-storage.js'
import { type Coalescer, coalesce } from '../concurrency/coalesce.js'
import type { Recorded } from '../dispatch/record-reports.js'
import { applyReceipts, applyWaitingReceipts } from './apply-receipts.js'
import { countReports, storedReports } from './stored-reports.js'
import { suppressReported } from './suppress-reported.js'

/** Takes providers' reports in. */
export interface Receipts {
  /** Right once what was told is stored durably, all of it or nothing; it is applied afterwards. */
  record(told: Partial<ProviderReports>): TE.TaskEither<Outage, void>
  /** Looks again for the messages of receipts that found none yet; right: how many found theirs now. */
  applyWaiting(): TE.TaskEither<Outage, number>
  /** Resolves when no receipt is being stored or applied. */
  idle(): Promise<void>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'timers' | 'telemetry' | 'digests' | 'keyedDigests'>

/** Whether the reports of a call are stored. */
type Stored = E.Either<Outage, void>

const STORE_LIMITS = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }

/**
 * Stores reports first and understands them afterwards (docs/contract#delivery-reports); what is stored here is
 * applied by itself.
 */
export const recordReceipts = (needs: Needs, reports: Coalescer<Report, Recorded>): Receipts => {
  const { storage, timers, telemetry } = needs
  const apply = applyReceipts(needs, reports)
  const suppress = suppressReported(needs)
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

  const store = async (calls: readonly StoredReports[]): Promise<readonly Stored[]> => {
    const receipts = calls.flatMap((call) => call.receipts)
    const inbound = calls.flatMap((call) => call.inbound)
    const templates = calls.flatMap((call) => call.templates)
    const stored = await storage.receipts.store({ receipts, inbound, templates })()
    if (E.isLeft(stored)) return calls.map(() => stored)
    const { length: count } = stored.right.receipts
    telemetry.emit({ _tag: 'ReceiptStored', count, duplicates: receipts.length - count })
    applyInBackground(stored.right.receipts)
    return calls.map(() => E.right(undefined))
  }

  const stores = coalesce({ ...STORE_LIMITS, timers, weightOf: countReports, run: store })

  return {
    record: (told) => async () => {
      // First, because a report that is stored is not told again.
      const lost = (await Promise.all((told.reports ?? []).map((report) => suppress(report)()))).find(
        E.isLeft,
      )
      if (lost !== undefined) return lost
      const incoming = storedReports(needs, told)
      if (countReports(incoming) === 0) return E.right(undefined)
      const stored = await stores.submit(incoming)
      return E.isLeft(stored) ? stored : stored.right
    },
    applyWaiting: applyWaitingReceipts(needs, apply),
    idle: async () => {
      await stores.idle()
      await Promise.all(applying)
    },
  }
}

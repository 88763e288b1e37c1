import type { Learned, Report } from '../../domain/dispatch/report.js'
import type { MessageId, ReceiptId } from '../../domain/ids/id.js'
import { providerReference } from '../../domain/receipts/provider-reference.js'
import type { Receipt, ReceiptReport } from '../../domain/receipts/receipt.js'
import { HOUR_MS, SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Ports } from '../../ports/ports.js'
import type { Coalescer } from '../batching/coalesce.js'
import { coalesce } from '../batching/coalesce.js'
import type { Recorded } from '../dispatch/record-reports.js'

/** Takes providers' reports in. */
export interface Receipts {
  /** Right once every report is stored durably; they are applied afterwards. */
  record(reports: readonly ReceiptReport[]): TE.TaskEither<Outage, void>
  /**
   * Looks again for the messages of receipts that found none yet (decisions 3: a receipt can come before the
   * submit's own answer, or its process died before applying it). Right: how many found theirs now.
   */
  applyWaiting(): TE.TaskEither<Outage, number>
  /** Resolves when no receipt is being stored or applied. */
  idle(): Promise<void>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'timers' | 'telemetry'>

const STORE_LIMITS = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }
const PAGE = 500

/** How long a receipt is left to those who are applying it before the sweep looks at it. */
const SETTLING_MS = 2 * SECOND_MS

/** How long the sweep looks for an orphan's message; after that it waits for an operator. */
const SEARCHED_FOR_MS = 72 * HOUR_MS

const learnedOf = ({ providerAccountId, providerReference: reference }: Receipt): Learned | undefined =>
  reference === undefined ? undefined : { providerAccountId, providerReference: reference }

/** The use cases around receipts. */
export const receipts = (needs: Needs, reports: Coalescer<Report, Recorded>): Receipts => {
  const { storage, clock, ids, timers, telemetry } = needs
  let applying = 0

  const toReceipt = (report: ReceiptReport): Receipt => ({
    ...report,
    receiptId: ids.next('rct'),
    providerReference:
      report.providerMessageId === undefined ? undefined : providerReference(report.providerMessageId),
    receivedAtMs: clock.nowMs(),
    state: 'pending',
  })

  /** Hands receipts to their messages; those without one stay pending. */
  const apply = async (pending: readonly Receipt[]): Promise<number> => {
    if (pending.length === 0) return 0
    const matched = await storage.receipts.match(pending.map(({ receiptId }) => receiptId))()
    if (E.isLeft(matched)) return 0
    const byId = new Map<ReceiptId, Receipt>(pending.map((receipt) => [receipt.receiptId, receipt]))
    const found = matched.right.flatMap(({ receiptId, messageId }) => {
      const receipt = byId.get(receiptId)
      return receipt === undefined || messageId === undefined ? [] : [{ receipt, messageId }]
    })
    await Promise.all(found.map(({ receipt, messageId }) => submitReport(receipt, messageId)))
    return found.length
  }

  const submitReport = (receipt: Receipt, messageId: MessageId) =>
    reports.submit({ _tag: 'Receipts', messageId, learned: learnedOf(receipt) })

  const applyInBackground = (stored: readonly Receipt[]): void => {
    applying += 1
    void apply(stored).finally(() => {
      applying -= 1
    })
  }

  const store = async (batch: readonly Receipt[]): Promise<ReadonlyArray<E.Either<Outage, void>>> => {
    const stored = await storage.receipts.store(batch)()
    if (E.isLeft(stored)) return batch.map(() => stored)
    const fresh = new Set(stored.right)
    const duplicates = batch.length - fresh.size
    telemetry.happened({ _tag: 'ReceiptStored', count: fresh.size, duplicates })
    applyInBackground(batch.filter(({ receiptId }) => fresh.has(receiptId)))
    return batch.map(() => E.right(undefined))
  }

  const stores = coalesce({ ...STORE_LIMITS, timers, run: store })

  const recordOne = async (report: ReceiptReport): Promise<E.Either<Outage, void>> => {
    const stored = await stores.submit(toReceipt(report))
    return E.isLeft(stored) ? stored : stored.right
  }

  return {
    record: (incoming) => async () => {
      const stored = await Promise.all(incoming.map(recordOne))
      return stored.find(E.isLeft) ?? E.right(undefined)
    },
    applyWaiting: () => async () => {
      const nowMs = clock.nowMs()
      let after: ReceiptId | undefined
      let applied = 0
      for (;;) {
        const page = await storage.receipts.pending(nowMs - SETTLING_MS, after, PAGE)()
        if (E.isLeft(page)) return page
        applied += await apply(
          page.right.filter(({ receivedAtMs }) => receivedAtMs > nowMs - SEARCHED_FOR_MS),
        )
        after = page.right.at(-1)?.receiptId
        if (page.right.length < PAGE) return E.right(applied)
      }
    },
    idle: async () => {
      await stores.idle()
      while (applying > 0) await new Promise<void>((resolve) => timers.after(5, resolve))
    },
  }
}

import type { ReceiptId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { HOUR_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { BlockReport, WaitingBlock } from '../../../providers/domain/receipts/block-report.js'
import type { WaitingBlockStorage } from '../../ports/waiting-block-storage.js'
import type { SuppressReported } from './suppress-reported.js'

interface Needs {
  readonly storage: { readonly receipts: WaitingBlockStorage }
  readonly clock: Clock
  readonly ids: Ids
}

const PAGE = 500

/** The sweep skips reports younger than this, as it does with receipts. */
const SETTLING_MS = 2 * SECOND_MS

/** How long the sweep searches for the message, as for that of a receipt. */
const SEARCHED_FOR_MS = 72 * HOUR_MS

/** The fields that a report needs while it waits. */
const neededOf = (report: BlockReport): BlockReport => {
  const { providerAccountId, messageId, suppresses, providerMessageId, otherMessageId } = report
  const { recipient, addresses } = report
  return { providerAccountId, messageId, suppresses, providerMessageId, otherMessageId, recipient, addresses }
}

/** Suppresses recipients at once, or when their messages are found. */
export interface BlockUseCases {
  /** Right after each recipient is suppressed, or the report is stored durably because its message isn't known. */
  apply(reports: readonly BlockReport[]): TE.TaskEither<Outage, void>
  /** Searches again for the messages of stored reports. Right: the number that found theirs. */
  applyWaiting(): TE.TaskEither<Outage, number>
}

/**
 * Applies blocks of recipients (docs/api/delivery#suppressions). Like a receipt, a report can arrive before the
 * provider's reference of its message is stored. One that has our own reference doesn't wait.
 */
export const suppressLater = ({ storage, clock, ids }: Needs, suppress: SuppressReported): BlockUseCases => {
  const { receipts } = storage

  const keep = (reports: readonly BlockReport[]): TE.TaskEither<Outage, void> => {
    const receivedAtMs = clock.nowMs()
    return receipts.keepBlocks(
      reports.map((report) => ({ waitingBlockId: ids.next('rct'), report: neededOf(report), receivedAtMs })),
    )
  }

  /** The ones that found their message, or are too old to find it. One that fails waits for the next sweep. */
  const settledOf = async (page: readonly WaitingBlock[]) => {
    const found: ReceiptId[] = []
    const over: ReceiptId[] = []
    for (const { waitingBlockId, report, receivedAtMs } of page) {
      if (receivedAtMs <= clock.nowMs() - SEARCHED_FOR_MS) {
        over.push(waitingBlockId)
        continue
      }
      const done = await suppress(report)()
      if (E.isRight(done) && done.right) found.push(waitingBlockId)
    }
    return { found, over }
  }

  return {
    apply: (reports) => async () => {
      const done = await Promise.all(reports.map((report) => suppress(report)()))
      const lost = done.find(E.isLeft)
      if (lost !== undefined) return lost
      const waiting = reports.filter(({ messageId }, at) => {
        const one = done[at]
        return messageId === undefined && one !== undefined && E.isRight(one) && !one.right
      })
      return waiting.length === 0 ? E.right(undefined) : keep(waiting)()
    },
    applyWaiting: () => async () => {
      const beforeMs = clock.nowMs() - SETTLING_MS
      let after: ReceiptId | undefined
      let count = 0
      for (;;) {
        const page = await receipts.waitingBlocks(beforeMs, after, PAGE)()
        if (E.isLeft(page)) return page
        const { found, over } = await settledOf(page.right)
        const removed =
          found.length + over.length === 0
            ? E.right(undefined)
            : await receipts.removeBlocks([...found, ...over])()
        if (E.isLeft(removed)) return removed
        count += found.length
        after = page.right.at(-1)?.waitingBlockId
        if (page.right.length < PAGE) return E.right(count)
      }
    },
  }
}

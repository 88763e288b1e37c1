import { setTimeout as sleep } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'

const PAGE = 500
const PAUSE_MS = 20

/** Follows the feed from its start, over connections that are closed repeatedly. */
export interface Follower {
  /** The number up to which everything was read. */
  readonly after: () => number
  readonly reconnects: () => number
  /** The number of times each message's change was read. */
  readonly met: ReadonlyMap<MessageId, number>
  /** Errors that a reader must never see: a gap, another epoch, or a late position. */
  readonly faults: readonly string[]
  /** Stops reading. Resolves when the read in progress has ended. */
  stop(): Promise<void>
}

/** Follows the feed, and reconnects after this number of changes. */
export const follow = (url: string, reconnectEvery: number): Follower => {
  const met = new Map<MessageId, number>()
  const faults: string[] = []
  let after = 0
  let reconnects = 0
  let epoch: string | undefined
  const over = new AbortController()

  const readOn = async ({ feed }: Storage): Promise<void> => {
    const read = await feed.read(after, PAGE)()
    if (E.isLeft(read)) return
    const { head, changes, isGone } = read.right
    epoch ??= head.epoch
    if (head.epoch !== epoch) faults.push(`epoch ${head.epoch} came behind ${epoch}`)
    if (isGone) faults.push(`what follows ${after} is gone`)
    for (const { seq, messageIds } of changes) {
      if (seq !== after + 1) faults.push(`${seq} came behind ${after}`)
      after = seq
      for (const messageId of messageIds) met.set(messageId, (met.get(messageId) ?? 0) + 1)
    }
    if (changes.length === 0) await sleep(PAUSE_MS)
  }

  const run = async (): Promise<void> => {
    let storage = await openStorage(url)
    let next = reconnectEvery
    while (!over.signal.aborted) {
      await readOn(storage)
      if (after < next) continue
      next += reconnectEvery
      reconnects += 1
      await storage.close()
      storage = await openStorage(url)
    }
    await storage.close()
  }
  const running = run()
  return {
    after: () => after,
    reconnects: () => reconnects,
    met,
    faults,
    stop: async () => {
      over.abort()
      await running
    },
  }
}

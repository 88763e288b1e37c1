import { setTimeout as sleep } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'

const PAGE = 500
const PAUSE_MS = 20

/** Somebody who follows the feed from its beginning, over connections that end again and again. */
export interface Follower {
  /** The number up to which everything was read. */
  readonly after: () => number
  readonly reconnects: () => number
  /** How often each message's change was met. */
  readonly met: ReadonlyMap<MessageId, number>
  /** What a reader never may meet: a hole, another epoch, or to be told that it came too late. */
  readonly faults: readonly string[]
  /** Reads no more; resolves when the reading under way has ended. */
  stop(): Promise<void>
}

/** Follows, and connects anew each time that it has read so many changes more. */
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

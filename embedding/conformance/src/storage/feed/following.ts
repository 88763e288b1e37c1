import type { FeedPage, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'

const PAGE = 100
const AT_ONCE = 50

/** Numbers every committed change, as sequencers do turn by turn; returns how many there were. */
export const numberAll = async ({ feed }: Storage): Promise<number> => {
  let numbered = 0
  for (;;) {
    const turn = await right(feed.number(AT_ONCE, NOW_MS))
    if (turn.numbered === 0 && (await right(feed.waiting(1))) === 0) return numbered
    numbered += turn.numbered
  }
}

/** All changes after the number, page by page. */
export const changesAfter = async ({ feed }: Storage, after: number): Promise<readonly NumberedChange[]> => {
  const found: NumberedChange[] = []
  for (;;) {
    const page: FeedPage = await right(feed.read(after + found.length, PAGE))
    if (page.changes.length === 0) return found
    found.push(...page.changes)
  }
}

/** The changes that the work adds to the feed. */
export const changesLeftBy = async (
  storage: Storage,
  work: () => Promise<unknown>,
): Promise<readonly NumberedChange[]> => {
  await numberAll(storage)
  const { seq } = await right(storage.feed.head())
  await work()
  await numberAll(storage)
  return changesAfter(storage, seq)
}

import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { FeedStorage } from '@postrider/core/feed/ports/feed-storage'
import type { FlowStorage } from '@postrider/core/platform/ports/flow-storage'
import type { SearchStorage } from '@postrider/core/messaging/ports/search-storage'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { fine, type Finding, wrong } from './finding.js'

interface Needs {
  readonly storage: { readonly feed: FeedStorage; readonly flow: FlowStorage; readonly search: SearchStorage }
  readonly clock: Clock
}

/** The count of waiting changes stops here. */
const MOST_COUNTED = 10_000

/** Sequencers count every five seconds; after this time none is running. */
const UNKEPT_AFTER_MS = MINUTE_MS

const EPOCH_SHOWN = 8

interface FeedState {
  readonly epoch: string
  readonly seq: number
  readonly purged: number
  readonly waiting: number
  /** The time up to which sequencers have counted; undefined: none has counted yet. */
  readonly countedMs: number | undefined
  /** The time up to which the index of recipients is complete; undefined: it is empty. */
  readonly indexedMs: number | undefined
}

/** The number up to which changes are deleted: the smallest from which the feed can continue. */
const purgeMark = async (feed: FeedStorage, seq: number): Promise<E.Either<StorageUnavailable, number>> => {
  let low = 0
  let high = seq
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const page = await feed.read(middle, 1)()
    if (E.isLeft(page)) return page
    if (page.right.isGone) low = middle + 1
    else high = middle
  }
  return E.right(low)
}

const readState = async ({
  storage: { feed, flow, search },
}: Pick<Needs, 'storage'>): Promise<E.Either<StorageUnavailable, FeedState>> => {
  const head = await feed.head()()
  if (E.isLeft(head)) return head
  const { epoch, seq } = head.right
  const purged = await purgeMark(feed, seq)
  if (E.isLeft(purged)) return purged
  const waiting = await feed.waiting(MOST_COUNTED)()
  if (E.isLeft(waiting)) return waiting
  const counted = await flow.read({ step: 'minute', organizationId: undefined, fromMs: 0, toMs: 0 })()
  if (E.isLeft(counted)) return counted
  const indexed = await search.status()()
  if (E.isLeft(indexed)) return indexed
  return E.right({
    epoch,
    seq,
    purged: purged.right,
    waiting: waiting.right,
    countedMs: counted.right.untilMs,
    indexedMs: indexed.right.value.untilMs,
  })
}

/** Describes progress by the time of the last change read. */
const upTo = (atMs: number | undefined, nowMs: number): string =>
  atMs === undefined ? 'not started' : `up to ${Math.max(0, Math.round((nowMs - atMs) / SECOND_MS))} s ago`

const sentenceFor = (state: FeedState, nowMs: number): string => {
  const { epoch, seq, purged, waiting, countedMs, indexedMs } = state
  const kept = seq === purged ? 'none stored' : `stored from ${purged + 1} on`
  const wait = `${waiting === MOST_COUNTED ? 'at least ' : ''}${waiting} without a number`
  const sequencer = `overview ${upTo(countedMs, nowMs)}, search ${upTo(indexedMs, nowMs)}`
  return `epoch ${epoch.slice(0, EPOCH_SHOWN)}, changes up to ${seq}, ${kept}; ${wait}; ${sequencer}`
}

/**
 * Reports the progress of the change feed and whether sequencers run. Dispatchers and consoles run them, and
 * the doctor may run before any of those (docs/api/sockets#change-feed).
 */
export const checkFeed = async (ports: Needs): Promise<readonly Finding[]> => {
  const read = await readState(ports)
  if (E.isLeft(read)) return [wrong('feed', `cannot be read: ${read.left.cause}`)]
  const nowMs = ports.clock.nowMs()
  const { countedMs, waiting, seq } = read.right
  const sentence = sentenceFor(read.right, nowMs)
  const isKept = countedMs === undefined ? waiting === 0 && seq === 0 : nowMs - countedMs < UNKEPT_AFTER_MS
  if (isKept) return [fine('feed', sentence)]
  const advice =
    'No process maintains the change feed, so consoles don’t update. Start a dispatcher or a console.'
  return [{ verdict: 'note', part: 'feed', sentence, advice }]
}

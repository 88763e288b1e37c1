import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { FeedHead, FeedPage, FeedStorage, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { LiveLimits } from '../live-limits.js'

/** A state of rights and its time: it was read no earlier than this moment. */
export interface RightsMoment {
  readonly catalogEpoch: number
  readonly readAtMs: EpochMs
}

/** A listener to the feed. */
export interface FeedListener {
  /** Called for each change, once and in order. */
  changed(change: NumberedChange): void
  /** Called when earlier numbers are invalid or purged: listeners have to start again. */
  begunAnew(): void
  /** Called after each page, with the rights after it. */
  polled(moment: RightsMoment): void
}

/** Follows the feed for all sockets of the process (docs/decisions/0049). */
export interface FeedFollower {
  /** The position in the feed; undefined before its head was read. */
  position(): FeedHead | undefined
  /** The rights as of the last page; undefined before the first. */
  moment(): RightsMoment | undefined
  /** Starts, if it doesn't follow yet; resolves when there is a position, or the first attempt failed. */
  follow(): Promise<void>
  /** Stops until it is started again. */
  rest(): void
}

interface Needs {
  readonly feed: FeedStorage
  readonly clock: Clock
  readonly timers: Timers
  readonly log: HostLog
  readonly limits: Pick<LiveLimits, 'pollMs' | 'pageSize'>
}

/** How long sequencers are asked to number changes often, and how often that request is repeated. */
const WATCHED_MS = 15 * SECOND_MS
const PROLONG_MS = 5 * SECOND_MS

/** Whether the page continues from the end of the last one. */
const goesOn = ({ head, isGone }: FeedPage, { epoch, seq }: FeedHead): boolean =>
  head.epoch === epoch && !isGone && head.seq >= seq

/** Follows the feed by polling; results of calls that a stop overtook are discarded. */
class AskingFollower implements FeedFollower {
  #position: FeedHead | undefined
  #moment: RightsMoment | undefined
  #run = 0
  #stopTimer = (): void => undefined
  #prolongedAtMs = Number.NEGATIVE_INFINITY
  #begun: Promise<void> | undefined
  #isFailing = false

  constructor(
    private readonly needs: Needs,
    private readonly listener: FeedListener,
  ) {}

  position(): FeedHead | undefined {
    return this.#position
  }

  moment(): RightsMoment | undefined {
    return this.#moment
  }

  follow(): Promise<void> {
    this.#begun ??= this.#loop(this.#run)
    return this.#begun
  }

  rest(): void {
    this.#run += 1
    this.#stopTimer()
    this.#begun = undefined
    this.#position = undefined
    this.#moment = undefined
  }

  async #loop(run: number): Promise<void> {
    const { timers, log, limits } = this.needs
    let isMore = false
    try {
      isMore = await this.#poll(run)
    } catch (cause) {
      log.error({ err: cause }, 'unhandled error while reading change feed')
    }
    if (run !== this.#run) return
    this.#stopTimer = timers.after(isMore ? 0 : limits.pollMs, () => void this.#loop(run))
  }

  /** Whether there may be more at once. */
  async #poll(run: number): Promise<boolean> {
    const { feed, clock, limits } = this.needs
    const readAtMs = clock.nowMs()
    await this.#prolong(readAtMs)
    const at = this.#position
    if (at === undefined) return this.#begin(run)
    const page = await feed.read(at.seq, limits.pageSize)()
    if (run !== this.#run) return false
    if (E.isLeft(page)) return this.#failed(page.left.cause)
    this.#isFailing = false
    this.#moment = { catalogEpoch: page.right.catalogEpoch, readAtMs }
    this.#take(page.right, at)
    this.listener.polled(this.#moment)
    return page.right.changes.length === limits.pageSize
  }

  async #begin(run: number): Promise<boolean> {
    const head = await this.needs.feed.head()()
    if (run !== this.#run) return false
    if (E.isLeft(head)) return this.#failed(head.left.cause)
    this.#position = head.right
    return true
  }

  #take(page: FeedPage, at: FeedHead): void {
    if (!goesOn(page, at)) {
      this.#position = page.head
      this.listener.begunAnew()
      return
    }
    for (const change of page.changes) {
      this.#position = { epoch: at.epoch, seq: change.seq }
      this.listener.changed(change)
    }
  }

  async #prolong(nowMs: EpochMs): Promise<void> {
    if (Math.abs(nowMs - this.#prolongedAtMs) < PROLONG_MS) return
    this.#prolongedAtMs = nowMs
    const watched = await this.needs.feed.watch(nowMs + WATCHED_MS)()
    if (E.isLeft(watched)) this.#prolongedAtMs = Number.NEGATIVE_INFINITY
  }

  #failed(cause: string): false {
    if (!this.#isFailing) this.needs.log.warn({ cause }, 'change feed read failed; live updates paused')
    this.#isFailing = true
    return false
  }
}

/** Creates a follower that passes the feed to the listener. */
export const createFeedFollower = (needs: Needs, listener: FeedListener): FeedFollower =>
  new AskingFollower(needs, listener)

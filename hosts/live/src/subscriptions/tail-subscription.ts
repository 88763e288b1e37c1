import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { FeedHead, FeedStorage, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { E } from '@postrider/core/fp'
import type { RightsMoment } from '../following/feed-follower.js'
import type { LiveLimits } from '../live-limits.js'
import type { Gate, ShownReading } from './gate.js'
import type { RunReading } from './run-reading.js'
import { createSentEvents, type KeptSubscription, type SentEvents } from './subscription.js'
import {
  joinedRecords,
  levelWith,
  shownChange,
  type TailFilter,
  type TailLevel,
  type TailRecord,
  tailEvent,
  withChange,
} from './tail-record.js'
import type { SubscribeCall } from './viewer.js'

/** Dependencies of a tail. */
export interface TailNeeds {
  readonly runReading: RunReading
  readonly gate: Gate
  readonly feed: Pick<FeedStorage, 'read'>
  readonly clock: Clock
  readonly timers: Timers
  readonly position: () => FeedHead | undefined
  readonly moment: () => RightsMoment | undefined
  readonly forget: (subscription: KeptSubscription) => void
  readonly limits: Pick<LiveLimits, 'againMs' | 'pageSize' | 'tailPerSecond'>
}

/** After missing more changes than this, a viewer gets a snapshot instead. */
const MOST_MISSED = 20_000

class TailSubscription implements KeptSubscription {
  readonly #shown: ShownReading
  readonly #filter: TailFilter
  readonly #sent: SentEvents
  #record: TailRecord | undefined
  #level: TailLevel | undefined
  /** Whether the initial state, before the changes that follow, hasn't been sent yet. */
  #isBeginning = true
  #isPassing = false
  #wasSlow = false
  #isClosed = false
  #beginnings = 0

  constructor(
    private readonly needs: TailNeeds,
    readonly subscribing: SubscribeCall,
  ) {
    const { operation, request = {} } = subscribing.params
    this.#shown = { operation, request }
    const isMembers = subscribing.viewer.caller.principal()._tag !== 'Operator'
    this.#filter = { kinds: subscribing.live.kinds, request, isMembers }
    this.#sent = createSentEvents(subscribing)
    this.#begin(subscribing.params.after)
  }

  owedFrom(): number | undefined {
    return this.#isBeginning ? 0 : this.#record?.from
  }

  changed(change: NumberedChange): void {
    this.#record = this.#taken(this.#record, change)
  }

  organizationId(): undefined {
    return undefined
  }

  renewed(): void {
    this.flush()
  }

  begunAnew(): void {
    this.#sent.beginAnew()
    this.#begin()
  }

  over(error: ErrorBody): void {
    this.#sent.over(error)
    this.needs.forget(this)
  }

  close(): void {
    this.#sent.close()
    this.#isClosed = true
  }

  flush(): void {
    const { gate, position, moment } = this.needs
    const { viewer } = this.subscribing
    const [at, rights] = [position(), moment()]
    if (this.#isClosed || this.#isBeginning || at === undefined || rights === undefined) return
    if (this.#record === undefined) return
    const verdict = gate.now(viewer, this.#shown, rights)
    if (verdict === 'open') this.#send(this.#record, at)
    else if (verdict !== 'later') this.over(verdict)
    else if (!viewer.isReady()) this.#wasSlow = true
    else void this.#flushOnceKnown(rights)
  }

  async #flushOnceKnown(rights: RightsMoment): Promise<void> {
    if (this.#isPassing) return
    this.#isPassing = true
    const { caller } = this.subscribing.viewer
    const isKnown = !caller.isKnownAt(rights.catalogEpoch) && (await caller.ensure(rights.catalogEpoch))
    this.#isPassing = false
    if (isKnown) this.flush()
  }

  #send(record: TailRecord, at: FeedHead): void {
    const { clock, limits } = this.needs
    this.#level = levelWith(this.#level, record.messages, limits.tailPerSecond, clock.nowMs())
    const event = tailEvent(record, this.#wasSlow || this.#level.messages > limits.tailPerSecond)
    this.#record = undefined
    this.#wasSlow = false
    this.#sent.event(at, event)
  }

  #taken(before: TailRecord | undefined, change: NumberedChange): TailRecord | undefined {
    const one = shownChange(this.#filter, change)
    return one === undefined ? before : withChange(before, one, this.needs.limits.tailPerSecond)
  }

  #begin(after?: FeedHead): void {
    this.#beginnings += 1
    this.#isBeginning = true
    this.#record = undefined
    const at = this.needs.position()
    if (at === undefined) return this.#beginLater(after)
    void (after === undefined
      ? this.#snapshot(at, this.#beginnings)
      : this.#resume(after, at, this.#beginnings))
  }

  /** Starts after a delay, unless it was started again by then. */
  #beginLater(after?: FeedHead): void {
    const { timers, limits } = this.needs
    const beginning = this.#beginnings
    timers.after(limits.againMs, () => {
      if (!this.#isOvertaken(beginning)) this.#begin(after)
    })
  }

  #isOvertaken(beginning: number): boolean {
    return this.#isClosed || beginning !== this.#beginnings
  }

  /** A snapshot as of a number, followed by all later changes. */
  async #snapshot(at: FeedHead, beginning: number): Promise<void> {
    const { viewer } = this.subscribing
    const { gate, runReading } = this.needs
    const read = await runReading(viewer, this.#shown.operation, this.#shown.request)
    if (this.#isOvertaken(beginning)) return
    if (E.isLeft(read)) {
      if (read.left.isSignedOut) {
        viewer.caller.lookAgain()
        return this.#beginLater()
      }
      const isWaitedFor = read.left.body.retryable && this.#sent.isBegun()
      return isWaitedFor ? this.#beginLater() : this.over(read.left.body)
    }
    const verdict = await gate.pass(viewer, this.#shown, read.right.moment)
    if (this.#isOvertaken(beginning)) return
    if (verdict === 'later') return this.#beginLater()
    if (verdict !== 'open') return this.over(verdict)
    this.#sent.reading(at, read.right)
    this.#isBeginning = false
    this.flush()
  }

  async #resume(after: FeedHead, at: FeedHead, beginning: number): Promise<void> {
    const between = await this.#missed(after, at)
    if (this.#isOvertaken(beginning)) return
    if (between === undefined) return this.#snapshot(at, beginning)
    if (between !== 'nothing')
      this.#record =
        this.#record === undefined
          ? between
          : joinedRecords(between, this.#record, this.needs.limits.tailPerSecond)
    this.#sent.begin(at, true)
    this.#isBeginning = false
    this.flush()
  }

  /** The changes between the client's number and the position; undefined if they aren't available. */
  async #missed(after: FeedHead, at: FeedHead): Promise<TailRecord | 'nothing' | undefined> {
    if (after.epoch !== at.epoch || after.seq > at.seq || at.seq - after.seq > MOST_MISSED) return undefined
    const { feed, limits } = this.needs
    let between: TailRecord | undefined
    for (let seq = after.seq; seq < at.seq;) {
      const page = await feed.read(seq, limits.pageSize)()
      if (E.isLeft(page) || page.right.isGone || page.right.head.epoch !== at.epoch) return undefined
      const before = page.right.changes.filter((change) => change.seq <= at.seq)
      if (before.length === 0) return undefined
      for (const change of before) between = this.#taken(between, change)
      seq += before.length
    }
    return between ?? 'nothing'
  }
}

/** Creates a subscription whose changes are passed on, one by one or compacted if there are too many. */
export const createTailSubscription = (needs: TailNeeds, subscribing: SubscribeCall): KeptSubscription =>
  new TailSubscription(needs, subscribing)

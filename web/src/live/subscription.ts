import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { FeedPosition, WatchedEvent } from './frames.js'

/** The callbacks of a subscriber. */
export interface ReadingWatcher {
  /** Called with the complete current data. */
  snapshot(data: unknown): void
  /** Called when data that the reading shows has changed: the changed messages, or undefined for any. */
  changed(messageIds: readonly string[] | undefined): void
  /** Called when the subscription ends, with the reason. It isn't renewed automatically. */
  over(error: ErrorBody | undefined): void
}

/** A reading that is kept current: its request and its position. */
export class LiveSubscription {
  #last: FeedPosition | undefined
  #reached: FeedPosition | undefined

  constructor(
    readonly name: string,
    readonly operation: string,
    readonly request: unknown,
    readonly watcher: ReadingWatcher,
  ) {}

  /**
   * The parameters to subscribe, or to resume at the last position. The next event names that position as its
   * predecessor.
   */
  params(): Readonly<Record<string, unknown>> {
    const { name: subscription, operation, request } = this
    const after = this.#reached
    this.#last = after
    return { subscription, operation, request, ...(after === undefined ? {} : { after }) }
  }

  /** Handles an event. Returns false if an earlier one is missing, so that everything must be read again. */
  take({ kind, after, epoch, seq, data, messageIds }: WatchedEvent): boolean {
    const isWhole = kind === 'snapshot' || kind === 'reading'
    const isChained = this.#last?.epoch === epoch && this.#last.seq === after
    if (!isWhole && !isChained) {
      this.#last = undefined
      this.#reached = undefined
      return false
    }
    this.#last = { epoch, seq }
    this.#reached = { epoch, seq }
    if (isWhole) this.watcher.snapshot(data)
    else this.watcher.changed(messageIds)
    return true
  }

  /** Records that everything up to a position was sent, even if none of it concerned this subscription. */
  reached({ epoch, seq }: FeedPosition): void {
    if (this.#reached?.epoch === epoch && this.#reached.seq < seq) this.#reached = { epoch, seq }
  }
}

import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { FeedPosition, WatchedEvent } from './frames.js'

/** What a subscriber is told. */
export interface ReadingWatcher {
  /** The whole reading, as it is now. */
  snapshot(data: unknown): void
  /** Something that the reading shows has changed: of these messages; undefined: of any. */
  changed(messageIds: readonly string[] | undefined): void
  /** It will be sent nothing more, and why; it is not asked for again. */
  over(error: ErrorBody | undefined): void
}

/** A reading that is kept true: what was asked, and how far it has come. */
export class LiveSubscription {
  #last: FeedPosition | undefined
  #reached: FeedPosition | undefined

  constructor(
    readonly name: string,
    readonly operation: string,
    readonly request: unknown,
    readonly watcher: ReadingWatcher,
  ) {}

  /** What to send to subscribe, or to go on where it was: the event that comes next names that position as the one before it. */
  params(): Readonly<Record<string, unknown>> {
    const { name: subscription, operation, request } = this
    const after = this.#reached
    this.#last = after
    return { subscription, operation, request, ...(after === undefined ? {} : { after }) }
  }

  /** Takes an event; false where one before it is missing, so that everything has to be read anew. */
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

  /** All up to there was sent, whether or not any of it concerned this subscription. */
  reached({ epoch, seq }: FeedPosition): void {
    if (this.#reached?.epoch === epoch && this.#reached.seq < seq) this.#reached = { epoch, seq }
  }
}

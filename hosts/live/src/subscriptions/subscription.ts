import { type ErrorBody, errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { FeedHead, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import { isTooLarge, notificationFrame } from '../protocol/write-frame.js'
import type { ReadReading } from './run-reading.js'
import type { SubscribeCall } from './viewer.js'

/** A subscription, as the follower of the feed sees it. */
export interface KeptSubscription {
  readonly subscribing: SubscribeCall
  /** The first number that affects it and isn't sent; undefined if all are sent. */
  owedFrom(): number | undefined
  changed(change: NumberedChange): void
  /** The Organization of its data; undefined until it is known, or if it isn't specific to one. */
  organizationId(): OrganizationId | undefined
  /** Sends pending data, if it may be sent now. */
  flush(): void
  /** Called when the caller was read again. */
  renewed(): void
  /** Called when earlier numbers are invalid: the subscription starts again with a snapshot. */
  begunAnew(): void
  /** Ends it with an error. */
  over(error: ErrorBody): void
  close(): void
}

/**
 * The sent messages of a subscription: the response to its call, and then events, each of which names the
 * previous one.
 */
export interface SentEvents {
  /** The seq of the last event; undefined if the next one is the first. */
  last(): number | undefined
  /** Whether its call has its response. */
  isBegun(): boolean
  /** Responds to the call, unless it has a response. */
  begin(at: FeedHead, resumed: boolean): void
  /** Sends the current reading; as a snapshot if it is the first event. */
  reading(at: FeedHead, read: ReadReading): void
  /** Sends an event of any other kind. */
  event(at: FeedHead, event: object): void
  /** Makes the next event a first one again. */
  beginAnew(): void
  /** Ends it with an error: as the response to its call, if that has none yet. */
  over(error: ErrorBody): void
  /** Sends nothing more; a call without a response gets an error. */
  close(): void
}

const ENDED = 'The subscription ended before it started.'

/** Sends a subscription's events to its viewer; those after a number, if it resumes. */
export const createSentEvents = ({ viewer, params, requestId, answer }: SubscribeCall): SentEvents => {
  const { subscription } = params
  let last: number | undefined
  let isBegun = false

  const begin = ({ epoch, seq }: FeedHead, resumed: boolean): void => {
    if (isBegun) return
    isBegun = true
    if (resumed) last = params.after?.seq
    answer(E.right({ subscription, epoch, seq, resumed }))
  }

  const headOf = ({ epoch, seq }: FeedHead) => ({ subscription, epoch, seq, after: last ?? null })

  return {
    last: () => last,
    isBegun: () => isBegun,
    begin,
    reading: (at, { write }) => {
      begin(at, false)
      viewer.send(write({ ...headOf(at), kind: last === undefined ? 'snapshot' : 'reading' }))
      last = at.seq
    },
    event: (at, event) => {
      const frame = notificationFrame('live.event', { ...headOf(at), ...event })
      if (isTooLarge(frame)) throw new Error('an event is larger than any may be')
      viewer.send(frame)
      last = at.seq
    },
    beginAnew: () => {
      last = undefined
    },
    over: (error) => {
      if (isBegun) viewer.send(notificationFrame('live.over', { subscription, error }))
      else answer(E.left(error))
      isBegun = true
    },
    close: () => {
      if (!isBegun) answer(E.left(errorBodyOf('conflict', requestId, [], ENDED)))
      isBegun = true
    },
  }
}

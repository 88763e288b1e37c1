import { type ErrorBody, errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { FeedHead, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import { isTooLarge, notificationFrame } from '../protocol/write-frame.js'
import type { ReadReading } from './run-reading.js'
import type { SubscribeCall } from './viewer.js'

/** A subscription, as whoever follows the feed knows it. */
export interface KeptSubscription {
  readonly subscribing: SubscribeCall
  /** The first number that concerns it and is not sent; undefined where all is sent. */
  owedFrom(): number | undefined
  changed(change: NumberedChange): void
  /** Whose it shows, once that is known and is one Organization's. */
  organizationId(): OrganizationId | undefined
  /** Sends what is owed, if it may be sent now. */
  flush(): void
  /** The caller was looked at again. */
  renewed(): void
  /** Numbers from before mean nothing any more: it begins with a snapshot. */
  begunAnew(): void
  /** Ends it, and says why. */
  over(error: ErrorBody): void
  close(): void
}

/** What a subscription has sent: the answer to its call, and then events, each of which names the one before. */
export interface SentEvents {
  /** The seq of the last event; undefined where the next one is the first. */
  last(): number | undefined
  /** Whether its call has its answer. */
  isBegun(): boolean
  /** Answers the call, where it is not answered yet. */
  begin(at: FeedHead, resumed: boolean): void
  /** The reading as it stands; a snapshot, where it is the first event. */
  reading(at: FeedHead, read: ReadReading): void
  /** An event of any other kind. */
  event(at: FeedHead, event: object): void
  /** The next event is the first again. */
  beginAnew(): void
  /** Says that it is over: in answer to its call, where that is not answered yet. */
  over(error: ErrorBody): void
  /** Nothing more is sent; a call that has no answer yet is told so. */
  close(): void
}

const ENDED = 'The subscription was ended before it began.'

/** Sends a subscription's events to its viewer; those after a number, where it resumes. */
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

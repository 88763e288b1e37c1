/** A component that the service needs failed; the same request may succeed later. */
export type Outage =
  StorageUnavailable | CommitUnknown | QueueUnavailable | AttachmentsUnavailable | Overloaded | BatchFailed

/** Storage couldn't be reached or didn't respond in time; nothing was committed. */
export interface StorageUnavailable {
  readonly _tag: 'StorageUnavailable'
  readonly cause: string
}

/**
 * A commit was sent but its result was lost: it may or may not have happened (docs/promises#unknown-commits).
 */
export interface CommitUnknown {
  readonly _tag: 'CommitUnknown'
  readonly cause: string
}

/** The broker could not be reached. */
export interface QueueUnavailable {
  readonly _tag: 'QueueUnavailable'
  readonly cause: string
}

/** The attachment storage couldn't be reached, or couldn't read or write the bytes. */
export interface AttachmentsUnavailable {
  readonly _tag: 'AttachmentsUnavailable'
  readonly cause: string
}

/** Too much work is already waiting. */
export interface Overloaded {
  readonly _tag: 'Overloaded'
  readonly cause: string
}

/** The whole batch broke a database rule because of one item, which halving finds. */
export interface BatchFailed {
  readonly _tag: 'BatchFailed'
  readonly cause: string
}

/** Something the service itself needs did not work; the same request may succeed later. */
export type Outage =
  StorageUnavailable | CommitUnknown | QueueUnavailable | AttachmentsUnavailable | Overloaded | BatchFailed

/** Storage could not be reached or did not answer in time; nothing was committed. */
export interface StorageUnavailable {
  readonly _tag: 'StorageUnavailable'
  readonly cause: string
}

/** A commit was sent and its answer lost: it happened or it did not (docs/promises#unknown-commits). */
export interface CommitUnknown {
  readonly _tag: 'CommitUnknown'
  readonly cause: string
}

/** The broker could not be reached. */
export interface QueueUnavailable {
  readonly _tag: 'QueueUnavailable'
  readonly cause: string
}

/** What keeps the bytes of attachments could not be reached, or could not read or write them. */
export interface AttachmentsUnavailable {
  readonly _tag: 'AttachmentsUnavailable'
  readonly cause: string
}

/** More work is waiting than may wait. */
export interface Overloaded {
  readonly _tag: 'Overloaded'
  readonly cause: string
}

/** The whole batch broke a rule of the database, for one of its items: to be found by halving. */
export interface BatchFailed {
  readonly _tag: 'BatchFailed'
  readonly cause: string
}

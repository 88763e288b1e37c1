import type { KeyedDigests } from '@postrider/core/ports/keyed-digests'
import type { Postrider } from '@postrider/core/postrider'
import type { BodyNeeds } from '@postrider/server/receiving/read-body'
import type { BuiltFiles } from './files/built-files.js'

/** The use cases that the console serves. */
export type ConsoleUseCases = Pick<
  Postrider,
  'operatorSessions' | 'runOperation' | 'watching' | 'showEnrolment' | 'beginEnrolment' | 'enrol'
>

/** What the endpoints of the console stand on. */
export interface ConsoleNeeds {
  readonly postrider: ConsoleUseCases
  readonly keyedDigests: KeyedDigests
  readonly bodies: BodyNeeds
  /** Where browsers reach it: `https://console.example.com`. */
  readonly origin: () => string
  readonly files: BuiltFiles
  /** Origins beside ours that its pages may ask: that of the bucket with attachments. */
  readonly connectTo: readonly string[]
}

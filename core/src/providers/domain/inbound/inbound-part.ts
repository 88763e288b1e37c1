import type { SmsOctets } from '../../../channels/sms/inbound-octets.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { InboundId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { InboundMessage } from './inbound-message.js'

/** A part of a long inbound SMS, as the adapter of its provider passes it on (docs/api/delivery#inbound-messages). */
export interface InboundPart
  extends Pick<InboundMessage, 'providerAccountId' | 'to' | 'from' | 'raw'>, SmsOctets {
  /** The reference that the parts of a text share, with its form: `udh8:7`, `udh16:300` or `sar:300`. */
  readonly reference: string
  /** The number of parts. */
  readonly total: number
  /** The position of this part, from 1. */
  readonly number: number
  /** The account's own opt-out words. */
  readonly stopWords: readonly string[]
}

/** `waiting` for the other parts of its text, or `joined`: kept for a while, so that a repeat is recognized. */
type InboundPartState = 'waiting' | 'joined'

/** A stored part. */
export interface StoredInboundPart extends InboundPart {
  /** The inbound message gets the ID of its earliest part. */
  readonly partId: InboundId
  /** The same for all parts with the same account, author, sender ID, reference, total and alphabet. */
  readonly textKey: Digest
  readonly receivedAtMs: EpochMs
  readonly state: InboundPartState
}

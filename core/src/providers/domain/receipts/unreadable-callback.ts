import type { Digest } from '../../../kernel/digests/digest.js'
import type { ProviderAccountId, UnreadableCallbackId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * What a provider told an account and nobody understood, kept for a while so that somebody can find out why
 * (docs/contract#delivery-reports).
 */
export interface UnreadableCallback {
  readonly callbackId: UnreadableCallbackId
  readonly providerAccountId: ProviderAccountId
  /** What it is, in a sentence of its kind. */
  readonly detail: string
  /** What its kind keeps of it: nothing secret, nothing of what a message says or to whom. */
  readonly raw: string
  /** Of what is kept: the same again is the same callback. */
  readonly eventKey: Digest
  readonly receivedAtMs: EpochMs
}

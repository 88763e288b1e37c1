import type { CallOptions } from '../calls/call.js'

/** Options of a call that changes something. */
export interface SendOptions extends CallOptions {
  /**
   * Names the send: under the same key the same is never sent twice, even after a crash. A name of your own
   * is best (`order-4711-shipped`). Default: a new key for each call.
   */
  readonly idempotencyKey?: string
}

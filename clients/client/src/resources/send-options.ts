import type { CallOptions } from '../calls/call.js'

/** What a call that does something may be given. */
export interface SendOptions extends CallOptions {
  /**
   * Names the send: under the same key the same is never sent twice, also after a crash. Best is a name of your own
   * (`order-4711-shipped`); without one a new one is made for each call.
   */
  readonly idempotencyKey?: string
}

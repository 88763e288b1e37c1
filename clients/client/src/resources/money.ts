import { makeCall, type CallOptions } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import type { Balance, UsageEntry, UsagePage } from '../contract/shapes.js'
import { eachEntry } from './each-entry.js'
import type { Settings } from '../settings.js'

/** A range within one calendar month (UTC), without its end. */
export interface UsageRange {
  readonly currency: string
  readonly from: Date | number
  readonly to: Date | number
  /** Entries per request, up to 100. */
  readonly pageSize?: number
}

/** The organization's balances. */
export class Balances {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The balance in a currency, in integer minor units. */
  get(query: { readonly currency: string }, options: CallOptions = {}): Promise<Answered<Balance>> {
    const call = {
      method: 'GET',
      path: '/v1/balances',
      query: { currency: query.currency },
      expects: 'availableMinor',
    } as const
    return makeCall(this.#settings, call, options)
  }
}

/** Reserved, charged and returned money. */
export class Usage {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Every entry of a range, read page by page. */
  list(range: UsageRange, options: CallOptions = {}): AsyncGenerator<UsageEntry, void, undefined> {
    const { currency, from, to, pageSize } = range
    return eachEntry('entries', (cursor): Promise<Answered<UsagePage>> => {
      const query = { currency, from: Number(from), to: Number(to), limit: pageSize, cursor }
      const call = { method: 'GET', path: '/v1/usage', query, expects: 'entries' } as const
      return makeCall(this.#settings, call, options)
    })
  }
}

import { makeCall, type CallOptions } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import type { Balance, UsageEntry, UsagePage } from '../contract/shapes.js'
import { eachEntry } from './each-entry.js'
import type { Settings } from '../settings.js'

/** A range within one calendar month (UTC), the end not in it. */
export interface UsageRange {
  readonly currency: string
  readonly from: Date | number
  readonly to: Date | number
  /** Entries that are fetched at a time, up to 100. */
  readonly pageSize?: number
}

/** What the Organization has. */
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

/** What was reserved, charged and given back. */
export class Usage {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Every entry of a range, page by page as they are read. */
  list(range: UsageRange, options: CallOptions = {}): AsyncGenerator<UsageEntry, void, undefined> {
    const { currency, from, to, pageSize } = range
    return eachEntry('entries', (cursor): Promise<Answered<UsagePage>> => {
      const query = { currency, from: Number(from), to: Number(to), limit: pageSize, cursor }
      const call = { method: 'GET', path: '/v1/usage', query, expects: 'entries' } as const
      return makeCall(this.#settings, call, options)
    })
  }
}

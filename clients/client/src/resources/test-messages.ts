import { type CallOptions, makeCall } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import type { TestMessage, TestMessagePage } from '../contract/shapes.js'
import { eachEntry } from './each-entry.js'
import type { Settings } from '../settings.js'

/** The filter of test messages. */
export interface TestMessageFilter {
  /** Only messages to this recipient, in the form of a message's `to`. */
  readonly to?: string
  /** Messages per request, up to 100. */
  readonly pageSize?: number
}

/** Reads the messages that the sandbox delivered in the test environment. */
export class TestMessages {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Every test message of the app, newest first, read page by page. Rejects with a production credential. */
  list(
    filter: TestMessageFilter = {},
    options: CallOptions = {},
  ): AsyncGenerator<TestMessage, void, undefined> {
    return eachEntry('messages', (cursor) => this.#page(filter, cursor, options))
  }

  /** The newest test message, optionally to a recipient; undefined if there is none. */
  async newest(
    filter: Pick<TestMessageFilter, 'to'> = {},
    options: CallOptions = {},
  ): Promise<TestMessage | undefined> {
    const { messages } = await this.#page({ ...filter, pageSize: 1 }, undefined, options)
    return messages[0]
  }

  #page(
    { to, pageSize }: TestMessageFilter,
    cursor: string | undefined,
    options: CallOptions,
  ): Promise<Answered<TestMessagePage>> {
    const query = { to, limit: pageSize, cursor }
    const call = { method: 'GET', path: '/v1/test/messages', query, expects: 'messages' } as const
    return makeCall(this.#settings, call, options)
  }
}

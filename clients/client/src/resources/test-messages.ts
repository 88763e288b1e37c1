import { type CallOptions, makeCall } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import type { TestMessage, TestMessagePage } from '../contract/shapes.js'
import { eachEntry } from './each-entry.js'
import type { Settings } from '../settings.js'

/** Which test messages are read. */
export interface TestMessageFilter {
  /** Only messages to this recipient, in the form of a message's `to`. */
  readonly to?: string
  /** Messages that are fetched at a time, up to 100. */
  readonly pageSize?: number
}

/** Reads what the sandbox delivered to recipients in the test environment. */
export class TestMessages {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Every test message of the app, newest first, page by page as they are read; rejects for a credential of production. */
  list(
    filter: TestMessageFilter = {},
    options: CallOptions = {},
  ): AsyncGenerator<TestMessage, void, undefined> {
    return eachEntry('messages', (cursor) => this.#page(filter, cursor, options))
  }

  /** The newest test message, to a recipient if one is named; undefined if there is none. */
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

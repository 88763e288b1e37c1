import { makeCall, type CallOptions } from '../calls/call.js'
import { keyOf } from '../calls/keys.js'
import type { Answered } from '../calls/last-response.js'
import type {
  AcceptedMessage,
  DryRun,
  Message,
  MessageLookUp,
  MessagePage,
  MessageRequest,
  MessageState,
} from '../contract/shapes.js'
import { ConfigurationError } from '../errors/unanswered-errors.js'
import type { Settings } from '../settings.js'
import { type BatchResult, resendBatch, sendBatch } from './batch.js'
import type { SendOptions } from './send-options.js'
import { eachEntry } from './each-entry.js'
import { type WaitOptions, waitFor } from './wait-for.js'

/** The key or the reference of a lookup; exactly one. */
export type MessageName =
  | { readonly idempotencyKey: string; readonly clientReference?: never; readonly limit?: never }
  | {
      readonly clientReference: string
      readonly idempotencyKey?: never
      /** The most messages, 1 to 100; default 100. The call counts as one read for each 10 of them. */
      readonly limit?: number
    }

/** The filters of a message list. */
export interface MessageFilter {
  readonly channel?: 'sms' | 'whatsapp' | 'email'
  /** Only messages that are in this state now. */
  readonly state?: MessageState
  /** Only messages that were accepted at this time or later. */
  readonly from?: Date
  /** Only messages that were accepted before this time. */
  readonly to?: Date
}

/** The cursor and the size of a page. */
export interface PageOptions {
  /** The `nextCursor` of the previous page, with the same filter. */
  readonly cursor?: string | undefined
  /** Messages per page, up to 100. */
  readonly pageSize?: number | undefined
}

/** The path of the calls for single messages. */
const MESSAGES = '/v1/messages'

const pathOf = (messageId: string): string => {
  if (typeof messageId !== 'string' || messageId === '') throw new ConfigurationError('messageId is missing.')
  return `${MESSAGES}/${encodeURIComponent(messageId)}`
}

/** Sends messages, and returns their states. */
export class Messages {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Sends one message and resolves once it is durably accepted. Delivery follows; `waitFor` waits for it. */
  async send(message: MessageRequest, options: SendOptions = {}): Promise<Answered<AcceptedMessage>> {
    const idempotencyKey = keyOf(options.idempotencyKey)
    const body = JSON.stringify(message)
    const call = {
      method: 'POST',
      path: MESSAGES,
      body,
      idempotencyKey,
      expects: 'messageId',
    } as const
    return makeCall(this.#settings, call, options)
  }

  /** Previews a send: whether it would be accepted, its text and its price. Nothing is sent or reserved. */
  preview(message: MessageRequest, options: CallOptions = {}): Promise<Answered<DryRun>> {
    const headers = { Prefer: 'handling=dry-run' }
    const body = JSON.stringify(message)
    const call = { method: 'POST', path: MESSAGES, body, headers, expects: 'verdict' } as const
    return makeCall(this.#settings, call, options)
  }

  /** The current state of a message. */
  async get(messageId: string, options: CallOptions = {}): Promise<Answered<Message>> {
    const call = { method: 'GET', path: pathOf(messageId), expects: 'messageId' } as const
    return makeCall(this.#settings, call, options)
  }

  /** The messages that were accepted under a key or a reference, newest first; empty if there are none. */
  async find(name: MessageName, options: CallOptions = {}): Promise<Answered<readonly Message[]>> {
    const { idempotencyKey, clientReference, limit } = name
    const query = { idempotencyKey, clientReference, limit }
    const call = { method: 'GET', path: MESSAGES, query, expects: 'messages' } as const
    const found = await makeCall<MessageLookUp>(this.#settings, call, options)
    const { messages, lastResponse } = found
    return Object.defineProperty(messages, 'lastResponse', { value: lastResponse }) as Answered<
      readonly Message[]
    >
  }

  /** Every message of the app, newest first, read page by page. */
  list(
    filter: MessageFilter = {},
    { pageSize, ...options }: CallOptions & Pick<PageOptions, 'pageSize'> = {},
  ): AsyncGenerator<Message, void, undefined> {
    return eachEntry('messages', (cursor) => this.listPage(filter, { cursor, pageSize }, options))
  }

  /**
   * One page of the app's messages. It may be empty even if there are more: only the last page has a
   * `nextCursor` of null.
   */
  listPage(
    { channel, state, from, to }: MessageFilter = {},
    { cursor, pageSize }: PageOptions = {},
    options: CallOptions = {},
  ): Promise<Answered<MessagePage>> {
    const query = { channel, state, from: from?.getTime(), to: to?.getTime(), limit: pageSize, cursor }
    const call = { method: 'GET', path: `${MESSAGES}/recent`, query, expects: 'messages' } as const
    return makeCall(this.#settings, call, options)
  }

  /** Polls until a message is final or in a given state; throws `WaitTimeoutError` if that takes too long. */
  waitFor(messageId: string, options: WaitOptions = {}): Promise<Answered<Message>> {
    return waitFor(this, messageId, options)
  }

  /**
   * Sends any number of messages, 50 per request, each under its own key (`<key>.0`, `<key>.1` …), and
   * returns the result of each by position. `resend` repeats `unknown` and `rejected` messages. The same call
   * under the same key does that too, even after a crash.
   */
  sendBatch(messages: readonly MessageRequest[], options: SendOptions = {}): Promise<BatchResult> {
    return sendBatch(this.#settings, messages, options)
  }

  /**
   * Repeats the `unknown` and `rejected` messages of a batch unchanged. Accepted messages stay as they are.
   */
  resend(result: BatchResult, options: CallOptions = {}): Promise<BatchResult> {
    return resendBatch(this.#settings, result, options)
  }
}

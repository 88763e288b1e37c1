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

/** What a message is looked up by: one of them. */
export type MessageName =
  | { readonly idempotencyKey: string; readonly clientReference?: never; readonly limit?: never }
  | {
      readonly clientReference: string
      readonly idempotencyKey?: never
      /** Messages at most, 1 to 100; 100 if omitted. The call counts as one read for each 10 of them. */
      readonly limit?: number
    }

/** What a list of messages is narrowed to. */
export interface MessageFilter {
  readonly channel?: 'sms' | 'whatsapp' | 'email'
  /** Only messages that are in this state now. */
  readonly state?: MessageState
  /** Only messages that were accepted at this moment or later. */
  readonly from?: Date
  /** Only messages that were accepted before this moment. */
  readonly to?: Date
}

/** The place and size of a page of a list. */
export interface PageOptions {
  /** The `nextCursor` of the previous page, with the same filter. */
  readonly cursor?: string | undefined
  /** Messages of a page, up to 100. */
  readonly pageSize?: number | undefined
}

/** Where the calls for single messages lead. */
const MESSAGES = '/v1/messages'

const pathOf = (messageId: string): string => {
  if (typeof messageId !== 'string' || messageId === '') throw new ConfigurationError('messageId is missing.')
  return `${MESSAGES}/${encodeURIComponent(messageId)}`
}

/** Sends messages, and tells what became of them. */
export class Messages {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Sends one message: resolves once it is durably accepted. Delivery follows; `waitFor` waits for it. */
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

  /** What a send would come to: whether it would be accepted, its text, its price. Nothing is sent or reserved. */
  preview(message: MessageRequest, options: CallOptions = {}): Promise<Answered<DryRun>> {
    const headers = { Prefer: 'handling=dry-run' }
    const body = JSON.stringify(message)
    const call = { method: 'POST', path: MESSAGES, body, headers, expects: 'verdict' } as const
    return makeCall(this.#settings, call, options)
  }

  /** A message as it stands. */
  async get(messageId: string, options: CallOptions = {}): Promise<Answered<Message>> {
    const call = { method: 'GET', path: pathOf(messageId), expects: 'messageId' } as const
    return makeCall(this.#settings, call, options)
  }

  /** The messages that were accepted under a key or a reference, newest first; none where nothing was. */
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

  /** Every message of the app, newest first, page by page as they are read. */
  list(
    filter: MessageFilter = {},
    { pageSize, ...options }: CallOptions & Pick<PageOptions, 'pageSize'> = {},
  ): AsyncGenerator<Message, void, undefined> {
    return eachEntry('messages', (cursor) => this.listPage(filter, { cursor, pageSize }, options))
  }

  /** One page of the app's messages. It may be empty while there are more: only a `nextCursor` of null says that it is the last. */
  listPage(
    { channel, state, from, to }: MessageFilter = {},
    { cursor, pageSize }: PageOptions = {},
    options: CallOptions = {},
  ): Promise<Answered<MessagePage>> {
    const query = { channel, state, from: from?.getTime(), to: to?.getTime(), limit: pageSize, cursor }
    const call = { method: 'GET', path: `${MESSAGES}/recent`, query, expects: 'messages' } as const
    return makeCall(this.#settings, call, options)
  }

  /** Asks until a message has come to its end, or to a state of your choice; throws `WaitTimeoutError` when that takes too long. */
  waitFor(messageId: string, options: WaitOptions = {}): Promise<Answered<Message>> {
    return waitFor(this, messageId, options)
  }

  /**
   * Sends any number of messages, 50 at a time under a key each (`<key>.0`, `<key>.1` …), and answers what became of every one,
   * by its place. What is `unknown` or `rejected` can be sent again with `resend`; the same call under the same key does that too,
   * also after a crash.
   */
  sendBatch(messages: readonly MessageRequest[], options: SendOptions = {}): Promise<BatchResult> {
    return sendBatch(this.#settings, messages, options)
  }

  /** Sends again, to the letter, what of a batch is `unknown` or `rejected`; what was accepted stays as it is. */
  resend(result: BatchResult, options: CallOptions = {}): Promise<BatchResult> {
    return resendBatch(this.#settings, result, options)
  }
}

import { makeCall, type CallOptions } from '../calls/call.js'
import { keyOf } from '../calls/keys.js'
import type { Answered } from '../calls/last-response.js'
import type { AcceptedMessage, DryRun, Message, MessageLookUp, MessageRequest } from '../contract/shapes.js'
import { ConfigurationError } from '../errors/unanswered-errors.js'
import type { Settings } from '../settings.js'
import { type BatchResult, resendBatch, sendBatch } from './batch.js'
import type { SendOptions } from './send-options.js'
import { type WaitOptions, waitFor } from './wait-for.js'

/** What a message is looked up by: one of them. */
export type MessageName =
  | { readonly idempotencyKey: string; readonly clientReference?: never }
  | { readonly clientReference: string; readonly idempotencyKey?: never }

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
    const { idempotencyKey, clientReference } = name
    const query = { idempotencyKey, clientReference }
    const call = { method: 'GET', path: MESSAGES, query, expects: 'messages' } as const
    const found = await makeCall<MessageLookUp>(this.#settings, call, options)
    const { messages, lastResponse } = found
    return Object.defineProperty(messages, 'lastResponse', { value: lastResponse }) as Answered<
      readonly Message[]
    >
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

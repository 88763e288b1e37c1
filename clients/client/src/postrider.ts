import type { CallOptions } from './calls/call.js'
import type { Answered } from './calls/last-response.js'
import type { Readiness } from './contract/shapes.js'
import { Events } from './resources/events.js'
import { Messages } from './resources/messages.js'
import { Balances, Usage } from './resources/money.js'
import { Otp } from './resources/otp.js'
import { Credential } from './resources/own-credential.js'
import { TestMessages } from './resources/test-messages.js'
import { statusOf } from './resources/status.js'
import { type PostriderOptions, type Settings, settingsOf } from './settings.js'

/**
 * A Postrider client for servers. A call is retried until a response shows the result. Every attempt uses the
 * same key, so nothing is sent twice.
 */
export class Postrider {
  readonly messages: Messages
  readonly otp: Otp
  readonly balances: Balances
  readonly usage: Usage
  /** What happened in the app, in order. */
  readonly events: Events
  readonly credential: Credential
  /** Messages that the sandbox delivered in the test environment. */
  readonly testMessages: TestMessages
  readonly #settings: Settings

  /** Throws `ConfigurationError` before any request. */
  constructor(options: PostriderOptions) {
    const settings = settingsOf(options)
    this.#settings = settings
    this.messages = new Messages(settings)
    this.otp = new Otp(settings)
    this.balances = new Balances(settings)
    this.usage = new Usage(settings)
    this.events = new Events(settings)
    this.credential = new Credential(settings)
    this.testMessages = new TestMessages(settings)
  }

  /** Whether the service is ready. */
  status(options: CallOptions = {}): Promise<Answered<Readiness>> {
    return statusOf(this.#settings, options)
  }
}

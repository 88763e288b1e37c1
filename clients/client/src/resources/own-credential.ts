import { makeCall, type CallOptions } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import type { AuthCheck } from '../contract/shapes.js'
import type { Settings } from '../settings.js'

/** The client's own credential. */
export class Credential {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Its scope and permissions. */
  check(options: CallOptions = {}): Promise<Answered<AuthCheck>> {
    const call = {
      method: 'GET',
      path: '/v1/auth/check',
      expects: 'credentialId',
    } as const
    return makeCall(this.#settings, call, options)
  }
}

import { makeCall } from '../calls/call.js'
import { keyOf } from '../calls/keys.js'
import { typedCode } from '../calls/typed-code.js'
import type { Answered } from '../calls/last-response.js'
import type { OtpChallenge, OtpRequest, OtpVerification } from '../contract/shapes.js'
import { PostriderError } from '../errors/postrider-error.js'
import type { Settings } from '../settings.js'
import type { SendOptions } from './send-options.js'

/** One-time passcodes, which the service generates, sends and verifies. */
export class Otp {
  readonly #settings: Settings
  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Sends a new code to a number; an earlier one becomes invalid once a provider has the new message. */
  async send(request: OtpRequest, options: SendOptions = {}): Promise<Answered<OtpChallenge>> {
    const idempotencyKey = keyOf(options.idempotencyKey)
    const call = {
      method: 'POST',
      path: '/v1/otp',
      body: JSON.stringify(request),
      idempotencyKey,
      expects: 'challengeId',
    } as const
    return makeCall(this.#settings, call, options)
  }

  /**
   * Whether a code is correct, unused and not expired; `false` can have any of these reasons. If the response
   * is lost, the same correct code can be verified again for ten minutes. Spaces and dashes in the code don't
   * matter.
   */
  async verify(verification: OtpVerification, options: SendOptions = {}): Promise<boolean> {
    const idempotencyKey = keyOf(options.idempotencyKey)
    const call = {
      method: 'POST',
      path: '/v1/otp/verify',
      body: JSON.stringify({ ...verification, code: typedCode(verification.code) }),
      idempotencyKey,
      expects: 'verified',
    } as const
    try {
      await makeCall(this.#settings, call, options)
      return true
    } catch (error) {
      if (error instanceof PostriderError && error.code === 'otp_verification_failed') return false
      throw error
    }
  }
}

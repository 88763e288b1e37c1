import { makeCall } from '../calls/call.js'
import { keyOf } from '../calls/keys.js'
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

  /** Sends a new code to a number; an earlier open one becomes invalid. */
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
   * is lost, the same correct code can be verified again for ten minutes.
   */
  async verify(verification: OtpVerification, options: SendOptions = {}): Promise<boolean> {
    const idempotencyKey = keyOf(options.idempotencyKey)
    const call = {
      method: 'POST',
      path: '/v1/otp/verify',
      body: JSON.stringify(verification),
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

import { PostriderError } from './postrider-error.js'

/** A webhook delivery that couldn't be verified: respond with 400 and ignore it. */
export class WebhookError extends PostriderError {
  static override readonly kind: string = 'WebhookError'
  constructor(code: string, message: string) {
    super(message, { code, attempts: 0 })
  }
}

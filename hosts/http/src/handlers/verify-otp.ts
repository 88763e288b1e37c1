import type { VerifyAnswer } from '@postrider/contracts/otp/verify-answer'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

const VERIFIED: VerifyAnswer = { success: true, verified: true }

/** POST /v1/otp/verify (docs/api/otp#otp-verification). */
export const verifyOtpHandler =
  ({ verifyOtp }: Pick<Postrider, 'verifyOtp'>): Handler<'verifyOtp'> =>
  async ({ caller, body, headers }) => {
    const { challengeId, code } = body
    const offer = { challengeId, code, idempotencyKey: headers['Idempotency-Key'] }
    const verified = await verifyOtp(caller, offer)()
    return E.isLeft(verified) ? verified : E.right(jsonAnswer(200, VERIFIED))
  }

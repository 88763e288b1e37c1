import type { OtpAnswer } from '@postrider/contracts/otp/otp-answer'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { REPLAYED } from '../answers/replayed.js'
import type { Handler } from './handler.js'

/** POST /v1/otp (docs/api/otp#otp-request): two identities, and nothing else in the body. */
export const sendOtpHandler =
  ({ sendOtp }: Pick<Postrider, 'sendOtp'>): Handler<'sendOtp'> =>
  async ({ caller, body, headers, trace }) => {
    const sent = await sendOtp(caller, headers['Idempotency-Key'], body, trace)()
    if (E.isLeft(sent)) return sent
    const { challengeId, messageId, replayed } = sent.right
    const answered: OtpAnswer = { challengeId, messageId }
    return E.right(jsonAnswer(202, answered, replayed ? REPLAYED : undefined))
  }

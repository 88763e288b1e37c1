import type * as t from 'io-ts'
import { open } from '@postrider/core/kernel/codecs/shape'
import { messageId } from '@postrider/core/kernel/codecs/identifiers'
import { challengeId } from './challenge-id.js'

/**
 * The 202 body of POST /v1/otp (docs/api/otp#otp-request): two identities and nothing else, never the code.
 */
export const otpAnswer = open(
  { challengeId, messageId },
  {},
  {
    name: 'OtpChallenge',
    description: 'The challenge to verify, and the message that carries its code.',
    example: {
      challengeId: 'otp_01k9x7c2v5n8q4r6t0w3y1z5bd',
      messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type OtpAnswer = t.TypeOf<typeof otpAnswer>

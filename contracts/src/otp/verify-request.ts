import type * as t from 'io-ts'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'

/** The body of POST /v1/otp/verify (docs/api/otp#otp-verification). */
export const verifyRequest = closed(
  {
    challengeId: identifier(
      'ID of the challenge, as POST /v1/otp returned it.',
      'otp_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    code: text({
      minLength: 4,
      maxLength: 10,
      pattern: /^[0-9]+$/,
      description: 'Digits that the recipient typed.',
      example: '012345',
    }),
  },
  {},
  {
    name: 'OtpVerification',
    description: 'A code to verify.',
    example: { challengeId: 'otp_01k9x7c2v5n8q4r6t0w3y1z5bd', code: '012345' },
  },
)

export type VerifyRequest = t.TypeOf<typeof verifyRequest>

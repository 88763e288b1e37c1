import type * as t from 'io-ts'
import { broken } from '@postrider/core/kernel/codecs/fault'
import { LONGEST_TYPED_CODE, typedCode } from '@postrider/core/otp/domain/typed-code'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'

const NOT_A_CODE = broken('format', 'The value must be a code of 4 to 10 digits.')

/** The body of POST /v1/otp/verify (docs/api/otp#otp-verification). */
export const verifyRequest = closed(
  {
    challengeId: identifier(
      'ID of the challenge, as POST /v1/otp returned it.',
      'otp_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    code: text({
      minLength: 4,
      maxLength: LONGEST_TYPED_CODE,
      refuses: (typed) => (typedCode(typed) === undefined ? NOT_A_CODE : undefined),
      description:
        'The 4 to 10 digits that the recipient typed. Spaces, line breaks and dashes are ignored, and digits of any script are accepted.',
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

import type * as t from 'io-ts'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { open } from '@postrider/core/kernel/codecs/shape'

/** The 200 body of POST /v1/otp/verify (docs/api/otp#otp-verification); every failure is an error. */
export const verifyAnswer = open(
  {
    success: flag({ only: true, description: "Always `true`; a code that can't be verified gets an error." }),
    verified: flag({
      only: true,
      description: "Always `true`; a code that can't be verified gets an error.",
    }),
  },
  {},
  {
    name: 'OtpVerified',
    description: 'The code was correct, in time, and not used before.',
    example: { success: true, verified: true },
  },
)

export type VerifyAnswer = t.TypeOf<typeof verifyAnswer>

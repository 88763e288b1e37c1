import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'
import { sha256 } from '@postrider/conformance/builders/sha256'

/** Codes that count up and unkeyed hashes, so that a test knows the drawn code. */
export const plainOtpCodes = (): OtpCodes & { readonly drawn: string[] } => {
  const drawn: string[] = []
  const macOf: OtpCodes['macOf'] = (challengeId, code) => sha256(`${challengeId} ${code}`)
  return {
    drawn,
    draw: (length) => {
      const code = String(drawn.length + 1).padStart(length, '0')
      drawn.push(code)
      return code
    },
    macOf,
    matches: (challengeId, code, mac) => mac === macOf(challengeId, code, undefined),
  }
}

import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'

/** OTPs whose codes are recorded when they are first hashed for their challenge, before anybody can guess. */
export const overheardOtpCodes = (otpCodes: OtpCodes, codes: Map<string, string>): OtpCodes => ({
  ...otpCodes,
  macOf: (challengeId, code, under) => {
    if (!codes.has(challengeId)) codes.set(challengeId, code)
    return otpCodes.macOf(challengeId, code, under)
  },
})

import type { OtpCodes } from '@postrider/core/ports/otp-codes'

/** The code that every OTP has where nobody could read it, so that it can be given back. */
export const KNOWN_CODE = '314159'

/** OTPs that draw what is known; hashing and comparing are the real ones. */
export const knownCodes = (made: OtpCodes): OtpCodes => ({
  ...made,
  draw: (length) => {
    made.draw(length)
    return KNOWN_CODE.slice(0, length)
  },
})

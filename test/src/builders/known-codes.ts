import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'

/** The code that every OTP has where nobody could read it, so that it can be given back. */
export const KNOWN_CODE = '314159'

/** OTPs that draw this code, or as much of it as is asked for; hashing and comparing are the real ones. */
export const drawnCodes =
  (code: string) =>
  (made: OtpCodes): OtpCodes => ({
    ...made,
    draw: (length) => {
      made.draw(length)
      return code.slice(0, length)
    },
  })

/** OTPs that draw what is known. */
export const knownCodes = drawnCodes(KNOWN_CODE)

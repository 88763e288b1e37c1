import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'

/** The code of every OTP in tests that need to enter it. */
export const KNOWN_CODE = '314159'

/** OTPs that use this code, shortened to the requested length; hashing and comparing are real. */
export const drawnCodes =
  (code: string) =>
  (made: OtpCodes): OtpCodes => ({
    ...made,
    draw: (length) => {
      made.draw(length)
      return code.slice(0, length)
    },
  })

/** OTPs with the known code. */
export const knownCodes = drawnCodes(KNOWN_CODE)

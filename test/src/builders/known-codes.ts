import type { Passcodes } from '@postrider/core/ports/passcodes'

/** The code that every passcode has where nobody could read it, so that it can be given back. */
export const KNOWN_CODE = '314159'

/** Passcodes that draw what is known; hashing and comparing are the real ones. */
export const knownCodes = (made: Passcodes): Passcodes => ({
  ...made,
  draw: (length) => {
    made.draw(length)
    return KNOWN_CODE.slice(0, length)
  },
})

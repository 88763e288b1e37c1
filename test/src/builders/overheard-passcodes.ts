import type { Passcodes } from '@postrider/core/ports/passcodes'

/** Passcodes whose codes are overheard when they are hashed first for their challenge: before anybody can guess. */
export const overheardPasscodes = (passcodes: Passcodes, codes: Map<string, string>): Passcodes => ({
  ...passcodes,
  macOf: (challengeId, code, under) => {
    if (!codes.has(challengeId)) codes.set(challengeId, code)
    return passcodes.macOf(challengeId, code, under)
  },
})

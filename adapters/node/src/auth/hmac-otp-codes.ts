import { randomInt } from 'node:crypto'
import type { ChallengeId } from '@postrider/core/kernel/ids/id'
import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'
import { createDerivedMac } from './derived-mac.js'
import type { MasterKeys } from './master-key.js'

/**
 * Codes of `crypto.randomInt`, digit by digit; HMAC-SHA-256 of challenge and code under a key derived from the master
 * key (docs/promises#otps-at-rest): the database alone is not enough to try codes. Earlier master keys are
 * needed while their codes live.
 */
export const createOtpCodes = (keys: MasterKeys): OtpCodes => {
  const mac = createDerivedMac('postrider one-time passcodes 1', keys)
  const textOf = (challengeId: ChallengeId, code: string): string => `${challengeId}:${code}`
  return {
    draw: (length) => Array.from({ length }, () => String(randomInt(10))).join(''),
    macOf: (challengeId, code, under) => mac.of(textOf(challengeId, code), under),
    matches: (challengeId, code, kept) => mac.matches(textOf(challengeId, code), kept),
  }
}

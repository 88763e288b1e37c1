import { randomInt } from 'node:crypto'
import type { ChallengeId } from '@postrider/core/kernel/ids/id'
import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'
import { createDerivedMac } from './derived-mac.js'
import type { MasterKeys } from './master-key.js'

/**
 * Codes from `crypto.randomInt`, digit by digit, stored as HMAC-SHA-256 of challenge and code with a key
 * derived from the master key (docs/promises#otps-at-rest): the database alone doesn't allow trying codes.
 * Previous master keys are needed while their codes are valid.
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

import type { KeyId } from '../../kernel/ids/key-id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { ChallengeId } from '../../kernel/ids/id.js'

/**
 * Generates one-time codes and verifies them (docs/api/otp#otp-request).
 *
 * @example
 * ```ts
 * import { createOtpCodes } from '@postrider/node/auth/hmac-otp-codes'
 * import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
 * import type { ChallengeId } from '@postrider/core/kernel/ids/id'
 *
 * const otpCodes = createOtpCodes({ current: parseMasterKey(newMasterKey()) })
 * const isRight = (challengeId: ChallengeId, typed: string): boolean => {
 *   const kept = otpCodes.macOf(challengeId, otpCodes.draw(6), undefined)
 *   return otpCodes.matches(challengeId, typed, kept)
 * }
 * ```
 */
export interface OtpCodes {
  /** Generates `length` decimal digits; each sequence is equally likely, and leading zeros are kept. */
  draw(length: number): string
  /**
   * The keyed hash of a challenge and its code (HMAC-SHA-256 with a key that isn't in the database). `under`
   * is the master key that the installation names; undefined means none yet, and the process's own key is
   * used.
   */
  macOf(challengeId: ChallengeId, code: string, under: KeyId | undefined): Digest
  /**
   * Whether the code matches the challenge's mac under any key of this process, in constant time. An absent
   * mac takes the same time and returns false.
   */
  matches(challengeId: ChallengeId, code: string, mac: Digest | undefined): boolean
}

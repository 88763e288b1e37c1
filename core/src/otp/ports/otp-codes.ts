import type { KeyId } from '../../kernel/ids/key-id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { ChallengeId } from '../../kernel/ids/id.js'

/**
 * Draws one-time codes and recognises them again (docs/contract#otp-request).
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
  /** So many decimal digits, each sequence equally likely, leading zeros kept. */
  draw(length: number): string
  /**
   * The keyed hash (HMAC-SHA-256 under a key that is not in the database) of a challenge and its code, under the master
   * key that the installation names; undefined: it names none yet, and the process's own is used.
   */
  macOf(challengeId: ChallengeId, code: string, under: KeyId | undefined): Digest
  /** Whether the code is the challenge's by any key of this process, in constant time; an absent mac costs the same and is false. */
  matches(challengeId: ChallengeId, code: string, mac: Digest | undefined): boolean
}

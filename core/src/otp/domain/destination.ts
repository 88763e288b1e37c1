import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'
import type { Environment } from '../../tenancy/domain/records.js'

const DIGEST_DIGITS = 32
const PREFIX_CHARACTERS = 8

/**
 * The digest of a number for velocity limits, 128 bits. Test and production are counted separately, so that
 * tests don't use up a real person's limits (docs/decisions/0010).
 */
export const destinationDigest = (environment: Environment, to: string, sha256: Sha256): Digest =>
  sha256(frame(['otp-destination-1', environment, to])).slice(0, DIGEST_DIGITS)

/**
 * The number's `+` and first seven digits, by which the SMS pumping breaker counts
 * (docs/api/otp#sms-pumping).
 */
export const destinationPrefix = (to: string): string => to.slice(0, PREFIX_CHARACTERS)

/** The numbers whose last digits determine the sandbox's outcome (docs/api/sandbox#sandbox-outcomes). */
const OUTCOME = /000[1-8]$/

/**
 * Whether the number is one of the sandbox's outcome numbers, which have no velocity limits in a test
 * environment.
 */
export const isOutcomeNumber = (to: string): boolean => OUTCOME.test(to)

import type { Overloaded } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'

/**
 * Hashes and verifies people's passwords (docs/api/sign-in#passwords). Hashing is expensive on purpose. The
 * number of passwords hashed at once and waiting is limited; above that, calls return Overloaded at once
 * without hashing.
 * @example
 * ```ts
 * import { createPasswords } from '@postrider/node/auth/argon2-passwords'
 * import { pipe, TE } from '@postrider/core/fp'
 *
 * const passwords = createPasswords({ atOnce: 2 })
 * const isKept = pipe(
 *   passwords.hash('correct horse battery staple'),
 *   TE.chain((kept) => passwords.matches('correct horse battery staple', kept)),
 * )
 * ```
 */
export interface Passwords {
  /** The PHC string to store. */
  hash(password: string): TE.TaskEither<Overloaded, string>
  /**
   * Whether the password matches the PHC string; undefined (no such user, or no password) takes the same time
   * and returns false.
   */
  matches(password: string, kept: string | undefined): TE.TaskEither<Overloaded, boolean>
  /** Whether a stored hash has weaker parameters than today's: replace it at the next sign-in. */
  isOutdated(kept: string): boolean
  /** Whether the password is in the list of common ones, ignoring case. */
  isCommon(password: string): boolean
}

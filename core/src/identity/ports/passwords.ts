import type { Overloaded } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'

/**
 * Keeps and recognises people's passwords (docs/contract#passwords). Hashing is dear on purpose: only so many
 * passwords are hashed at once, only so many wait, and beyond that the answer is Overloaded, at once and with
 * nothing hashed.
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
  /** The PHC string to keep. */
  hash(password: string): TE.TaskEither<Overloaded, string>
  /** Whether the password belongs to the PHC string; undefined (nobody, no password) costs the same and is false. */
  matches(password: string, kept: string | undefined): TE.TaskEither<Overloaded, boolean>
  /** Whether what is kept was made with weaker parameters than today's: hash anew at the next sign-in. */
  isOutdated(kept: string): boolean
  /** Whether the password is in the list of common ones, in whatever case. */
  isCommon(password: string): boolean
}

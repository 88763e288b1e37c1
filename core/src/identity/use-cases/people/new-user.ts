import { checkDisplayName } from '../../domain/people/display-name.js'
import { checkPassword } from '../../domain/people/password.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Passwords } from '../../ports/passwords.js'

/** The choices of a person for their new account. */
export interface ChosenIdentity {
  readonly displayName: string
  readonly password: string
  /** The names of the Organization that they will belong to; a password may not consist of them. */
  readonly organizationNames?: readonly string[]
}

interface Needs {
  readonly ids: Ids
  readonly passwords: Passwords
}

/**
 * Creates a user for an address that a link has proved, with the chosen name and password; nothing is written
 * yet. InvalidRequest for a bad name or password.
 */
export const newUser =
  ({ passwords, ids }: Needs) =>
  (
    { email, emailKey }: Pick<User, 'email' | 'emailKey'>,
    { displayName, password, organizationNames = [] }: ChosenIdentity,
  ): TE.TaskEither<Refusal | Outage, Omit<User, 'createdAtMs'>> =>
  async () => {
    const name = displayName.trim()
    const problems = [
      ...checkDisplayName(name),
      ...checkPassword(password, '/password', [email, name, ...organizationNames], passwords.isCommon),
    ]
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const hashed = await passwords.hash(password)()
    if (E.isLeft(hashed)) return hashed
    const passwordHash = hashed.right
    const userId = ids.next('usr')
    return E.right({ userId, email, emailKey, displayName: name, passwordHash, status: 'active', version: 1 })
  }

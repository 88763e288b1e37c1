import type { User } from '@postrider/core/domain/people/user'
import type { Ports } from '@postrider/core/ports/ports'
import { personSessionDoors } from '@postrider/core/use-cases/people/person-sessions'
import { proveIdentity } from '@postrider/core/use-cases/people/prove-identity'
import { websiteAuthentication } from '@postrider/core/use-cases/people/website-authentication'
import { aUser } from '@postrider/conformance/builders/a-user'
import { exclusively } from '@postrider/conformance/storage/unit-work'

/** The doors of sessions at the website, over these ports. */
export const websiteDoors = (ports: Ports) => {
  const website = websiteAuthentication(ports)
  return { website, sessions: personSessionDoors(ports, proveIdentity(ports), website) }
}

/** Somebody who can sign in by "right". */
export const aStoredPerson = async (at: Pick<Ports, 'storage'>): Promise<User> => {
  const user = aUser({ passwordHash: 'plain:right' })
  await exclusively(at, (unit) => unit.users.add(user))
  return user
}

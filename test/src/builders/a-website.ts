import type { UserId } from '@postrider/core/kernel/ids/id'
import { startPersonSession } from '@postrider/core/identity/domain/people/person-session'
import type { User } from '@postrider/core/identity/domain/people/user'
import type { Ports } from '@postrider/core/assembly/ports'
import type { WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import { passwordDigestOf } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { personSignIns } from '@postrider/core/identity/use-cases/people/person-sessions'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { websiteAuthentication } from '@postrider/core/identity/use-cases/people/website-authentication'
import { aUser } from '@postrider/conformance/builders/a-user'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'

/** Sign-ins and sessions on the website, on these ports. */
export const websiteSignIns = (ports: Ports) => {
  const website = websiteAuthentication(ports)
  return { website, sessions: personSignIns(ports, proveIdentity(ports), website) }
}

/** A person who can sign in with the password "right". */
export const aStoredPerson = async (
  at: Pick<Ports, 'storage'>,
  overrides: Partial<User> = {},
): Promise<User> => {
  const user = aUser({ passwordHash: 'plain:right', ...overrides })
  await exclusively(at, (unit) => unit.users.add(user))
  return user
}

/** The same person, signed in on the website without the expensive password check. */
export const enterWebsite = async (ports: Ports, userId: UserId): Promise<WebsiteUser> => {
  const { token, verifier } = ports.sessionTokens.create('person')
  await exclusively(ports, async (unit) => {
    const user = await unit.users.lock(userId)
    if (user === undefined) throw new Error('there is no such user')
    const start = {
      sessionId: ports.ids.next('ses'),
      verifier,
      userId,
      passwordDigest: passwordDigestOf(ports.digests, user),
      clientAddress: undefined,
    }
    unit.personSessions.add(startPersonSession(start, ports.clock.nowMs()))
  })
  return right(websiteSignIns(ports).sessions.find(token))
}

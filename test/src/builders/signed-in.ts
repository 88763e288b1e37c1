import type { OrganizationId, SessionId, UserId } from '@postrider/core/kernel/ids/id'
import type { Role } from '@postrider/core/identity/domain/people/roles'
import { startSession } from '@postrider/core/identity/domain/people/session'
import type { User } from '@postrider/core/identity/domain/people/user'
import type { Ports } from '@postrider/core/assembly/ports'
import { tokensOf } from '@postrider/core/identity/use-cases/people/session-answer'
import { aMember, aUser } from '@postrider/conformance/builders/a-user'
import { exclusively } from '@postrider/conformance/storage/unit-work'

/** A signed-in user, and their session's token. */
export interface SignedIn {
  readonly userId: UserId
  readonly email: string
  readonly displayName: string
  readonly sessionId: SessionId
  readonly accessToken: string
  readonly refreshToken: string
}

/** Changes to a signed-in user. */
interface Otherwise {
  readonly signedInAtMs?: number
  /** Whether the access token is valid as long as the session can be. */
  readonly isLasting?: boolean
  readonly user?: Partial<User>
}

/** The storage of people, and the source of their tokens. */
interface Where {
  readonly ports: Pick<Ports, 'storage' | 'clock' | 'ids' | 'sessionTokens'>
}

/** A new user with a session like after a sign-in, without the expensive password hash. */
export const aSignedInUser = async (
  { ports }: Where,
  { signedInAtMs = ports.clock.nowMs(), isLasting = false, user: changes }: Otherwise = {},
): Promise<SignedIn> => {
  const user = aUser(changes)
  const { userId, email, displayName } = user
  const session = startSession(ports.ids.next('ses'), userId, signedInAtMs)
  const { answer, records } = tokensOf(ports, session, user, undefined)
  await exclusively(ports, (unit) => {
    unit.users.add(user)
    unit.sessions.add(session)
    unit.sessions.addTokens(
      isLasting ? records.map((record) => ({ ...record, expiresAtMs: session.untilMs })) : records,
    )
  })
  const { accessToken, refreshToken } = answer
  return { userId, email, displayName, sessionId: session.sessionId, accessToken, refreshToken }
}

/** Adds a user to an organization. */
export const takeIn = (
  { ports }: Where,
  organizationId: OrganizationId,
  { userId }: Pick<SignedIn, 'userId'>,
  role: Role,
): Promise<void> => exclusively(ports, (unit) => unit.members.add(aMember({ organizationId, userId, role })))

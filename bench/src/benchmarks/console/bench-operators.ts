import { startOperatorSession } from '@postrider/core/identity/domain/people/operator-session'
import { ADMIN_PERMISSIONS } from '@postrider/core/identity/domain/people/roles'
import type { Ports } from '@postrider/core/assembly/ports'
import { passwordDigestOf } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { exclusively } from '@postrider/conformance/storage/unit-work'

/** The maximum number of sockets of one user. */
const SESSIONS_EACH = 10

/** Signs in super admins with all read permissions, each at ten consoles, and returns the session tokens. */
export const provisionSessions = async (ports: Ports, count: number): Promise<readonly string[]> => {
  const nowMs = ports.clock.nowMs()
  const users = Array.from({ length: Math.ceil(count / SESSIONS_EACH) }, () => aUser())
  const begun = Array.from({ length: count }, (_, at) => {
    const user = users[Math.floor(at / SESSIONS_EACH)] ?? aUser()
    const { token, verifier } = ports.sessionTokens.create('operator')
    const start = {
      sessionId: ports.ids.next('ses'),
      verifier,
      userId: user.userId,
      passwordDigest: passwordDigestOf(ports.digests, user),
      clientAddress: '127.0.0.1',
    }
    return { token, session: startOperatorSession(start, nowMs) }
  })
  if (count === 0) return []
  await exclusively(ports, (unit) => {
    for (const user of users) {
      unit.users.add(user)
      unit.superAdmins.add(aSuperAdmin({ userId: user.userId, permissions: ADMIN_PERMISSIONS }))
    }
    for (const { session } of begun) unit.operatorSessions.add(session)
  })
  return begun.map(({ token }) => token)
}

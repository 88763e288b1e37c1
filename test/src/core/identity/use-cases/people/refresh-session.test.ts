import { expect } from 'chai'
import { endedSession, startSession } from '@postrider/core/identity/domain/people/session'
import { E } from '@postrider/core/fp'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { refreshSession } from '@postrider/core/identity/use-cases/people/refresh-session'
import { tokensOf } from '@postrider/core/identity/use-cases/people/session-answer'
import { aUser } from '@postrider/conformance/builders/a-user'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

const HERE = { requestId: undefined, clientAddress: '203.0.113.9' }

/** A service that records what it looked up. */
const aListeningService = () => {
  const { ports } = aWorld()
  const lookUps: string[] = []
  const listening = (unit: UnitOfWork): UnitOfWork => ({
    ...unit,
    users: { ...unit.users, lock: (key) => (lookUps.push('user'), unit.users.lock(key)) },
    sessions: {
      ...unit.sessions,
      token: (verifier) => (lookUps.push('token'), unit.sessions.token(verifier)),
      lock: (key) => (lookUps.push('session'), unit.sessions.lock(key)),
    },
  })
  const { units } = ports.storage
  const storage = {
    ...ports.storage,
    units: {
      ...units,
      transact: <L, A>(
        hold: Parameters<typeof units.transact>[0],
        work: (unit: UnitOfWork) => Promise<E.Either<L, A>>,
      ) => units.transact<L, A>(hold, (unit) => work(listening(unit))),
    },
  }
  return { ports, lookUps, refresh: refreshSession({ ...ports, storage }) }
}

describe('A refresh', () => {
  it('looks up as much for an unknown token as for the token of an ended session', async () => {
    const { ports, lookUps, refresh } = aListeningService()
    const user = aUser()
    const session = endedSession(
      startSession(ports.ids.next('ses'), user.userId, NOW_MS),
      'signed_out',
      NOW_MS,
    )
    const { answer, records } = tokensOf(ports, session, user, undefined)
    await right(
      ports.storage.units.transact<never, void>('exclusive', async (unit) => {
        unit.users.add(user)
        unit.sessions.add(session)
        unit.sessions.addTokens(records)
        return E.right(undefined)
      }),
    )
    const unknown = ports.sessionTokens.derive('refresh', ports.ids.next('ses'), 1, undefined).token
    for (const token of [unknown, answer.refreshToken]) {
      lookUps.length = 0
      expect(await left(refresh(token, HERE))).to.deep.include({ _tag: 'Unauthenticated' })
      expect(lookUps).to.deep.equal(['token', 'session', 'user'])
    }
  })
})

import { expect } from 'chai'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { endSessions } from '@postrider/core/identity/use-cases/people/end-sessions'
import { purgeCookieSessions } from '@postrider/core/identity/use-cases/people/purge-cookie-sessions'
import {
  anOperatorSession,
  aPersonSession,
  aTicketOf,
} from '@postrider/conformance/builders/a-cookie-session'
import { aSession } from '@postrider/conformance/builders/a-session'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { exclusively, sharing } from '@postrider/conformance/storage/unit-work'
import { aWorld } from '../../../fakes/world.js'

describe('Sessions of a user', () => {
  it('all end at once, at the console and at the website, except for a named one and those of others', async () => {
    const { ports, memory, time } = aWorld()
    const userId = fresh.id('usr')
    const nowMs = time.clock.nowMs()
    const over = { createdAtMs: nowMs, seenAtMs: nowMs, untilMs: nowMs + DAY_MS }
    const [kept, gone, others] = [{ userId, ...over }, { userId, ...over }, over].map(aPersonSession)
    const atConsole = anOperatorSession({ userId, ...over })
    const overApi = aSession({ userId, idleUntilMs: nowMs + DAY_MS, untilMs: nowMs + DAY_MS })
    await sharing(ports, (unit) => {
      for (const session of [kept, gone, others]) if (session !== undefined) unit.personSessions.add(session)
      unit.operatorSessions.add(atConsole)
      unit.sessions.add(overApi)
    })
    const count = await exclusively(ports, (unit) =>
      endSessions(unit, userId, 'password_changed', nowMs, kept?.sessionId),
    )
    expect(count).to.equal(3)
    const { people } = memory.tables
    expect([...people.personSessions.values()]).to.have.deep.members([kept, others])
    expect(people.operatorSessions.size).to.equal(0)
    expect(people.sessions.get(overApi.sessionId)?.endedBy).to.equal('password_changed')
  })

  it('are deleted a day after they ended, of both kinds, with their tickets', async () => {
    const { ports, memory, time } = aWorld()
    const nowMs = time.clock.nowMs()
    const [late, lately] = [nowMs - DAY_MS - 1, nowMs - DAY_MS].map((untilMs) => ({ seenAtMs: 0, untilMs }))
    await sharing(ports, (unit) => {
      for (const of of [late, lately]) {
        unit.personSessions.add(aPersonSession({ ...of, seenAtMs: of?.untilMs ?? 0 }))
        unit.operatorSessions.add(anOperatorSession({ ...of, seenAtMs: of?.untilMs ?? 0 }))
        unit.sessionTickets.add({ ...aTicketOf(anOperatorSession()), expiresAtMs: of?.untilMs ?? 0 })
      }
    })
    expect(await right(purgeCookieSessions(ports)(9))).to.equal(3)
    const { personSessions, operatorSessions, sessionTickets } = memory.tables.people
    expect([personSessions.size, operatorSessions.size, sessionTickets.size]).to.deep.equal([1, 1, 1])
  })
})

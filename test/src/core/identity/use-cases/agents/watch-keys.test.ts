import { expect } from 'chai'
import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { agentAuthentication } from '@postrider/core/identity/use-cases/agents/agent-authentication'
import { watchKeys } from '@postrider/core/identity/use-cases/agents/watch-keys'
import { recordCalls } from '@postrider/core/audit/use-cases/record-calls'
import type { RecordCall } from '@postrider/core/audit/use-cases/record-calls'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { aUser } from '@postrider/conformance/builders/a-user'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { turn } from '../../../fakes/manual-time.js'
import { aWorld } from '../../../fakes/world.js'

const ORIGIN = { requestId: 'req-1', clientAddress: '203.0.113.9' }
/** Records which key it was and why in the log. `authentication.test.ts` covers the response. */
const refusedFor = ({ agentKeyId }: AgentKey, cause = 'revoked') =>
  E.left({ _tag: 'Unauthenticated', fields: [], forLog: { agentKeyId, cause } })
const away: Outage = { _tag: 'StorageUnavailable', cause: 'the test says so' }

/** The authentication of an Agent, its key, and what observes it. */
const aKeyCheck = (overrides: Partial<AgentKey> = {}, record?: RecordCall) => {
  const world = aWorld()
  const { ports, memory } = world
  const { tables } = memory
  const user = aUser()
  const { bearer, ...kept } = ports.agentSecrets.create('customer')
  const key = anAgentKey({ ...kept, sponsorId: user.userId, ...overrides })
  tables.people.users.set(user.userId, user)
  tables.people.agentKeys.set(key.agentKeyId, key)
  const watch = watchKeys(ports, record ?? recordCalls(ports))
  const authentication = agentAuthentication(ports, watch)
  const come = async (given = bearer) => {
    const answer = await authentication.authenticate(given, ORIGIN)()
    await world.time.advance(1)
    await turn()
    return answer
  }
  return { ...world, tables, user, key, bearer, come, audit: tables.audit, uses: tables.agentKeyUses }
}

describe('Using a key after its end', () => {
  const endings: ReadonlyArray<readonly [string, Partial<AgentKey>]> = [
    ['expired', { expiresAtMs: NOW_MS }],
    ['revoked', { revokedAtMs: NOW_MS - 1 }],
    ['revoked', { revokedAtMs: NOW_MS - 1, expiresAtMs: NOW_MS - 1 }],
  ]

  for (const [because, ending] of endings)
    it(`is logged with the reason for the refusal: ${because}`, async () => {
      const { come, audit, key, user } = aKeyCheck(ending)
      expect(await come()).to.deep.equal(refusedFor(key, because))
      expect(audit).to.have.length(1)
      expect(audit[0]).to.deep.include({
        actor: { kind: 'agent', id: user.userId },
        credentialId: key.agentKeyId,
        action: 'agentKey.use',
        target: key.agentKeyId,
        organizationId: key.organizationId,
        outcome: 'refused',
        details: { refusal: 'Unauthenticated', because },
        ...ORIGIN,
      })
    })

  it('is logged at most once a minute', async () => {
    const { come, audit, time, key } = aKeyCheck({ revokedAtMs: NOW_MS })
    for (let tries = 0; tries < 50; tries += 1) expect(await come()).to.deep.equal(refusedFor(key))
    expect(audit).to.have.length(1)
    await time.advance(MINUTE_MS)
    for (let tries = 0; tries < 50; tries += 1) await come()
    expect(audit).to.have.length(2)
  })

  it('is refused without waiting for the log, and a failed log entry is reported to telemetry', async () => {
    let answer: (recorded: E.Either<Outage, void>) => void = () => undefined
    const recorded = new Promise<E.Either<Outage, void>>((resolve) => {
      answer = resolve
    })
    const { come, emitted, key } = aKeyCheck({ revokedAtMs: NOW_MS }, () => recorded)
    expect(await come()).to.deep.equal(refusedFor(key))
    expect(emitted).to.deep.equal([])
    answer(E.left(away))
    await turn()
    expect(emitted).to.deep.equal([{ _tag: 'PartFailed', where: 'agents', cause: away.cause }])
  })

  it("isn't logged if the secret is wrong or no such key exists", async () => {
    const { come, audit, bearer } = aKeyCheck({ revokedAtMs: NOW_MS })
    for (const wrong of [`${bearer}x`, bearer.replace('customer', 'admin'), 'customer:none:none'])
      expect(await come(wrong)).to.deep.equal(E.left({ _tag: 'Unauthenticated', fields: [] }))
    expect(audit).to.deep.equal([])
  })
})

describe('Using a key', () => {
  it('records the hour of its last use, once an hour', async () => {
    const { come, uses, key, time, audit, memory } = aKeyCheck()
    for (let calls = 0; calls < 3; calls += 1) expect(E.isRight(await come())).to.equal(true)
    expect(uses.get(key.agentKeyId)).to.equal(NOW_MS)
    expect(memory.faults.calls('noteAgentUses')).to.equal(1)
    await time.advance(HOUR_MS)
    await come()
    expect(uses.get(key.agentKeyId)).to.equal(NOW_MS + HOUR_MS)
    expect(audit).to.deep.equal([])
  })

  it("isn't recorded if it is refused", async () => {
    const { come, uses } = aKeyCheck({ revokedAtMs: NOW_MS })
    await come()
    expect(uses.size).to.equal(0)
  })
})

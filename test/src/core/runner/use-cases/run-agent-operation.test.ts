import { expect } from 'chai'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { type Refusal, refusal } from '@postrider/core/kernel/refusals/refusal'
import { E, TE } from '@postrider/core/fp'
import type { Act } from '@postrider/core/audit/use-cases/record-act'
import type { Agent } from '@postrider/core/identity/use-cases/callers/caller'
import type { OperationAnswer } from '@postrider/core/runner/use-cases/decoded-call'
import { dedupeWindow } from '@postrider/core/identity/use-cases/agents/dedupe-window'
import { runAgentOperation } from '@postrider/core/runner/use-cases/run-agent-operation'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { aUser } from '@postrider/conformance/builders/a-user'
import { manualTime } from '../../fakes/manual-time.js'

const ORIGIN = { requestId: 'req-1', clientAddress: '192.0.2.1' }
const away: Outage = { _tag: 'StorageUnavailable', cause: 'the test says so' }

const AGENT: Agent = {
  _tag: 'Agent',
  audience: 'customerAgent',
  facts: { key: anAgentKey(), user: aUser(), memberships: [], admin: undefined },
  epoch: 1,
  proof: { kind: 'customer', selector: '', secret: '' },
}

type Answer = E.Either<Refusal | Outage, OperationAnswer>

/** An Agent's response in this case, and what is logged. */
const heard = async (
  operation: string,
  answer: Answer,
  recorded: E.Either<Outage, void> = E.right(undefined),
) => {
  const acts: Act[] = []
  const run = runAgentOperation(
    () => TE.fromEither(answer),
    async (act) => {
      acts.push(act)
      return recorded
    },
    dedupeWindow(manualTime().clock),
  )
  return { answer: await run(AGENT, operation, {}, ORIGIN)(), acts }
}

const done = (replayed = false): Answer => E.right({ result: { secret: 'of the result' }, replayed })

describe("An Agent's call", () => {
  it('that reads, repeats or is refused is logged, without its result', async () => {
    const { key, user } = AGENT.facts
    const common = {
      actor: { kind: 'agent', id: user.userId },
      credentialId: key.agentKeyId,
      target: key.agentKeyId,
      organizationId: key.organizationId,
      origin: ORIGIN,
    }
    const cases: ReadonlyArray<readonly [string, Answer, object]> = [
      ['getCustomerContext', done(), { details: {} }],
      ['registerApp', done(true), { details: { replayed: true } }],
      ['registerApp', E.left(refusal('NotFound')), { outcome: 'refused', details: { refusal: 'NotFound' } }],
    ]
    for (const [action, given, expected] of cases) {
      const { answer, acts } = await heard(action, given)
      expect(answer).to.deep.equal(given)
      expect(acts).to.deep.equal([{ ...common, action, ...expected }])
    }
  })

  it('that changes something is logged by the runner', async () => {
    expect((await heard('registerApp', done())).acts).to.deep.equal([])
  })

  it("gets no response if it can't be logged", async () => {
    for (const given of [done(), E.left(refusal('NotFound'))])
      expect((await heard('getCustomerContext', given, E.left(away))).answer).to.deep.equal(E.left(away))
  })

  it('with an unknown outcome is left as it is', async () => {
    const { answer, acts } = await heard('registerApp', E.left(away))
    expect({ answer, acts }).to.deep.equal({ answer: E.left(away), acts: [] })
  })

  it('whose key has expired or is used up is logged once a minute', async () => {
    const time = manualTime()
    const acts: Act[] = []
    const dead = E.left(refusal('Unauthenticated'))
    const run = runAgentOperation(
      () => TE.fromEither(dead),
      async (act) => {
        acts.push(act)
        return E.right(undefined)
      },
      dedupeWindow(time.clock),
    )
    const call = () => run(AGENT, 'createOrganization', {}, ORIGIN)()
    for (let calls = 0; calls < 20; calls += 1) expect(await call()).to.deep.equal(dead)
    expect(acts).to.have.length(1)
    await time.advance(60_000)
    await call()
    expect(acts).to.have.length(2)
  })

  it('with an endless name is logged with only the start of the name', async () => {
    const { acts } = await heard('x'.repeat(500), E.left(refusal('OperationNotAllowed')))
    expect(acts[0]?.action).to.equal('x'.repeat(64))
  })
})

import { expect } from 'chai'
import { traced } from '@postrider/core/kernel/tracing/trace-context'
import { MAX_ATTEMPTS } from '@postrider/core/providers/domain/calls/backoff'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { StatusQueryOutcome } from '@postrider/core/providers/ports/provider'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { right } from '@postrider/conformance/outcome'
import { dispatchJobs } from '@postrider/core/messaging/use-cases/dispatch/dispatch-jobs'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { aDelivery } from '../../../fakes/memory-queue.js'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'

const forNow: SubmitOutcome = { _tag: 'TransientFailure', detail: 'busy' }
const unknown: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'lost' }

type Dispatcher = ReturnType<typeof aDispatcher>

const sound = async ({ ports }: Dispatcher): Promise<void> => {
  expect((await right(checkInvariants(ports)())).violations).to.deep.equal([])
}

/** Maps two accounts to the tenant's SMS channel, and returns their ids. */
const mapTwo = async ({ save, tenant }: Dispatcher): Promise<readonly string[]> => {
  const second = aProviderAccount()
  const providerAccountIds = [tenant.providerAccount.providerAccountId, second.providerAccountId]
  await save({
    providerAccounts: [second],
    configurations: [{ ...tenant.configuration, providerAccountIds }],
  })
  return providerAccountIds
}
const calledAt = ({ provider }: Dispatcher): readonly string[] =>
  provider.submissions.map(({ providerAccountId }) => providerAccountId)

describe('A provider whose response is lost', () => {
  it('is queried, and a message that it has is charged', async () => {
    const ask = (): StatusQueryOutcome => ({ _tag: 'Accepted', providerMessageIds: ['found'] })
    const one = aDispatcher({ provider: scriptedProvider({ ask }) })
    one.provider.answer(unknown)
    const message = one.accept()
    await one.dispatch(message)
    expect(one.provider.questions).to.deep.equal([message.messageId])
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
    expect(one.attempts(message)[0]?.providerMessageId).to.equal('found')
  })

  it('is believed when the response comes late, so that its delivery reports are applied', async () => {
    const one = aDispatcher()
    one.provider.answer(unknown)
    const message = one.accept()
    await one.dispatch(message)
    expect(one.now(message).state).to.equal('UNCONFIRMED')
    const { providerAccountId } = one.tenant.providerAccount
    const report = {
      providerAccountId,
      messageId: undefined,
      providerMessageId: '00AB',
      recipient: undefined,
    }
    const delivered = {
      ...report,
      status: 'delivered',
      failureCode: undefined,
      providerTimeMs: undefined,
    } as const
    await one.time.until(one.incoming.record({ reports: [{ ...delivered, eventKey: '1', raw: '' }] })())
    await one.time.until(one.incoming.idle())
    expect(one.now(message).state, 'nothing names the message').to.equal('UNCONFIRMED')
    one.provider.submissions[0]?.submission.onLate?.({ _tag: 'Accepted', providerMessageIds: ['00ab'] })
    await one.time.until(one.reports.idle())
    expect(one.now(message)).to.include({ state: 'DELIVERED', billing: 'settled' })
    expect(one.attempts(message)[0]).to.include({ phase: 'accepted', providerMessageId: '00ab' })
    await sound(one)
  })

  it('is believed when it completes the identifiers of the parts', async () => {
    const one = aDispatcher()
    one.provider.answer({ ...unknown, providerMessageIds: ['p1', 'p3'] })
    const message = one.accept()
    await one.dispatch(message)
    one.provider.submissions[0]?.submission.onLate?.({
      _tag: 'Accepted',
      providerMessageIds: ['p1', 'p2', 'p3'],
    })
    await one.time.until(one.reports.idle())
    const parts = [...one.tables.attemptSegments.values()].toSorted((a, b) => a.part - b.part)
    expect(parts.map(({ providerMessageId }) => providerMessageId)).to.deep.equal(['p1', 'p2', 'p3'])
    expect(one.now(message).state).to.equal('SUBMITTED')
  })

  it("ends nothing but its report if the late response can't be recorded", async () => {
    const one = aDispatcher()
    one.provider.answer(unknown)
    const message = one.accept()
    let isBroken = false
    const submit: typeof one.reports.submit = async (report) => {
      if (isBroken) throw new Error('a bug')
      return one.reports.submit(report)
    }
    const jobs = dispatchJobs(one.ports, one.catalog, one.providers, { ...one.reports, submit })
    jobs.take(aDelivery({ messageId: message.messageId, lane: message.lane }))
    await one.time.until(jobs.idle())
    isBroken = true
    one.provider.submissions[0]?.submission.onLate?.({ _tag: 'Accepted', providerMessageIds: ['late'] })
    await one.time.advance(1)
    const failed = one.emitted.flatMap((event) => (event._tag === 'PartFailed' ? [event] : []))
    expect(failed.map(({ cause, about }) => [cause, about?.messageId])).to.deep.equal([
      ['a bug', message.messageId],
    ])
    expect(one.now(message).state).to.equal('UNCONFIRMED')
  })

  it('is queried, and a message that it never had is sent again', async () => {
    const one = aDispatcher({ provider: scriptedProvider({ ask: () => ({ _tag: 'NotAccepted' }) }) })
    one.provider.answer(unknown)
    const message = one.accept()
    await one.dispatch(message)
    expect(one.now(message).state).to.equal('ACCEPTED')
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'SUBMITTED', attempt: 2 })
  })

  it("isn't believed to lack a message while the call may still reach it", async () => {
    const one = aDispatcher({ provider: scriptedProvider({ ask: () => ({ _tag: 'NotAccepted' }) }) })
    one.provider.answer('never')
    const message = one.accept()
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'UNCONFIRMED', attempt: 1 })
    await one.time.advance(30_000)
    await one.dispatch(message)
    expect(one.provider.questions).to.have.length(2)
    expect(one.provider.submissions).to.have.length(1)
    expect(one.now(message)).to.include({ state: 'FAILED', failureCode: 'outcome_unknown' })
    await sound(one)
  })

  for (const cannot of ['CannotTell', 'throws'] as const) {
    it(`and that can't be queried (${cannot}) leaves it unconfirmed, never sent again`, async () => {
      const ask = () => (cannot === 'throws' ? cannot : { _tag: cannot, detail: 'busy' })
      const one = aDispatcher({ provider: scriptedProvider({ ask }) })
      one.provider.answer(unknown)
      const message = one.accept()
      expect(await one.dispatch(message)).to.equal('ack')
      for (let round = 0; round < 3; round += 1) expect(await one.dispatch(message)).to.equal('ack')
      expect(one.now(message)).to.include({ state: 'UNCONFIRMED', billing: 'provisional' })
      expect(one.provider.submissions).to.have.length(1)
      await sound(one)
    })
  }

  it('because it never responds ends the call at its timeout', async () => {
    const one = aDispatcher()
    one.provider.answer('never')
    const message = one.accept()
    expect(await one.dispatch(message)).to.equal('ack')
    expect(one.time.clock.nowMs()).to.equal(NOW_MS + 15_000)
    expect(one.now(message).state).to.equal('UNCONFIRMED')
    const failure = one.emitted.find((event) => event._tag === 'PartFailed')
    expect(failure?.cause).to.match(/^sandbox \(pac_\w+\) did not finish submit within 15000 ms$/)
  })

  it("because its adapter broke isn't assumed to have refused", async () => {
    const one = aDispatcher()
    one.provider.answer('throws')
    const message = one.accept()
    await one.dispatch(message)
    expect(one.now(message).state).to.equal('UNCONFIRMED')
    const failure = one.emitted.find((event) => event._tag === 'PartFailed')
    expect(failure).to.deep.include({ where: 'provider', about: traced(message) })
    expect(failure?.cause).to.match(/^sandbox \(pac_\w+\) threw in submit: the adapter broke$/)
  })

  it('after 72 hours without information is assumed not to have it', async () => {
    const one = aDispatcher()
    one.provider.answer(unknown)
    const message = one.accept()
    await one.dispatch(message)
    await one.time.advance(72 * 3_600_000)
    await one.dispatch(message)
    expect(one.now(message)).to.include({
      state: 'FAILED',
      failureCode: 'outcome_unknown',
      billing: 'released',
    })
    await sound(one)
  })
})

describe('A provider that recognizes repeats', () => {
  const repeating = () => aDispatcher({ provider: scriptedProvider({ deduplicates: true }) })

  it('gets the same message again after an unknown outcome, unlike any other provider', async () => {
    const one = repeating()
    const [first] = await mapTwo(one)
    one.provider.answer(unknown, unknown, 'throws')
    const message = one.accept()
    for (let round = 0; round < 4; round += 1) {
      await one.dispatch(message)
      await one.time.advance(300_000)
    }
    expect(calledAt(one)).to.deep.equal([first, first, first, first])
    expect(one.now(message)).to.include({ state: 'SUBMITTED', attempt: 4 })
    await sound(one)
  })

  it("that temporarily refuses a repeat hasn't confirmed the first call, and keeps the message", async () => {
    const one = repeating()
    const [first] = await mapTwo(one)
    one.provider.answer(unknown, forNow, forNow)
    const message = one.accept()
    for (let round = 0; round < 4; round += 1) {
      await one.dispatch(message)
      await one.time.advance(300_000)
    }
    expect(calledAt(one)).to.deep.equal([first, first, first, first])
  })

  it('leaves the message unconfirmed, its money held, after 12 calls without information', async () => {
    const one = repeating()
    one.provider.answer(...Array.from({ length: MAX_ATTEMPTS }, () => unknown))
    const message = one.accept()
    for (let round = 0; round < MAX_ATTEMPTS + 2; round += 1) {
      await one.dispatch(message)
      await one.time.advance(300_000)
    }
    expect(one.provider.submissions).to.have.length(MAX_ATTEMPTS)
    expect(one.now(message)).to.include({ state: 'UNCONFIRMED', billing: 'provisional' })
  })

  it('gets no repeat past validity: the message is unconfirmed, not expired', async () => {
    const one = repeating()
    one.provider.answer(unknown)
    const message = one.accept({ expiresAtMs: NOW_MS + 1_000 })
    await one.dispatch(message)
    await one.time.advance(1_000)
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'UNCONFIRMED', billing: 'provisional' })
  })
})

describe('A call without a recorded end', () => {
  const interrupted = (one: Dispatcher, providerAccountId = one.tenant.providerAccount.providerAccountId) => {
    const message = one.accept({ attempt: 1, leaseUntilMs: NOW_MS })
    one.plantAttempt(anAttempt({ messageId: message.messageId, providerAccountId }))
    return message
  }

  it('is queried, not repeated', async () => {
    const ask = (): StatusQueryOutcome => ({ _tag: 'Accepted', providerMessageIds: ['found'] })
    const one = aDispatcher({ provider: scriptedProvider({ ask }) })
    const message = interrupted(one)
    await one.dispatch(message)
    expect(one.provider.submissions).to.have.length(0)
    expect(one.now(message).state).to.equal('SUBMITTED')
    await sound(one)
  })

  it('is repeated at a provider that recognizes repeats', async () => {
    const one = aDispatcher({ provider: scriptedProvider({ deduplicates: true }) })
    const message = interrupted(one)
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'ACCEPTED', attempt: 1 })
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'SUBMITTED', attempt: 2 })
  })

  it("leaves the message unconfirmed when its account is deleted or can't be opened", async () => {
    const gone = aDispatcher()
    const one = interrupted(gone, 'pac_gone')
    expect(await gone.dispatch(one)).to.equal('ack')
    expect(gone.now(one).state).to.equal('UNCONFIRMED')
    const shut = aDispatcher({ provider: scriptedProvider({ opens: false }) })
    const other = interrupted(shut)
    expect(await shut.dispatch(other)).to.equal('ack')
    expect(shut.now(other).state).to.equal('UNCONFIRMED')
  })

  it("isn't touched while its lease runs", async () => {
    const one = aDispatcher()
    const message = one.accept({ attempt: 1, leaseUntilMs: NOW_MS + 1 })
    one.plantAttempt(anAttempt({ messageId: message.messageId }))
    expect(await one.dispatch(message)).to.equal('ack')
    expect(one.now(message)).to.deep.equal(message)
  })
})

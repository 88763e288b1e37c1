import { expect } from 'chai'
import { MAX_ATTEMPTS } from '@postrider/core/providers/domain/calls/backoff'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { turn } from '../../../fakes/manual-time.js'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'
import { calledAt, type DispatchWorld, mapTwo, sound } from './two-accounts.js'

const forNow: SubmitOutcome = { _tag: 'TransientFailure', detail: 'busy' }

describe('Dispatching a message', () => {
  it('submits it rendered, charges it, and acknowledges the job last', async () => {
    const one = aDispatcher()
    const message = one.accept({ recipientName: 'Asha' })
    expect(await one.dispatch(message)).to.equal('ack')
    const { onLate, ...submission } = one.provider.submissions[0]?.submission ?? {}
    expect(onLate).to.be.a('function')
    expect(submission).to.deep.equal({
      messageId: message.messageId,
      to: message.to,
      recipientName: 'Asha',
      sender: {
        channel: 'sms',
        header: 'ASHAST',
      },
      content: {
        channel: 'sms',
        text: 'Hello Asha, your code is 0042.',
        encoding: 'gsm7',
        segments: 1,
      },
      registration: { channel: 'sms', ...DLT_REGISTRATION },
      category: one.tenant.template.category,
      otp: undefined,
      bounceAddress: undefined,
      unsubscribe: undefined,
      expiresAtMs: message.expiresAtMs,
      attempt: 1,
      trace: message.trace,
    })
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled', attempt: 1 })
    expect(one.dueAtMs(message)).to.equal(undefined)
    await sound(one)
  })

  it('writes the intent before the provider is called', async () => {
    const one = aDispatcher()
    one.provider.answer('never')
    const message = one.accept()
    const delivery = one.begin(message)
    await turn(10)
    expect(one.provider.submissions).to.have.length(1)
    expect(one.attempts(message)[0]?.phase).to.equal('intent')
    expect(one.now(message)).to.include({ attempt: 1, leaseUntilMs: NOW_MS + 10_000 + 30_000 })
    expect(delivery.answer()).to.equal('none')
  })

  it('sends a message that is delivered twice at once only once, and acknowledges both jobs', async () => {
    const one = aDispatcher()
    const message = one.accept()
    const deliveries = [one.begin(message), one.begin(message)]
    await one.time.until(one.jobs.idle())
    expect(deliveries.map((delivery) => delivery.answer())).to.deep.equal(['ack', 'ack'])
    expect(one.provider.submissions).to.have.length(1)
  })

  it('does nothing for a sent or unknown message', async () => {
    const one = aDispatcher()
    const message = one.accept()
    await one.dispatch(message)
    expect(await one.dispatch(message)).to.equal('ack')
    expect(await one.dispatch(aMessage())).to.equal('ack')
    expect(one.provider.submissions).to.have.length(1)
  })

  it("claims many together and calls providers concurrently, up to the account's limit", async () => {
    const one = aDispatcher({ tenant: { providerAccount: { maxConcurrent: 3 } } })
    const messages = Array.from({ length: 20 }, () => one.accept())
    const deliveries = messages.map((message) => one.begin(message))
    await one.time.until(one.jobs.idle())
    expect(deliveries.every((delivery) => delivery.answer() === 'ack')).to.equal(true)
    expect(one.faults.calls('claim')).to.be.at.most(3)
    expect(one.provider.mostAtOnce()).to.equal(3)
    expect(messages.map((message) => one.now(message).state)).to.deep.equal(Array(20).fill('SUBMITTED'))
    await sound(one)
  })

  it('returns every job when the claim fails, and calls no provider', async () => {
    const one = aDispatcher()
    const message = one.accept()
    await one.dispatch(one.accept())
    one.faults.plan('claim', 'away')
    expect(await one.dispatch(message)).to.equal('back')
    expect(one.provider.submissions).to.have.length(1)
    expect(one.now(message).attempt).to.equal(0)
  })

  it('reports an outcome for as long as the process lives, and acknowledges the job only then', async () => {
    const one = aDispatcher()
    const message = one.accept()
    one.faults.plan('work', ...Array.from({ length: 200 }, () => 'away' as const))
    expect(await one.dispatch(message)).to.equal('ack')
    expect(one.now(message).state).to.equal('SUBMITTED')
    await sound(one)
  })

  it('loads the catalog of a new app, and again after a change', async () => {
    const one = aDispatcher()
    await one.dispatch(one.accept())
    await one.save({ organizations: [{ ...one.tenant.organization, status: 'suspended' }] })
    const message = one.accept()
    expect(await one.dispatch(message)).to.equal('ack')
    expect(one.now(message)).to.include({ state: 'CANCELLED', billing: 'released', failureCode: 'cancelled' })
    expect(one.provider.submissions).to.have.length(1)
    await sound(one)
  })

  it("returns a job while the catalog can't be read", async () => {
    const one = aDispatcher()
    one.faults.plan('changes', 'away')
    expect(await one.dispatch(one.accept())).to.equal('back')
    one.faults.plan('app', 'away')
    expect(await one.dispatch(one.accept())).to.equal('back')
  })

  it('ends a message after its validity without a call', async () => {
    const one = aDispatcher()
    const message = one.accept({ expiresAtMs: NOW_MS })
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'EXPIRED', billing: 'released' })
    expect(one.provider.submissions).to.have.length(0)
    await sound(one)
  })
})

describe('An unreachable provider', () => {
  const notAttempted: SubmitOutcome = { _tag: 'NotAttempted', detail: 'no connection' }

  /**
   * Delivers the message each time that it is due, and releases it when it is parked, until it is no longer
   * due.
   */
  const untilOver = async (one: DispatchWorld, message: Message): Promise<number> => {
    const row = () => one.tables.outbox.get(message.messageId)
    let times = 0
    for (let now = row(); now !== undefined; now = row()) {
      const waitMs = Math.max(0, now.dueAtMs - one.time.clock.nowMs())
      if (now.waitsFor === undefined) {
        await one.time.advance(waitMs)
        await one.dispatch(message)
        times += 1
      } else {
        await one.time.advance(Math.min(waitMs, 5_000))
        await right(one.releaseParked())
      }
    }
    return times
  }

  it('costs a message no attempt: it is sent when the provider is reachable, many hours later', async () => {
    const one = aDispatcher()
    one.provider.answer(...Array.from({ length: 200 }, () => notAttempted))
    const message = one.accept({ expiresAtMs: NOW_MS + 48 * HOUR_MS })
    expect(await untilOver(one, message)).to.be.at.least(201)
    expect(one.provider.submissions).to.have.length(201)
    expect(one.time.clock.nowMs() - NOW_MS).to.be.greaterThan(4 * HOUR_MS)
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
    await sound(one)
  })

  it('until the end of validity expires the message, without failing it, and refunds it', async () => {
    const one = aDispatcher()
    one.provider.answer(...Array.from({ length: 2_000 }, () => notAttempted))
    const message = one.accept({ expiresAtMs: NOW_MS + 10 * HOUR_MS })
    expect(await untilOver(one, message)).to.be.greaterThan(MAX_ATTEMPTS)
    expect(one.time.clock.nowMs()).to.equal(message.expiresAtMs)
    expect(one.now(message)).to.include({ state: 'EXPIRED', billing: 'released' })
    await sound(one)
  })

  it('leaves the 12 attempts to refusals that are about the message', async () => {
    const one = aDispatcher()
    const answers = Array.from({ length: MAX_ATTEMPTS }, () => [notAttempted, forNow, notAttempted]).flat()
    one.provider.answer(...answers)
    const message = one.accept()
    await untilOver(one, message)
    expect(one.provider.submissions).to.have.length(answers.length - 1)
    expect(one.now(message)).to.include({ state: 'FAILED', failureCode: 'attempts_exhausted' })
  })

  it('keeps the earlier call of a message open at its provider', async () => {
    const one = aDispatcher({ provider: scriptedProvider({ deduplicates: true }) })
    const [first] = await mapTwo(one)
    const unknown: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'lost' }
    one.provider.answer(unknown, ...Array.from({ length: 20 }, () => notAttempted))
    const message = one.accept()
    await untilOver(one, message)
    expect(new Set(calledAt(one))).to.deep.equal(new Set([first]))
    expect(one.provider.submissions).to.have.length(22)
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
    await sound(one)
  })
})

describe('A provider that refuses temporarily', () => {
  it('is called again after the pause, and takes turns with the next mapped one', async () => {
    const one = aDispatcher()
    const [first, second] = await mapTwo(one)
    one.provider.answer(forNow, forNow)
    const message = one.accept()
    for (let round = 0; round < 3; round += 1) {
      await one.dispatch(message)
      await one.time.advance(300_000)
    }
    expect(calledAt(one)).to.deep.equal([first, second, first])
    expect(one.provider.submissions.map(({ submission }) => submission.attempt)).to.deep.equal([1, 2, 3])
    expect(one.attempts(message).map(({ phase }) => phase)).to.deep.equal([
      'transient_failure',
      'transient_failure',
      'accepted',
    ])
    await sound(one)
  })

  it("isn't called before the end of the pause by an early job: the outbox has the time", async () => {
    const one = aDispatcher()
    one.provider.answer(forNow)
    const message = one.accept()
    await one.dispatch(message)
    expect(one.dueAtMs(message)).to.be.within(NOW_MS + 1_000, NOW_MS + 2_000)
  })

  it('is given up after 12 attempts, with a refund', async () => {
    const one = aDispatcher()
    one.provider.answer(...Array.from({ length: MAX_ATTEMPTS }, () => forNow))
    const message = one.accept()
    for (let round = 0; round < MAX_ATTEMPTS + 2; round += 1) await one.dispatch(message)
    expect(one.provider.submissions).to.have.length(MAX_ATTEMPTS)
    expect(one.now(message)).to.include({ state: 'FAILED', failureCode: 'attempts_exhausted' })
    await sound(one)
  })

  it("is called again when its account can't be opened: nothing can have been sent", async () => {
    const one = aDispatcher({ provider: scriptedProvider({ opens: false }) })
    const message = one.accept()
    expect(await one.dispatch(message)).to.equal('ack')
    expect(one.now(message)).to.include({ state: 'ACCEPTED', attempt: 0 })
    expect(one.attempts(message)).to.deep.equal([])
    expect(one.dueAtMs(message)).to.be.greaterThan(NOW_MS)
    expect(one.emitted.some((what) => what._tag === 'PartFailed' && what.where === 'provider')).to.equal(true)
  })
})

describe('A call that waited too long for a free connection', () => {
  it("isn't started when it could outlast its lease", async () => {
    const one = aDispatcher({ tenant: { providerAccount: { maxConcurrent: 1, timeoutMs: 30_000 } } })
    one.provider.answer('never')
    const [slow, late] = [one.accept(), one.accept()]
    const deliveries = [one.begin(slow), one.begin(late)]
    await one.time.until(one.jobs.idle())
    expect(deliveries.map((delivery) => delivery.answer())).to.deep.equal(['ack', 'ack'])
    expect(one.provider.submissions).to.have.length(1)
    expect(one.now(late)).to.include({ state: 'ACCEPTED', attempt: 1 })
    expect(one.now(slow).state).to.equal('UNCONFIRMED')
  })
})

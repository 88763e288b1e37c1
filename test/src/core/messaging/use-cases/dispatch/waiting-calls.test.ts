import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { Ports } from '@postrider/core/assembly/ports'
import { dispatchJobs } from '@postrider/core/messaging/use-cases/dispatch/dispatch-jobs'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { right } from '@postrider/conformance/outcome'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { turn } from '../../../fakes/manual-time.js'
import { aDelivery } from '../../../fakes/memory-queue.js'
import { aCaller } from './a-caller.js'
import { aSlowDispatcher, type Dispatcher } from './a-slow-dispatcher.js'

const sentIds = ({ provider }: Dispatcher): readonly string[] =>
  provider.submissions.map(({ submission }) => submission.messageId)

const many = (count: number, accept: () => Message): readonly Message[] =>
  Array.from({ length: count }, accept)

/** Lets every started message be claimed before time passes. */
const claimed = (): Promise<void> => turn(60)

/** The number that can wait at an account, however slow it is. */
const FEWEST_WAITING = 250

describe('An OTP', () => {
  it('overtakes all earlier bulk messages that wait for a slow provider', async () => {
    const one = aSlowDispatcher(2, 10)
    const bulk = many(FEWEST_WAITING, () => one.accept({ lane: 'promotional' }))
    for (const message of bulk) one.begin(message)
    await claimed()
    await one.time.advance(100)
    const sentBefore = one.provider.submissions.length
    const otp = one.accept({ lane: 'otp' })
    one.begin(otp)
    await one.time.advance(20)
    expect(sentBefore).to.be.within(10, 30)
    expect(sentIds(one).indexOf(otp.messageId)).to.be.within(sentBefore, sentBefore + 2)
    await one.time.until(one.jobs.idle())
    expect(new Set([...bulk, otp].map((message) => one.now(message).state))).to.deep.equal(
      new Set(['SUBMITTED']),
    )
    expect((await right(checkInvariants(one.ports)())).violations).to.deep.equal([])
  })

  it('is claimed while the claims of other lanes are stuck', async () => {
    const one = aDispatcher({ creditMinor: 100_000 })
    const bulk = many(1_001, () => one.accept({ lane: 'transactional' }))
    const stuck = new Set(bulk.map(({ messageId }) => messageId))
    const { dispatch } = one.ports.storage
    const claim: typeof dispatch.claim = (messageIds, decide) =>
      messageIds.some((messageId) => stuck.has(messageId))
        ? () => new Promise(() => undefined)
        : dispatch.claim(messageIds, decide)
    const ports: Ports = {
      ...one.ports,
      storage: { ...one.ports.storage, dispatch: { ...dispatch, claim } },
    }
    const jobs = dispatchJobs(ports, one.catalog, one.providers, one.reports)
    const otp = one.accept({ lane: 'otp' })
    for (const { messageId, lane } of bulk) jobs.take(aDelivery({ messageId, lane }))
    await turn(10)
    jobs.take(aDelivery({ messageId: otp.messageId, lane: 'otp' }))
    await turn(40)
    expect(sentIds(one)).to.deep.equal([otp.messageId])
  })

  it('is never sent after its lifetime, even if a slot is free then', async () => {
    const one = aSlowDispatcher(1, 6_000)
    const [first, late] = [one.accept(), one.accept({ lane: 'otp', expiresAtMs: NOW_MS + 5_000 })]
    one.begin(first)
    await claimed()
    const delivery = one.begin(late)
    await claimed()
    await one.time.advance(5_000)
    expect(delivery.answer()).to.equal('ack')
    expect(one.attempts(late)[0]?.phase).to.equal('transient_failure')
    await one.time.until(one.jobs.idle())
    expect(sentIds(one)).to.deep.equal([first.messageId])
    expect(one.dueAtMs(late)).to.be.at.most(NOW_MS + 5_000)
    await one.dispatch(late)
    expect(one.now(late)).to.include({ state: 'EXPIRED', billing: 'released' })
  })
})

describe('Calls that wait for a slot', () => {
  it('return to the outbox at once if too many wait, until there is room, and use no attempt', async () => {
    const one = aSlowDispatcher(2, 100)
    // Two are called, and two more may have their intents written.
    const bulk = many(FEWEST_WAITING + 12, () => one.accept({ lane: 'promotional' }))
    const deliveries = bulk.map((message) => one.begin(message))
    await claimed()
    await one.time.advance(0)
    await claimed()
    const answered = deliveries.filter((delivery) => delivery.answer() === 'ack')
    expect(answered).to.have.length(8)
    const back = bulk.filter((message) => (one.dueAtMs(message) ?? 0) > NOW_MS)
    expect(back).to.have.length(8)
    for (const message of back) expect(one.now(message)).to.include({ attempt: 0, uncalled: 0 })
    // Each returns when there will be room for it, behind the previous one. 125 are through by then, two at
    // once.
    const due = back.map((message) => one.dueAtMs(message))
    expect(due).to.deep.equal(due.map((_, at) => Math.ceil(NOW_MS + 2_187.5 + 17.5 * (at + 1))))
    await one.time.until(one.jobs.idle())
    expect(new Set(sentIds(one)).size).to.equal(FEWEST_WAITING + 4)
  })

  it('of one Organization let the others have turns in between', async () => {
    const one = aSlowDispatcher(1, 10)
    const { aCall, call } = aCaller(one)
    const loud = Array.from({ length: 10 }, () => aCall())
    const quiet = aCall({ organizationId: fresh.id('org') })
    const calls = [...loud, quiet].map(call)
    await one.time.until(Promise.all(calls))
    // One is called, one has its intent, and one of those in line is before it.
    expect(sentIds(one).indexOf(quiet.message.messageId)).to.equal(3)
  })

  it("are released as soon as they can no longer start, and don't outlive their lease", async () => {
    const one = aSlowDispatcher(1, 9_000)
    const { aCall, call } = aCaller(one)
    void call(aCall())
    const late = call(aCall({}, { leaseUntilMs: NOW_MS + 20_000, isRepeat: true }))
    const later = call(aCall({}, { leaseUntilMs: NOW_MS + 20_000 }))
    await one.time.advance(5_000)
    const detail = 'no connection was free in time'
    expect(await late).to.deep.equal({ _tag: 'Deferred', detail, isRepeat: true, isDueNow: false })
    expect(await later).to.deep.equal({ _tag: 'GivenBack', cause: 'no slot' })
    expect(one.provider.submissions).to.have.length(1)
  })

  for (const [what, message, more, detail] of [
    ['validity', { expiresAtMs: NOW_MS + 4_000 }, {}, 'the message expired while it waited'],
    ['lease', {}, { leaseUntilMs: NOW_MS + 19_000 }, 'no connection was free in time'],
  ] as const) {
    it(`don't start if their ${what} ended at the exact time of the preceding check`, async () => {
      const one = aSlowDispatcher(1, 2_000)
      const { catalog } = one.ports.storage
      const changes: typeof catalog.changes = (sinceEpoch) => async () => {
        await new Promise<void>((resolve) => one.time.timers.after(2_000, resolve))
        return catalog.changes(sinceEpoch)()
      }
      const storage = { ...one.ports.storage, catalog: { ...catalog, changes } }
      const { aCall, call } = aCaller(one, { storage })
      void call(aCall())
      const late = call(aCall(message, more))
      await one.time.advance(4_000)
      expect(await late).to.deep.equal({ _tag: 'Deferred', detail, isRepeat: false, isDueNow: false })
      expect(one.provider.submissions).to.have.length(1)
    })
  }
})

describe('An emergency stop', () => {
  const suspend = ({ save, tenant }: Dispatcher): Promise<void> =>
    save({ organizations: [{ ...tenant.organization, status: 'suspended' }] })

  it('stops claimed messages that wait for a slot: they are cancelled, not sent', async () => {
    const one = aSlowDispatcher(1, 2_000)
    const [first, second] = [one.accept(), one.accept()]
    one.begin(first)
    one.begin(second)
    await claimed()
    await one.time.advance(1_000)
    await suspend(one)
    await one.time.until(one.jobs.idle())
    expect(sentIds(one)).to.deep.equal([first.messageId])
    expect(one.now(second).state).to.equal('ACCEPTED')
    await one.dispatch(second)
    expect(one.now(second)).to.include({ state: 'CANCELLED', billing: 'released', failureCode: 'cancelled' })
    expect((await right(checkInvariants(one.ports)())).violations).to.deep.equal([])
  })

  it('is checked once a second at most, and not for calls that waited less', async () => {
    const one = aSlowDispatcher(2, 100)
    const { aCall, call } = aCaller(one)
    await one.catalog.catalogs.get(one.tenant.app.appId)
    const before = one.faults.calls('changes')
    await one.time.until(Promise.all(Array.from({ length: 18 }, () => call(aCall()))))
    expect(one.faults.calls('changes') - before).to.equal(0)
    await one.time.until(Promise.all(Array.from({ length: 60 }, () => call(aCall()))))
    expect(one.faults.calls('changes') - before).to.be.within(2, 3)
    expect(one.provider.submissions).to.have.length(78)
  })

  it("isn't assumed if storage can't be read", async () => {
    const one = aSlowDispatcher(1, 2_000)
    const { aCall, call } = aCaller(one)
    one.faults.plan('changes', 'away')
    const outcomes = await one.time.until(Promise.all([call(aCall()), call(aCall())]))
    expect(outcomes.map(({ _tag }) => _tag)).to.deep.equal(['Accepted', 'Accepted'])
  })
})

import { expect } from 'chai'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { WorkPlan } from '@postrider/core/messaging/ports/dispatch-storage'
import { aMessage } from '../../builders/a-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid, payingAccountOf } from './accepting.js'
import { claim, lockedIn, LEASE_MS } from './claiming.js'
import type { StorageUnderTest } from '../open-storage.js'
import { acceptedIds } from './requests.js'
import { endMessages, workItemOf, NO_WORK, planEnding } from './settling.js'
import { allEvents, evidenceOf } from './traces.js'

const uncalledThrice = <A>(plan: WorkPlan<A>): WorkPlan<A> => ({
  ...plan,
  messages: plan.messages.map((message) => ({ ...message, uncalled: 3 })),
})

/** Tests the facts that work receives, and the changes that it writes. */
export const workOutcomes = (at: StorageUnderTest): void => {
  it('writes state, attempt, settlement and account together and removes the message from the list', async () => {
    const { message } = await acceptPaid(at.storage)
    const [attempt] = await claim(at.storage, [message.messageId], NOW_MS)
    if (attempt === undefined) throw new Error('the claim was lost')
    const taken = {
      providerMessageId: 'AbC-1',
      providerReference: 'abc-1',
      detail: '250 "ok"\\',
      endedAtMs: NOW_MS + 9,
    }
    const finished = { ...attempt, ...taken, phase: 'accepted' as const }
    await right(
      at.storage.dispatch.work([workItemOf(message.messageId)], (known) => ({
        ...uncalledThrice(planEnding([message.messageId], 'settlement', NOW_MS + 9)(known)),
        attempts: [finished],
      })),
    )
    const evidence = await evidenceOf(at.storage, message.messageId)
    expect(evidence?.message).to.deep.include({
      state: 'SUBMITTED',
      billing: 'settled',
      attempt: 1,
      uncalled: 3,
      leaseUntilMs: 0,
    })
    expect(evidence?.message.updatedAtMs).to.equal(NOW_MS + 9)
    expect(evidence?.attempts).to.deep.equal([finished])
    expect(evidence?.events.map(({ type }) => type)).to.deep.equal(['reservation', 'settlement'])
    expect(evidence?.events[1]?.relatedEntryId).to.equal(evidence?.events[0]?.entryId)
    expect(evidence?.dueAtMs).to.equal(undefined)
    const { account } = await right(at.storage.ledger.status(payingAccountOf(message)))
    expect(account).to.deep.include({ postedMinor: 0, reservedMinor: 0, version: 3 })
  })

  it('stores which accounts refuse a message, and shows them to the next claim', async () => {
    const [first = aMessage().messageId, second = first, third = first] = await acceptedIds(at, 3)
    const account = (configured: string) => ({ providerAccountId: fresh.id('pac'), configured })
    const [one, two] = [account('1/1'), account('22/4')]
    const refuse = (refusals: WorkPlan<unknown>['refusals']) =>
      right(
        at.storage.dispatch.work([first, second, third].map(workItemOf), () => ({
          ...NO_WORK,
          refusals,
          result: 0,
        })),
      )
    await refuse([first, second].map((messageId) => ({ messageId, refusals: [one] })))
    await refuse([{ messageId: second, refusals: [one, two] }])
    const seen = await Promise.all([first, second, third].map((id) => lockedIn(at.storage, id)))
    expect(seen.map((locked) => locked?.refusals)).to.deep.equal([[one], [one, two], []])
    const known = await right(
      at.storage.dispatch.work([workItemOf(second)], (found) => ({ ...NO_WORK, result: found })),
    )
    expect(known.messages.get(second)?.refusals).to.deep.equal([one, two])
  })

  it('gives up a message: failure code and release, and the money is available again', async () => {
    const { message } = await acceptPaid(at.storage)
    await right(endMessages(at.storage, [message.messageId], 'release', NOW_MS + 9))
    const evidence = await evidenceOf(at.storage, message.messageId)
    expect(evidence?.message).to.deep.include({
      state: 'EXPIRED',
      failureCode: 'validity_expired',
      providerReason: { code: '30001', text: 'Queue overflow' },
    })
    const { account } = await right(at.storage.ledger.status(payingAccountOf(message)))
    expect(account).to.deep.include({ postedMinor: 25, reservedMinor: 0 })
  })

  it('makes a message due at the time of the plan', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    const atMs = NOW_MS + 7_777
    await right(
      at.storage.dispatch.work([workItemOf(messageId)], () => ({
        ...NO_WORK,
        due: [{ messageId, atMs }],
        result: 0,
      })),
    )
    expect((await evidenceOf(at.storage, messageId))?.dueAtMs).to.equal(atMs)
  })

  it('shows the open reservation and none after it is closed', async () => {
    const { message } = await acceptPaid(at.storage)
    const look = () =>
      right(
        at.storage.dispatch.work([workItemOf(message.messageId)], (known) => ({ ...NO_WORK, result: known })),
      )
    const [, reservation] = await allEvents(at.storage, payingAccountOf(message))
    const before = await look()
    expect(before.reservations.get(message.messageId)).to.deep.equal(reservation)
    expect([...before.accounts.keys()]).to.deep.equal([accountKey(payingAccountOf(message))])
    // The content isn't needed here.
    const { variables } = message
    expect({ ...before.messages.get(message.messageId)?.message, variables }).to.deep.equal(message)
    await right(endMessages(at.storage, [message.messageId], 'settlement', NOW_MS))
    expect((await look()).reservations.has(message.messageId)).to.equal(false)
  })

  it('keeps the late response of an overtaken attempt as evidence', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    const [first] = await claim(at.storage, [messageId], NOW_MS)
    const [second] = await claim(at.storage, [messageId], NOW_MS + LEASE_MS)
    if (first === undefined || second === undefined) throw new Error('a claim was lost')
    const late = {
      ...first,
      phase: 'accepted' as const,
      providerMessageId: '77',
      providerReference: '77',
      endedAtMs: NOW_MS,
    }
    await right(
      at.storage.dispatch.work([workItemOf(messageId)], () => ({
        ...NO_WORK,
        attempts: [late],
        result: undefined,
      })),
    )
    const evidence = await evidenceOf(at.storage, messageId)
    expect(evidence?.attempts).to.deep.equal([late, second])
    expect(evidence?.message).to.deep.include({ attempt: 2, leaseUntilMs: NOW_MS + 2 * LEASE_MS })
  })
}

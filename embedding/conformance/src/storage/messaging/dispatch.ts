import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { isStillClaimed, newClaim, NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import { aMessage } from '../../builders/a-message.js'
import { anAttempt } from '../../builders/an-attempt.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right, thrown } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { begin, claim, claimingNothing, lockedIn, lease, LEASE_MS } from './claiming.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { acceptedIds } from './requests.js'
import { brokenWork } from './broken-work.js'
import { workOutcomes } from './work-outcomes.js'
import { endMessages, workItemOf, NO_WORK } from './settling.js'
import { evidenceOf } from './traces.js'
import { sharing } from '../unit-work.js'

/** Long enough for the other transaction to request a lock. */
const WAITED_MS = 100

const claims = (at: StorageUnderTest): void => {
  it('writes the attempt and the lease of a claim, and shows them to the next', async () => {
    const { message } = await acceptPaid(at.storage)
    expect(await lockedIn(at.storage, message.messageId)).to.deep.equal({
      message,
      lastAttempt: undefined,
      claim: NO_CLAIM,
      refusals: [],
    })
    const [attempt] = await claim(at.storage, [message.messageId], NOW_MS)
    const shown = await lockedIn(at.storage, message.messageId)
    expect(shown?.lastAttempt).to.deep.equal(attempt)
    expect(shown?.message).to.deep.include({ attempt: 1, leaseUntilMs: NOW_MS + LEASE_MS, state: 'ACCEPTED' })
  })

  it('lets one of two concurrent claims win each message', async () => {
    const ids = await acceptedIds(at, 20)
    const other = await at.another()
    const claimants = [at.storage, other, at.storage, other]
    const won = await Promise.all(
      claimants.map((storage, index) => claim(storage, index % 2 ? ids : [...ids].reverse(), NOW_MS)),
    )
    expect(
      won
        .flat()
        .map(({ messageId }) => messageId)
        .sort(),
    ).to.deep.equal([...ids].sort())
    for (const messageId of ids) expect((await lockedIn(at.storage, messageId))?.message.attempt).to.equal(1)
  })

  it('shows to a waiting claim what the holder has written of the attempt', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId } = message
    const [attempt = anAttempt()] = await claim(at.storage, [messageId], NOW_MS)
    const other = await at.another()
    const taken = {
      ...attempt,
      phase: 'accepted',
      providerMessageId: 'T-1',
      providerReference: 't-1',
    } as const
    const shown = await sharing(at, async (unit) => {
      await unit.messages.gather(workItemOf(messageId))
      const waiting = [
        lockedIn(other, messageId),
        right(
          other.dispatch.work([workItemOf(messageId)], ({ messages }) => ({
            ...NO_WORK,
            result: messages.get(messageId),
          })),
        ),
      ]
      await sleep(WAITED_MS)
      unit.messages.settle({ ...NO_WORK, attempts: [taken] })
      return () => Promise.all(waiting)
    })
    for (const known of await shown()) expect(known?.lastAttempt).to.deep.equal(taken)
  })

  it('lets a message be claimed again after its lease has expired, with the next number', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    expect(await claim(at.storage, [messageId], NOW_MS)).to.have.length(1)
    expect(await claim(at.storage, [messageId], NOW_MS + LEASE_MS - 1)).to.deep.equal([])
    const [second] = await claim(at.storage, [messageId], NOW_MS + LEASE_MS)
    expect(second).to.have.property('number', 2)
    const shown = await lockedIn(at.storage, messageId)
    expect(shown?.lastAttempt).to.deep.equal(second)
    expect(shown?.message.attempt).to.equal(2)
    expect((await evidenceOf(at.storage, messageId))?.attempts.map(({ number }) => number)).to.deep.equal([
      1, 2,
    ])
  })

  it('locks no unknown message', async () => {
    const unknown = aMessage().messageId
    expect(await lockedIn(at.storage, unknown)).to.equal(undefined)
    expect(await claim(at.storage, [unknown], NOW_MS)).to.deep.equal([])
    expect(await claim(at.storage, [], NOW_MS)).to.deep.equal([])
  })

  it('claims nothing when decide throws, passes the error on and holds no lock', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    const error = await thrown(
      at.storage.dispatch.claim([messageId], (): never => {
        throw new Error('a bug in the decision')
      }),
    )
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the decision')
    expect(await claim(at.storage, [messageId], NOW_MS)).to.have.length(1)
  })

  it('keeps claims when it is closed and opened again', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    await claim(at.storage, [messageId], NOW_MS)
    await at.reopen()
    expect(await claim(at.storage, [messageId], NOW_MS)).to.deep.equal([])
  })
}

/** A claim name of maximum length. */
const LONGEST = Number.MAX_SAFE_INTEGER

const leases = (at: StorageUnderTest): void => {
  it('writes only a lease: the attempt number stays, there is no attempt, and the claim has its name', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId } = message
    expect(await lease(at.storage, [messageId], LONGEST, NOW_MS)).to.deep.equal([messageId])
    const shown = await lockedIn(at.storage, messageId)
    expect(shown).to.deep.equal({
      message: { ...message, leaseUntilMs: NOW_MS + LEASE_MS },
      lastAttempt: undefined,
      claim: LONGEST,
      refusals: [],
    })
    expect(await lease(at.storage, [messageId], 7, NOW_MS)).to.deep.equal([])
    expect((await evidenceOf(at.storage, messageId))?.attempts).to.deep.equal([])
  })

  it('stores the sender of messages that get another one, and leaves the others', async () => {
    const [changed, other] = await acceptedIds(at, 2)
    if (changed === undefined || other === undefined) throw new Error('two were accepted')
    await right(
      at.storage.dispatch.claim([changed, other], () => ({
        ...claimingNothing(undefined),
        senders: [{ messageId: changed, sender: 'ANOTHER' }],
      })),
    )
    expect((await lockedIn(at.storage, changed))?.message.sender).to.equal('ANOTHER')
    expect((await lockedIn(at.storage, other))?.message.sender).to.equal('ASHAST')
  })

  it('starts exactly the messages of its claim, with the next number', async () => {
    const ids = await acceptedIds(at, 6)
    const [own, overtaken, again, ended, back] = ids
    if (!own || !overtaken || !again || !ended || !back) throw new Error('six were accepted')
    const first = newClaim(0.1)
    expect(await lease(at.storage, ids, first, NOW_MS)).to.have.length(6)
    const laterMs = NOW_MS + LEASE_MS
    await claim(at.storage, [overtaken], laterMs)
    await lease(at.storage, [again], newClaim(0.2), laterMs)
    await right(endMessages(at.storage, [ended], 'release', laterMs))
    const begun = await begin(at.storage, ids, first, 0, laterMs)
    expect([...begun].sort()).to.deep.equal([own, back, ...ids.slice(5)].sort())
    const shown = await lockedIn(at.storage, own)
    expect(shown?.message).to.include({ attempt: 1, leaseUntilMs: laterMs + LEASE_MS })
    expect(shown?.lastAttempt).to.include({ number: 1, phase: 'intent', claim: first, startedAtMs: laterMs })
    expect((await lockedIn(at.storage, again))?.message.attempt).to.equal(0)
    expect(await begin(at.storage, ids, first, 0, laterMs)).to.deep.equal([])
  })

  it('lets one of two start a message that one claimed after the other', async () => {
    const ids = await acceptedIds(at, 20)
    const other = await at.another()
    await lease(at.storage, ids, 1, NOW_MS)
    await lease(other, ids, 2, NOW_MS + LEASE_MS)
    const late = NOW_MS + 2 * LEASE_MS
    const [one, two, third] = await Promise.all([
      begin(at.storage, ids, 1, 0, late),
      begin(other, [...ids].reverse(), 2, 0, late),
      claim(at.storage, ids, late),
    ])
    expect(one).to.deep.equal([])
    const won = [...two, ...third.map(({ messageId }) => messageId)]
    expect(won.sort()).to.deep.equal([...ids].sort())
    for (const messageId of ids) expect((await lockedIn(at.storage, messageId))?.message.attempt).to.equal(1)
  })

  it('keeps the claim of an attempt when the attempt ends', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    const [attempt] = await claim(at.storage, [messageId], NOW_MS, { claim: LONGEST })
    if (attempt === undefined) throw new Error('it was not claimed')
    const ended = {
      ...attempt,
      phase: 'transient_failure' as const,
      detail: 'busy',
      endedAtMs: NOW_MS,
      claim: NO_CLAIM,
    }
    await right(
      at.storage.dispatch.work([workItemOf(messageId)], () => ({
        ...NO_WORK,
        attempts: [ended],
        result: undefined,
      })),
    )
    expect((await lockedIn(at.storage, messageId))?.lastAttempt).to.deep.equal({ ...ended, claim: LONGEST })
  })

  it('starts nothing for unknown messages, and nothing when decide throws', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    expect(await begin(at.storage, [aMessage().messageId], 1, 0, NOW_MS)).to.deep.equal([])
    expect(await begin(at.storage, [], 1, 0, NOW_MS)).to.deep.equal([])
    const error = await thrown(
      at.storage.dispatch.begin([messageId], (): never => {
        throw new Error('a bug in the decision')
      }),
    )
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the decision')
    expect(await claim(at.storage, [messageId], NOW_MS)).to.have.length(1)
  })

  it('shows the present holder of a message', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    await lease(at.storage, [messageId], LONGEST, NOW_MS)
    const status = await right(
      at.storage.dispatch.begin([messageId], (now) => ({ intents: [], result: now.get(messageId) })),
    )
    expect(status).to.deep.equal({ state: 'ACCEPTED', attempt: 0, claim: LONGEST })
    expect(status && isStillClaimed(status, { claim: LONGEST, attempt: 0 })).to.equal(true)
  })
}

const racing = (at: StorageUnderTest): void => {
  it('settles a message once for several concurrent attempts: the others see it settled', async () => {
    const ids = await acceptedIds(at, 12)
    const other = await at.another()
    const order = [...ids].reverse()
    const won = await Promise.all([
      right(endMessages(at.storage, ids, 'settlement', NOW_MS)),
      right(endMessages(other, order, 'release', NOW_MS)),
      right(endMessages(at.storage, order, 'settlement', NOW_MS)),
      right(endMessages(other, ids, 'release', NOW_MS)),
    ])
    expect(won.flat().sort()).to.deep.equal([...ids].sort())
    for (const messageId of ids) expect((await evidenceOf(at.storage, messageId))?.events).to.have.length(2)
  })

  it('finishes work on many accounts in opposite orders during acceptances', async () => {
    const organizations = [fresh.id('org'), fresh.id('org'), fresh.id('org')]
    const ids = (
      await Promise.all(organizations.map((organization) => acceptedIds(at, 8, organization)))
    ).flat()
    const halves = [
      ids.filter((_, index) => index % 2 === 0),
      ids.filter((_, index) => index % 2 === 1).reverse(),
    ]
    await Promise.all([
      ...halves.map((half) => right(endMessages(at.storage, half, 'settlement', NOW_MS))),
      ...organizations.map((organization) => acceptedIds(at, 4, organization)),
    ])
    for (const organizationId of organizations) {
      const { account } = await right(
        at.storage.ledger.status({ organizationId, environment: 'test', currency: 'INR' }),
      )
      expect(account).to.deep.include({ postedMinor: 100, reservedMinor: 100, version: 1 + 8 + 8 + 1 + 4 })
    }
  })

  it('works on 500 messages at once', async () => {
    const ids = await acceptedIds(at, 500)
    expect(await claim(at.storage, ids, NOW_MS)).to.have.length(500)
    expect(await right(endMessages(at.storage, ids, 'settlement', NOW_MS))).to.have.length(500)
    expect(await right(endMessages(at.storage, ids, 'settlement', NOW_MS))).to.deep.equal([])
  })
}

/** Tests claims, which have one winner, and work, which closes a message's money once. */
export const dispatchSuite = (open: OpenStorage): void => {
  describe('claiming and working', () => {
    const at = useStorage(open)
    claims(at)
    leases(at)
    workOutcomes(at)
    racing(at)
    brokenWork(at)
  })
}

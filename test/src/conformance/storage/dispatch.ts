import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right, thrown } from '../outcome.js'
import { acceptPaid } from './accepting.js'
import { claim, held, LEASE_MS } from './claiming.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from './open-storage.js'
import { acceptedIds } from './requests.js'
import { brokenWork } from './broken-work.js'
import { workOutcomes } from './work-outcomes.js'
import { end } from './settling.js'
import { evidenceOf } from './traces.js'

const claims = (at: StorageUnderTest): void => {
  it('writes the attempt and the lease of a claim, and shows them to the next', async () => {
    const { message } = await acceptPaid(at.storage)
    expect(await held(at.storage, message.messageId)).to.deep.equal({ message, lastAttempt: undefined })
    const [attempt] = await claim(at.storage, [message.messageId], NOW_MS)
    const shown = await held(at.storage, message.messageId)
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
    for (const messageId of ids) expect((await held(at.storage, messageId))?.message.attempt).to.equal(1)
  })

  it('lets a message be claimed again when its lease is over, under the next number', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    expect(await claim(at.storage, [messageId], NOW_MS)).to.have.length(1)
    expect(await claim(at.storage, [messageId], NOW_MS + LEASE_MS - 1)).to.deep.equal([])
    const [second] = await claim(at.storage, [messageId], NOW_MS + LEASE_MS)
    expect(second).to.have.property('number', 2)
    const shown = await held(at.storage, messageId)
    expect(shown?.lastAttempt).to.deep.equal(second)
    expect(shown?.message.attempt).to.equal(2)
    expect((await evidenceOf(at.storage, messageId))?.attempts.map(({ number }) => number)).to.deep.equal([
      1, 2,
    ])
  })

  it('holds no message that does not exist', async () => {
    const unknown = aMessage().messageId
    expect(await held(at.storage, unknown)).to.equal(undefined)
    expect(await claim(at.storage, [unknown], NOW_MS)).to.deep.equal([])
    expect(await claim(at.storage, [], NOW_MS)).to.deep.equal([])
  })

  it('claims nothing when decide throws, lets the error through and holds no lock', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    const error = await thrown(
      at.storage.dispatch.claim([messageId], (): never => {
        throw new Error('a bug in the decision')
      }),
    )
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the decision')
    expect(await claim(at.storage, [messageId], NOW_MS)).to.have.length(1)
  })

  it('keeps claims over close and reopen', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    await claim(at.storage, [messageId], NOW_MS)
    await at.reopen()
    expect(await claim(at.storage, [messageId], NOW_MS)).to.deep.equal([])
  })
}

const racing = (at: StorageUnderTest): void => {
  it('settles a message once when several want to: the others see it settled', async () => {
    const ids = await acceptedIds(at, 12)
    const other = await at.another()
    const order = [...ids].reverse()
    const won = await Promise.all([
      right(end(at.storage, ids, 'settlement', NOW_MS)),
      right(end(other, order, 'release', NOW_MS)),
      right(end(at.storage, order, 'settlement', NOW_MS)),
      right(end(other, ids, 'release', NOW_MS)),
    ])
    expect(won.flat().sort()).to.deep.equal([...ids].sort())
    for (const messageId of ids) expect((await evidenceOf(at.storage, messageId))?.events).to.have.length(2)
  })

  it('finishes work on many accounts in opposite orders beside acceptance', async () => {
    const organizations = [fresh.id('org'), fresh.id('org'), fresh.id('org')]
    const ids = (
      await Promise.all(organizations.map((organization) => acceptedIds(at, 8, organization)))
    ).flat()
    const halves = [
      ids.filter((_, index) => index % 2 === 0),
      ids.filter((_, index) => index % 2 === 1).reverse(),
    ]
    await Promise.all([
      ...halves.map((half) => right(end(at.storage, half, 'settlement', NOW_MS))),
      ...organizations.map((organization) => acceptedIds(at, 4, organization)),
    ])
    for (const organizationId of organizations) {
      const { account } = await right(
        at.storage.ledger.standing({ organizationId, book: 'first', currency: 'INR' }),
      )
      expect(account).to.deep.include({ postedMinor: 100, reservedMinor: 100, version: 1 + 8 + 8 + 1 + 4 })
    }
  })

  it('works on 500 messages at once', async () => {
    const ids = await acceptedIds(at, 500)
    expect(await claim(at.storage, ids, NOW_MS)).to.have.length(500)
    expect(await right(end(at.storage, ids, 'settlement', NOW_MS))).to.have.length(500)
    expect(await right(end(at.storage, ids, 'settlement', NOW_MS))).to.deep.equal([])
  })
}

/** Claims with one winner, and work that ends a message's money once. */
export const dispatchSuite = (open: OpenStorage): void => {
  describe('claiming and working', () => {
    const at = useStorage(open)
    claims(at)
    workOutcomes(at)
    racing(at)
    brokenWork(at)
  })
}

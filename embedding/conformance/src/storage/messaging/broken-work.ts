import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { aClosing } from '../../builders/a-posting.js'
import { NOW_MS } from '../../builders/fresh.js'
import { left, right, thrown } from '../../outcome.js'
import { acceptPaid, credit, payingAccountOf } from './accepting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { acceptedIds } from './requests.js'
import { endMessages, workItemOf, NO_WORK, planEnding } from './settling.js'
import { evidenceOf } from './traces.js'

/** Tests work that breaks a rule of the database, and decisions that throw: nothing is kept. */
export const brokenWork = (at: StorageUnderTest): void => {
  it('fails a second closing of one message as a batch and leaves nothing', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId } = message
    const payer = payingAccountOf(message)
    await credit(at.storage, payer, 500)
    await right(endMessages(at.storage, [messageId], 'settlement', NOW_MS))
    const before = await evidenceOf(at.storage, messageId)
    const reservation = before?.events[0]
    const { account } = await right(at.storage.ledger.status(payer))
    if (reservation === undefined || account === undefined) throw new Error('the message was not accepted')
    const closed = aClosing({ ...account, reservedMinor: 25 }, 'release', reservation, NOW_MS)
    const failure = await left(
      at.storage.dispatch.work([workItemOf(messageId)], () => ({
        ...NO_WORK,
        messages: [{ ...message, state: 'FAILED', billing: 'released' }],
        events: [closed.event],
        accounts: [closed.account],
        due: [{ messageId, atMs: NOW_MS }],
        result: undefined,
      })),
    )
    expect(failure._tag).to.equal('BatchFailed')
    expect(await evidenceOf(at.storage, messageId)).to.deep.equal(before)
    expect((await right(at.storage.ledger.status(payer))).account).to.deep.equal(account)
  })

  it('fails work that makes an account negative as a batch and leaves nothing', async () => {
    const { message } = await acceptPaid(at.storage)
    const before = await evidenceOf(at.storage, message.messageId)
    const failure = await left(
      at.storage.dispatch.work([workItemOf(message.messageId)], (known) => {
        const plan = planEnding([message.messageId], 'settlement', NOW_MS)(known)
        return { ...plan, accounts: plan.accounts.map((account) => ({ ...account, postedMinor: -25 })) }
      }),
    )
    expect(failure._tag).to.equal('BatchFailed')
    expect(await evidenceOf(at.storage, message.messageId)).to.deep.equal(before)
    expect(await right(endMessages(at.storage, [message.messageId], 'settlement', NOW_MS))).to.have.length(1)
  })

  it('leaves nothing when decide throws, passes the error on and holds no lock', async () => {
    const [messageId = aMessage().messageId] = await acceptedIds(at, 1)
    const error = await thrown(
      at.storage.dispatch.work([workItemOf(messageId)], (): never => {
        throw new Error('a bug in the decision')
      }),
    )
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the decision')
    expect(await right(endMessages(at.storage, [messageId], 'release', NOW_MS))).to.deep.equal([messageId])
  })
}

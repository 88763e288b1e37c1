import { idempotencyIdentity } from '@postrider/core/messaging/domain/messages/idempotency'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { fresh } from '../../builders/fresh.js'
import { sha256 } from '../../builders/sha256.js'
import { right } from '../../outcome.js'
import { accept, acceptOne, aRequest, credit } from './accepting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { anAccountKey, requestsOf } from './requests.js'

/** Tests which keys are equal, and how long they are kept. */
export const idempotencyKeys = (at: StorageUnderTest): void => {
  it('separates keys that differ in case or in one trailing character', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 1_000)
    const scope = { organizationId: payer.organizationId, appId: fresh.id('app') }
    const texts = ['KEY-0001', 'key-0001', 'Key-0001', 'KEY-0001 ', 'KEY-00010', 'KEY-0001\t', 'KEY-000']
    const requests = texts.map((text) =>
      aRequest({
        key: idempotencyIdentity(scope, 'messages', text, sha256),
        message: aMessage({ ...scope }),
      }),
    )
    for (const request of requests)
      expect(await acceptOne(at.storage, request)).to.have.property('_tag', 'Accepted')
    for (const request of requests)
      expect(await acceptOne(at.storage, request)).to.deep.equal({
        _tag: 'Replayed',
        messageId: request.message.messageId,
      })
  })

  it('separates keys that differ in their last digit or their first', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 1_000)
    const digits = fresh.hex(30)
    const near = [`0${digits}0`, `0${digits}1`, `1${digits}0`, `f${digits}f`]
    const requests = requestsOf(payer, near.length).map((request, index) => ({
      ...request,
      key: near[index] ?? '',
    }))
    const answers = await right(accept(at.storage, requests))
    expect(answers.map((answer) => answer._tag)).to.deep.equal(near.map(() => 'Accepted'))
  })

  it('deletes only idempotency records older than the given time, and at most the limit at once', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 1_000)
    const times = [1, 2, 3, 1_000, 1_001]
    const requests = times.map((acceptedAtMs) =>
      aRequest({ message: aMessage({ organizationId: payer.organizationId, acceptedAtMs }) }),
    )
    await right(accept(at.storage, requests))
    expect(await right(at.storage.acceptance.purgeAccepted(1_000, 2))).to.equal(2)
    expect(await right(at.storage.acceptance.purgeAccepted(1_000, 10))).to.equal(1)
    expect(await right(at.storage.acceptance.purgeAccepted(1_000, 10))).to.equal(0)
    const left = await right(at.storage.acceptance.findAccepted(requests.map(({ key }) => key)))
    expect([...left.keys()].sort()).to.deep.equal(
      requests
        .slice(3)
        .map(({ key }) => key)
        .sort(),
    )
  })
}

import { expect } from 'chai'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { eraseRecipients } from '@postrider/core/messaging/use-cases/erasure/erase-recipients'
import { indexRecipients } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { right } from '@postrider/conformance/outcome'
import { numberAll } from '@postrider/conformance/storage/feed/following'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { planEnding, workItemOf } from '@postrider/conformance/storage/messaging/settling'
import { readEvidence } from '../../../../crash/evidence.js'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields } from '../../../runner/use-cases/strange.js'

const ASHA = '+919876543210'
const BRAN = '+919876543211'
const reason = 'They asked for it.'

describe('The erasure of a recipient', () => {
  const office = useOffice()

  const send = async (to: string, isEnded = true) => {
    const { storage, organizationId, app } = office.at
    const { message } = await acceptPaid(storage, { organizationId, appId: app.appId, to })
    const { messageId } = message
    if (isEnded) await end(messageId)
    return messageId
  }
  const end = (messageId: `msg_${string}`) => {
    const { storage, clock } = office.at
    const work = planEnding([messageId], 'settlement', clock.nowMs())
    return right(storage.dispatch.work([workItemOf(messageId)], work))
  }
  const index = async () => {
    await numberAll(office.at.storage)
    while ((await right(indexRecipients(office.at)(100))).isMore);
  }
  /** Runs the erasures until nothing is left to do now. */
  const run = async () => {
    for (let rounds = 0; rounds < 50; rounds += 1)
      if ((await right(eraseRecipients(office.at)(1))) === 0) return
    throw new Error('the erasure does not end')
  }
  const recipientsOf = async (): Promise<readonly string[]> =>
    (await readEvidence(office.at.storage))
      .filter(({ message }) => message.organizationId === office.at.organizationId)
      .map(({ message }) => message.to)
  const listed = async () => {
    const { organizationId, owner } = office.at
    return (await office.at.doneAtWebsite(owner, 'listErasures', { organizationId })).erasures
  }
  const erase = (to: string) => {
    const { organizationId, owner } = office.at
    return office.at.doneAtWebsite(owner, 'eraseRecipient', { organizationId, to, reason })
  }

  it('removes messages, inbound texts and masked addresses, and nothing of others', async () => {
    const { storage, organizationId, digests } = office.at
    for (const to of [ASHA, BRAN, ASHA]) await send(to)
    const said = { organizationId, state: 'assigned' } as const
    const inbound = [
      aStoredInbound({ ...said, from: '+919876543210', text: 'It is Asha.' }),
      aStoredInbound({ ...said, from: BRAN, text: 'It is Bran.' }),
    ]
    await right(storage.receipts.store({ receipts: [], inbound, parts: [], templates: [], unreadable: [] }))
    const recipient = recipientDigest(ASHA, digests.sha256)
    const suppression = aSuppression({ organizationId, recipient, maskedTo: '+91******3210' })
    await office.at.write((unit) => unit.suppressions.add(suppression))
    await index()
    await office.at.time.advance(MINUTE_MS)
    const { erasure } = await erase(ASHA)
    expect(erasure).to.include({ state: 'running', messages: 0, endedAt: null })
    await office.at.time.advance(MINUTE_MS)
    await index()
    await run()
    await office.at.time.advance(MINUTE_MS)
    await index()
    await run()
    expect(await recipientsOf()).to.have.members(['***', '***', BRAN])
    const query = { organizationId, state: undefined, task: undefined, before: undefined, limit: 9 }
    const texts = (await right(storage.inbound.list(query))).value.map(({ text, from }) => [text, from])
    expect(texts).to.have.deep.members([
      ['It is Bran.', BRAN],
      ['', undefined],
    ])
    const kept = await office.at.write((unit) => unit.suppressions.lock(suppression.suppressionId))
    expect(kept).to.deep.equal({ ...suppression, maskedTo: '***' })
    expect((await listed())[0]).to.include({ state: 'done', messages: 2, inboundMessages: 1, waiting: 0 })
    const acts = (await office.at.acts()).filter(({ target }) => target === erasure.erasureId)
    expect(acts.map(({ action }) => action)).to.deep.equal(['eraseRecipient', 'erasure.done'])
    expect(JSON.stringify(acts)).to.not.contain('98765')
  })

  it('waits for messages that are still being sent, and then forgets the address', async () => {
    const messageId = await send(ASHA, false)
    await index()
    const { erasure } = await erase(ASHA)
    const id = erasure.erasureId as `era_${string}`
    await office.at.time.advance(MINUTE_MS)
    await index()
    await run()
    expect((await listed())[0]).to.include({ state: 'running', messages: 0, waiting: 1 })
    const held = await office.at.write((unit) => unit.erasures.lock(id))
    expect(held?.sealedTo).to.be.a('string')
    await end(messageId)
    await office.at.time.advance(HOUR_MS)
    await index()
    await run()
    await office.at.time.advance(HOUR_MS)
    await run()
    expect((await listed())[0]).to.include({ state: 'done', messages: 1, waiting: 0 })
    expect((await office.at.write((unit) => unit.erasures.lock(id)))?.sealedTo).to.equal(undefined)
  })

  it('finds nothing the second time', async () => {
    await send(ASHA)
    await index()
    for (const _ of [1, 2]) {
      await erase(ASHA)
      await office.at.time.advance(MINUTE_MS)
      await index()
      await run()
      await office.at.time.advance(HOUR_MS)
      await run()
    }
    expect((await listed()).map(({ state, messages }) => [state, messages])).to.deep.equal([
      ['done', 0],
      ['done', 1],
    ])
  })

  it('is for owners and super admins, and for recipients only', async () => {
    const { organizationId, owner } = office.at
    const body = { organizationId, to: ASHA, reason }
    const admin = await office.at.member('admin')
    expect(await office.at.refusedAtWebsite(admin, 'eraseRecipient', body)).to.include({
      _tag: 'PermissionDenied',
    })
    const refused = await office.at.refusedAtWebsite(owner, 'eraseRecipient', { ...body, to: '12' })
    expect(brokenFields(refused)).to.deep.equal(['/to format'])
    const operator = await office.at.operator(['admin.messages'])
    const { erasure } = await office.at.doneAbove(operator, 'eraseOrganizationRecipient', body)
    const { erasures } = await office.at.doneAbove(operator, 'listOrganizationErasures', { organizationId })
    expect(erasures).to.deep.equal([erasure])
    expect(erasure).to.include({ source: 'operator', requestedBy: operator.proof.userId })
    await erase(ASHA)
    // Customers don't get the names of the people of support.
    expect((await listed()).map(({ source, requestedBy }) => [source, requestedBy])).to.deep.equal([
      ['organization', owner.userId],
      ['operator', null],
    ])
    const unknown = { ...body, organizationId: office.at.ids.next('org') }
    expect(await office.at.refusedAbove(operator, 'eraseOrganizationRecipient', unknown)).to.have.property(
      '_tag',
      'NotFound',
    )
  })
})

import { expect } from 'chai'
import {
  bounceAddress,
  bounceText,
  readBounceAddress,
} from '@postrider/core/identity/domain/mail/bounce-address'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import { takeBounces } from '@postrider/core/messaging/use-cases/receipts/take-bounces'
import { left, right } from '@postrider/conformance/outcome'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'

const aReport = (overrides: Partial<MailReport> = {}): MailReport => ({
  status: 'undelivered',
  failureCode: 'recipient_invalid',
  providerTimeMs: undefined,
  eventKey: fresh.hex(8),
  raw: '{}',
  ...overrides,
})

const aReturn = async () => {
  const one = aDispatcher({ provider: scriptedProvider({ bounceDomain: 'bounces.example.com' }) })
  const message = one.accept()
  await one.dispatch(message)
  const bounces = takeBounces(one.ports, one.incoming)
  const address = one.provider.submissions[0]?.submission.bounceAddress ?? ''
  const record = async (...reports: readonly MailReport[]): Promise<void> => {
    const found = await right(bounces.find(address))
    if (found === undefined) throw new Error('nobody has the address')
    await right(bounces.record(found, reports))
    await one.time.until(one.incoming.idle())
  }
  const suppressed = () => [...one.tables.suppressions.values()]
  return { ...one, message, bounces, address, record, suppressed }
}

describe('Bounced emails', () => {
  it('arrive only at an address of their message and account', async () => {
    const { bounces, address, message, tenant, ports } = await aReturn()
    const { providerAccountId } = tenant.providerAccount
    expect(readBounceAddress(address)).to.have.property('messageId', message.messageId)
    expect(address.indexOf('@')).to.be.at.most(64)
    const own = { messageId: message.messageId, providerAccountId }
    expect(await right(bounces.find(address))).to.deep.equal(own)
    expect(await right(bounces.find(address.toUpperCase()))).to.deep.equal(own)
    const another = fresh.id('msg')
    const ofAnother = address.replace(message.messageId, another)
    const foreign = bounceAddress(
      another,
      ports.keyedDigests.of('bounce', bounceText(fresh.id('pac'), another)),
      'bounces.example.com',
    )
    const changed = address.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0'))
    for (const wrong of [ofAnother, foreign, changed, 'zoe@example.com', '', `b+@${address}`])
      expect(await right(bounces.find(wrong)), wrong).to.equal(undefined)
  })

  it('are recognized for an account that was just created', async () => {
    const { bounces, address, ports } = await aReturn()
    await right(bounces.find(address))
    const account = aProviderAccount()
    await right(ports.storage.catalog.save({ providerAccounts: [account] }))
    const messageId = fresh.id('msg')
    const proof = ports.keyedDigests.of('bounce', bounceText(account.providerAccountId, messageId))
    const found = await right(bounces.find(bounceAddress(messageId, proof, 'bounces.example.com')))
    expect(found).to.deep.equal({ messageId, providerAccountId: account.providerAccountId })
  })

  it('end the message as undelivered, and suppress unknown recipients', async () => {
    const one = await aReturn()
    await one.record(aReport({ suppresses: 'bounce' }))
    expect(one.now(one.message)).to.include({ state: 'UNDELIVERED', failureCode: 'recipient_invalid' })
    const [suppression, ...others] = one.suppressed()
    expect(others).to.deep.equal([])
    expect(suppression).to.include({
      organizationId: one.message.organizationId,
      source: 'bounce',
      scope: 'all',
      reason: `A mail server knows no such address (${one.message.messageId})`,
    })
    expect(suppression?.maskedTo).not.to.include(one.message.to)
  })

  it('suppress once for each source, and after a complaint without changing the delivery', async () => {
    const one = await aReturn()
    const { state } = one.now(one.message)
    const complaint = () => aReport({ status: 'accepted', failureCode: undefined, suppresses: 'complaint' })
    await one.record(complaint(), complaint())
    await one.record(complaint())
    expect(one.now(one.message).state).to.equal(state)
    await one.record(aReport({ suppresses: 'bounce' }))
    expect(one.suppressed().map(({ source }) => source)).to.have.members(['complaint', 'bounce'])
  })

  it("aren't acknowledged while their suppression can't be stored", async () => {
    const one = await aReturn()
    const found = await right(one.bounces.find(one.address))
    if (found === undefined) throw new Error('nobody has the address')
    one.faults.plan('transact', 'away')
    const bounce = aReport({ suppresses: 'bounce' })
    expect((await left(one.bounces.record(found, [bounce])))._tag).to.equal('StorageUnavailable')
    expect(one.tables.receipts.size).to.equal(0)
    await one.record(bounce)
    expect(one.suppressed()).to.have.length(1)
  })
})

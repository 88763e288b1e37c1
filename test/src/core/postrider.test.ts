import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { expect } from 'chai'
import { createPostrider } from '@postrider/core/postrider'
import { isId } from '@postrider/core/kernel/ids/id'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aReceipt } from '@postrider/conformance/builders/a-receipt'
import { provisionTenant } from '../builders/provision-tenant.js'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { turn } from './fakes/manual-time.js'
import { aDelivery } from './fakes/memory-queue.js'
import { HERE } from './fakes/plain-ip-addresses.js'
import { aWorld } from './fakes/world.js'
import { granted } from '../builders/granted.js'
import { issueCredential } from '../builders/issue-credential.js'

/** A shop that can send, and its caller. */
const aShop = async () => {
  const world = aWorld()
  const postrider = createPostrider(world.ports)
  const account = aProviderAccount()
  const sender = { channel: 'sms' as const, header: 'SHOPIN' }
  const providerAccountIds = [account.providerAccountId]
  const tenant = await right(
    provisionTenant(world.ports)({
      displayName: 'Shop',
      environment: 'test',
      currency: 'INR',
      creditMinor: 100,
      configurations: [{ channel: 'sms', senders: [soleSender(sender)], providerAccountIds }],
      templates: [aTemplate()],
      prices: [aPrice()],
      providerAccounts: [account],
    }),
  )
  const { bearer } = await right(
    issueCredential(world.ports)({
      app: tenant.app,
      actions: ['messages.send', 'messages.read', 'billing.read'],
      channels: ['sms'],
      label: 'server',
      expiresAtMs: NOW_MS + DAY_MS,
    }),
  )
  const server = await right(postrider.authenticate(bearer, HERE))
  const caller = granted(server, 'messages.send', 'messages.read', 'billing.read')
  return { ...world, postrider, account, tenant, caller }
}

describe('The service', () => {
  it('takes a tenant from its credential to a delivered and paid message', async () => {
    const { postrider, account, tenant, caller, queue, time, provider, request } = await aShop()
    expect(isId('org', tenant.organization.organizationId)).to.equal(true)
    const { projectId, appId } = tenant.app
    const templateId = tenant.templates[0]?.templateId ?? 'none'
    const accepted = postrider.acceptMessage(caller, 'key-0001', request({ projectId, appId, templateId }))
    const { messageId } = await right(accepted)
    const dispatching = postrider.dispatching()
    expect((await dispatching.relay('transactional')).published).to.equal(1)
    for (const job of queue.published) dispatching.take(aDelivery(job))
    await turn(60)
    await time.until(dispatching.close())
    const { providerAccountId } = account
    await provider.sink()({ reports: [aReceipt({ providerAccountId, messageId })] })
    await time.until(dispatching.receipts.idle())
    const message = await right(postrider.findMessage(caller, messageId))
    expect(message).to.include({ state: 'DELIVERED', billing: 'settled' })
    const balance = await right(postrider.getBalance(caller, 'INR'))
    expect(balance).to.include({ availableMinor: 75, reservedMinor: 0 })
    expect((await right(postrider.checkInvariants())).violations).to.deep.equal([])
  })
})

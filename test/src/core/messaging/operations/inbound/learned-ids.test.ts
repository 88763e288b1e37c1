import { expect } from 'chai'
import { recipientIdKey } from '@postrider/core/consent/domain/recipient-id'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { anInboundMessage } from '@postrider/conformance/builders/an-inbound-message'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../../assembly/an-office.js'

const USER_ID = 'US.1349'

describe("The number of a vendor's id", () => {
  const office = useOffice()
  let asha: Tenant
  let incoming: ReturnType<typeof recordReceipts>

  beforeEach(async () => {
    asha = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(asha)))
    incoming = recordReceipts(office.at, recordReports(office.at))
  })

  const learn = async (number: string) => {
    const { providerAccountId } = asha.providerAccount
    await right(incoming.record({ identities: [{ providerAccountId, userId: USER_ID, number }] }))
    const key = recipientIdKey(providerAccountId, USER_ID, office.at.digests.sha256)
    return right(office.at.storage.inbound.recipientId(key))
  }

  it('is written again once a day while the person is active, also from an earlier spelling', async () => {
    const first = await learn('+5215512345678')
    await office.at.time.advance(DAY_MS - 1)
    expect(await learn('+5215512345678')).to.deep.equal(first)
    await office.at.time.advance(1)
    const later = office.at.clock.nowMs()
    expect(await learn('+5215512345678')).to.deep.equal({ ...first, learnedAtMs: later })
  })

  it('settles all opt-outs under the id, however many there are', async () => {
    const { providerAccountId } = asha.providerAccount
    const aStop = () =>
      anInboundMessage({
        ...readConsent('STOP'),
        providerAccountId,
        to: 'ASHAST',
        from: undefined,
        userId: USER_ID,
        text: 'STOP',
      })
    await right(incoming.record({ inbound: Array.from({ length: 201 }, aStop) }))
    await incoming.idle()
    const open = async () => {
      const id = { providerAccountId, userId: USER_ID }
      return (await right(office.at.storage.inbound.unattributedBy(id, undefined, 500))).length
    }
    expect(await open()).to.equal(201)
    const record = await learn('+919876543210')
    expect(record?.organizationIds).to.deep.equal([])
    await office.at.time.advance(3_000)
    await right(incoming.applyWaiting())
    expect(await open()).to.equal(0)
  })
})

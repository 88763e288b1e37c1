import { expect } from 'chai'
import { checkSenderDomains } from '@postrider/cli/doctor/check-sender-domains'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { dnsRecordsAt } from '@postrider/node/dns/dns-records'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { right } from '@postrider/conformance/outcome'
import { startDnsServer } from '../../../adapters/node/dns/dns-server.js'
import { useOffice } from '../../../core/assembly/an-office.js'

const sender = {
  channel: 'email',
  from: 'shop@acme.example',
  dkimSelector: 's1',
  spfInclude: 'spf.mail.example',
} as const

describe("The doctor's check of sender domains", () => {
  const office = useOffice()

  it('shows missing records of production apps with the ones to publish, and complete domains', async () => {
    const { storage, clock } = office.at
    for (const environment of ['production', 'test'] as const) {
      const tenant = aTenant({ app: { environment } })
      const configurations = [
        { ...tenant.configuration, channel: 'email' as const, senders: [soleSender(sender)] },
      ]
      await right(storage.catalog.save({ ...recordsOf(tenant), configurations }))
    }
    const records: Record<string, readonly string[]> = { 's1._domainkey.acme.example': ['v=DKIM1; p=AAAA'] }
    const server = await startDnsServer(records)
    // Each check has its own cache, as each run of the doctor does.
    const findings = async () =>
      (await checkSenderDomains({ storage, clock, dnsRecords: dnsRecordsAt([server.address]) })).map(
        ({ verdict, sentence, advice }) => [verdict, sentence, advice],
      )
    try {
      expect(await findings()).to.deep.equal([
        [
          'warning',
          'shop@acme.example: SPF is missing',
          'Publish TXT at acme.example: v=spf1 include:spf.mail.example ~all',
        ],
        [
          'warning',
          'shop@acme.example: DMARC is missing',
          'Publish TXT at _dmarc.acme.example: v=DMARC1; p=none; rua=mailto:dmarc@acme.example',
        ],
      ])
      records['acme.example'] = ['v=spf1 include:spf.mail.example ~all']
      records['_dmarc.acme.example'] = ['v=DMARC1; p=none']
      expect(await findings()).to.deep.equal([
        ['fine', 'shop@acme.example: SPF, DKIM and DMARC are published', undefined],
      ])
    } finally {
      await server.close()
    }
  })
})

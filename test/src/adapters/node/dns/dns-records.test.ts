import { expect } from 'chai'
import { dnsRecordsAt } from '@postrider/node/dns/dns-records'
import { senderDomainChecks } from '@postrider/core/tenancy/use-cases/check-sender-domain'
import { startDnsServer } from './dns-server.js'

const KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)

describe('DNS records', () => {
  const withServer = async (
    records: Parameters<typeof startDnsServer>[0],
    work: (server: Awaited<ReturnType<typeof startDnsServer>>) => Promise<void>,
  ): Promise<void> => {
    const server = await startDnsServer(records)
    try {
      await work(server)
    } finally {
      await server.close()
    }
  }

  it('are all TXT records of a name, with long ones in one piece; none for other names', () =>
    withServer({ 'acme.example': ['v=spf1 -all', 'x'.repeat(700)], 'empty.example': [] }, async (server) => {
      const { txt } = dnsRecordsAt([server.address])
      expect(await txt('acme.example')).to.have.members(['v=spf1 -all', 'x'.repeat(700)])
      expect(await txt('empty.example')).to.deep.equal([])
      expect(await txt('other.example')).to.deep.equal([])
    }))

  it("are undefined if the server doesn't respond", async () => {
    await withServer({ 'silent.example': undefined }, async (server) => {
      expect(await dnsRecordsAt([server.address]).txt('silent.example')).to.equal(undefined)
    })
  })

  it('show whether a domain may send, and are asked again after a day, or after a minute for a problem', () => {
    const records: Record<string, readonly string[]> = {
      'acme.example': ['v=spf1 include:spf.mail.example ~all', 'other=1'],
      '_dmarc.acme.example': ['v=DMARC1; p=reject'],
      's1._domainkey.acme.example': [`v=DKIM1; k=rsa; p=${KEY}`],
    }
    return withServer(records, async (server) => {
      let nowMs = 1
      const check = senderDomainChecks({
        clock: { nowMs: () => nowMs },
        dnsRecords: dnsRecordsAt([server.address]),
      })
      const sender = {
        channel: 'email' as const,
        from: 'orders@acme.example',
        dkimSelector: 's1',
        dkimKey: KEY,
        spfInclude: 'spf.mail.example',
      }
      const statuses = async () => (await check(sender))?.records.map(({ status }) => status)
      expect(await statuses()).to.deep.equal(['ok', 'ok', 'ok'])
      records['s1._domainkey.acme.example'] = []
      const questions = server.asked.length
      nowMs += 86_399_999
      expect(await statuses()).to.deep.equal(['ok', 'ok', 'ok'])
      expect(server.asked).to.have.length(questions)
      nowMs += 1
      expect(await statuses()).to.deep.equal(['ok', 'missing', 'unaligned'])
      records['s1._domainkey.acme.example'] = [`v=DKIM1; k=rsa; p=${KEY}`]
      nowMs += 59_999
      expect(await statuses()).to.deep.equal(['ok', 'missing', 'unaligned'])
      nowMs += 1
      expect(await statuses()).to.deep.equal(['ok', 'ok', 'ok'])
      expect(await check({ channel: 'sms', header: 'ACME' })).to.equal(undefined)
    })
  })
})

import { expect } from 'chai'
import { emailDomain } from '@postrider/core/channels/email/email-domain'

const KEY = 'A'.repeat(64)
const full = { from: 'shop@mail.acme.example', dkimSelector: 's1', dkimKey: KEY, spfInclude: 'spf.p.example' }
const names = {
  spf: 'mail.acme.example',
  dkim: 's1._domainkey.mail.acme.example',
  dmarc: '_dmarc.mail.acme.example',
  parent: '_dmarc.acme.example',
}
const good: Readonly<Record<string, readonly string[] | undefined>> = {
  [names.spf]: ['v=spf1 mx +include:SPF.p.example -all'],
  [names.dkim]: [`v=DKIM1; p= ${KEY}`],
  [names.dmarc]: [],
  [names.parent]: ['v=DMARC1; p=quarantine; rua=mailto:x@acme.example'],
}

const judged = (changes: typeof good = {}, sender: Parameters<typeof emailDomain.judge>[0] = full) =>
  Object.fromEntries(
    emailDomain
      .judge(sender, new Map(Object.entries({ ...good, ...changes })))
      .map((one) => [one.record, one]),
  )

const statuses = (...given: Parameters<typeof judged>) =>
  Object.values(judged(...given)).map(({ status }) => status)

describe('The DNS records of a sending domain', () => {
  it('are looked up at the domain, the selector, and for DMARC also at its parents', () => {
    expect(emailDomain.names(full)).to.deep.equal([names.spf, names.dkim, names.dmarc, names.parent])
  })

  it('are fine if SPF includes the provider, the selector has the key, and a parent has a policy', () => {
    expect(statuses()).to.deep.equal(['ok', 'ok', 'ok'])
  })

  it('say exactly what to publish', () => {
    const { spf, dkim, dmarc } = judged({ [names.spf]: [], [names.dkim]: [], [names.parent]: [] })
    expect(spf).to.deep.include({
      name: names.spf,
      status: 'missing',
      publish: 'v=spf1 include:spf.p.example ~all',
    })
    expect(dkim).to.deep.include({ name: names.dkim, status: 'missing', publish: `v=DKIM1; k=rsa; p=${KEY}` })
    expect(dmarc).to.deep.include({ name: names.dmarc, status: 'missing' })
    expect(dmarc?.publish).to.match(/^v=DMARC1; p=none; rua=mailto:/)
  })

  it('are wrong if SPF lacks the provider or has two records', () => {
    expect(judged({ [names.spf]: ['v=spf1 -all'] })['spf']?.status).to.equal('different')
    expect(judged({ [names.spf]: ['v=spf1 include:spf.p.example', 'v=spf1 -all'] })['spf']?.status).to.equal(
      'several',
    )
    expect(judged({ [names.spf]: ['v=spf10 -all'] })['spf']?.status).to.equal('missing')
  })

  it('are wrong if the selector has another key or a revoked one, and DMARC is then unaligned', () => {
    expect(statuses({ [names.dkim]: ['v=DKIM1; p=BBBB'] })).to.deep.equal(['ok', 'different', 'unaligned'])
    expect(statuses({ [names.dkim]: ['v=DKIM1; p='] })).to.deep.equal(['ok', 'missing', 'unaligned'])
    expect(statuses({}, { from: full.from })).to.deep.equal(['ok', 'not_configured', 'unaligned'])
  })

  it('are wrong if DMARC has no policy', () => {
    expect(judged({ [names.parent]: ['v=DMARC1; rua=mailto:x@acme.example'] })['dmarc']?.status).to.equal(
      'different',
    )
  })

  it("aren't judged if DNS doesn't respond", () => {
    const silent = { [names.spf]: undefined, [names.dkim]: undefined, [names.parent]: undefined }
    expect(statuses(silent)).to.deep.equal(['no_answer', 'no_answer', 'no_answer'])
  })
})

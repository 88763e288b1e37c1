import { expect } from 'chai'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { clock, parts } from './open-smtp.js'

const settings = { host: 'mail.example', port: 587, tls: 'starttls' }

describe('The check of an SMTP account', () => {
  const check = (changes: object, secrets: Readonly<Record<string, string>> = {}) =>
    smtpOpener(parts).check({ settings: { ...settings, ...changes }, maxConcurrent: 4 }, secrets)

  it('refuses settings with which no mail server can be called', () => {
    expect(check({})).to.equal(undefined)
    expect(check({ name: 'postrider.example', maxConnections: 2 }, { user: 'a', password: 'b' })).to.equal(
      undefined,
    )
  })

  it('refuses a login in clear, except to this machine', () => {
    const login = { user: 'a', password: 'my-secret' }
    const hosts = [
      'mail.example',
      '10.0.0.1',
      '127.evil.example',
      'localhost.evil.example',
      '::ffff:127.0.0.1',
    ]
    for (const host of hosts)
      expect(check({ host, tls: 'none' }, login), host).to.match(/^SMTP account: a login requires tls/)
    for (const host of ['localhost', '127.0.0.1', '127.255.0.9', '::1'])
      expect(check({ host, tls: 'none' }, login), host).to.equal(undefined)
    expect(check({ tls: 'none' })).to.equal(undefined)
  })

  it('allows a private host only if the installation lists it, and never one of metadata', () => {
    const closed = smtpOpener({ clock, networks: providerNetworks([]) })
    const problem = (host: string) => closed.check({ settings: { ...settings, host }, maxConcurrent: 4 }, {})
    for (const host of ['127.0.0.1', '::1', 'localhost', '10.0.0.1', 'mail.internal'])
      expect(problem(host), host).to.match(/^SMTP account: host is private, and POSTRIDER_PROVIDER_NETWORKS/)
    expect(check({ host: '169.254.169.254', port: 80, tls: 'none' })).to.match(
      /^SMTP account: host is a link-local/,
    )
    expect(check({ host: '127.0.0.1' })).to.equal(undefined)
  })

  it('reports a sentence that repeats neither a secret nor an invalid name of one', () => {
    expect(check({ tls: 'perhaps' })).to.equal(
      'SMTP account: tls: The value must be one of: none, starttls, implicit.',
    )
    for (const bounceDomain of [
      'bounces',
      '192.0.2.1',
      'a b.example',
      'x@y.example',
      `${'a'.repeat(60)}.`.repeat(4),
    ])
      expect(check({ bounceDomain }), bounceDomain).to.match(/^SMTP account: bounceDomain/)
    expect(check({ port: 0 })).to.include('port')
    expect(check({ encryption: 'none' })).to.include('encryption')
    for (const sentence of [check({}, { 'my-secret': 'x' }), check({}, { user: 'my-secret' })]) {
      expect(sentence).to.match(/^SMTP account: /)
      expect(sentence).not.to.include('my-secret')
    }
  })
})

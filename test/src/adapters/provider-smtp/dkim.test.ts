import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import type { UnsubscribeOffer } from '@postrider/core/consent/domain/unsubscribe-link'
import { anEmail } from '@postrider/conformance/provider'
import { verifyDkim } from '../../servers/verify-dkim.js'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { openSmtp, parts } from './open-smtp.js'
import { startScriptedSmtpServer } from './scripted-smtp-server.js'

const newKey = (bits = 2_048) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const record = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { pem: String(pem), record: `v=DKIM1; k=rsa; p=${record}` }
}

const one = newKey()
const other = newKey()

const sent = async (
  settings: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
  unsubscribe?: UnsubscribeOffer,
) => {
  const server = await startScriptedSmtpServer()
  const provider = openSmtp(server.port, settings, secrets)
  expect(await provider.submit(anEmail('zoe@example.com', { unsubscribe }), 5_000)).to.have.property(
    '_tag',
    'Accepted',
  )
  await provider.close()
  await server.close()
  // The scripted server keeps the body as the protocol carries it, with CRLF.
  return server.mails[0]?.raw ?? ''
}

describe('The DKIM signature of an email', () => {
  it('is valid for an independent verifier, with the key of the From domain', async () => {
    const raw = await sent({ dkimSelector: 's1' }, { dkimKey: one.pem })
    expect(raw).to.match(/d=shop\.example;/)
    expect(await verifyDkim(raw, { 's1._domainkey.shop.example': one.record })).to.deep.equal([true])
    expect(await verifyDkim(raw, { 's1._domainkey.shop.example': other.record })).to.deep.equal([false])
    const changed = raw.replace('Subject: Your order', 'Subject: Your money')
    expect(await verifyDkim(changed, { 's1._domainkey.shop.example': one.record })).to.deep.equal([false])
  })

  it('is added twice while keys are rotated, and one of them is enough', async () => {
    const raw = await sent(
      { dkimDomain: 'Example.com', dkimSelector: 's1', dkimSelectorNext: 's2' },
      { dkimKey: one.pem, dkimKeyNext: other.pem },
    )
    const [first, next] = ['s1._domainkey.example.com', 's2._domainkey.example.com']
    expect(await verifyDkim(raw, { [first]: one.record, [next]: other.record })).to.deep.equal([true, true])
    expect((await verifyDkim(raw, { [next]: other.record })).filter(Boolean)).to.have.length(1)
  })

  it('covers the headers of unsubscribe links', async () => {
    const unsubscribe = { url: 'https://api.example.com/unsubscribe/x', label: 'Unsubscribe' }
    const raw = await sent({ dkimSelector: 's1' }, { dkimKey: one.pem }, unsubscribe)
    expect(raw.replaceAll(/\s/g, '')).to.match(/;h=[\w:-]*:list-unsubscribe:list-unsubscribe-post[:;]/i)
    const records = { 's1._domainkey.shop.example': one.record }
    expect(await verifyDkim(raw, records)).to.deep.equal([true])
    for (const [part, changed] of [
      ['List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click'],
      ['<https://api.example.com', '<https://api.example.org'],
    ] as const)
      expect(await verifyDkim(raw.replace(part, changed), records), part).to.deep.equal([false])
  })

  it('is missing without a key', async () => {
    expect(await sent({}, {})).not.to.match(/^DKIM-Signature/im)
  })

  it('needs a selector with each key, and an RSA key of 1,024 bits', () => {
    const problemOf = (settings: object, secrets: Readonly<Record<string, string>>) =>
      smtpOpener(parts).check(
        { settings: { host: 'smtp.example.com', port: 587, tls: 'starttls', ...settings }, maxConcurrent: 1 },
        secrets,
      )
    const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    expect(problemOf({ dkimSelector: 's1' }, { dkimKey: one.pem })).to.equal(undefined)
    for (const [settings, secrets, problem] of [
      [{ dkimSelector: 's1' }, {}, 'dkimSelector and dkimKey must be set together'],
      [{}, { dkimKey: one.pem }, 'dkimSelector and dkimKey must be set together'],
      [{ dkimDomain: 'example.com' }, {}, 'dkimDomain needs dkimSelector and dkimKey'],
      [{ dkimSelectorNext: 's2' }, { dkimKeyNext: one.pem }, 'dkimKeyNext needs dkimKey'],
      [
        { dkimSelector: 's1', dkimSelectorNext: 's1' },
        { dkimKey: one.pem, dkimKeyNext: other.pem },
        'dkimSelectorNext is the same as dkimSelector',
      ],
      [{ dkimSelector: 's1' }, { dkimKey: 'no key' }, 'dkimKey is not a private key in PEM format'],
      [{ dkimSelector: 's1' }, { dkimKey: String(ed25519) }, 'dkimKey is not an RSA key'],
      [{ dkimSelector: 's1' }, { dkimKey: newKey(512).pem }, 'dkimKey has fewer than 1024 bits'],
    ] as const)
      expect(problemOf(settings, secrets)).to.include(problem)
  })
})

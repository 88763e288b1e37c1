import { expect } from 'chai'
import PostalMime from 'postal-mime'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { anEmail } from '@postrider/conformance/provider'
import { headerNames } from '../mail-headers.js'
import { openSmtp } from './open-smtp.js'
import { startScriptedSmtpServer, type ScriptedSmtpServer } from './scripted-smtp-server.js'

describe('An email', () => {
  let server: ScriptedSmtpServer
  let provider: Provider
  beforeEach(async () => {
    server = await startScriptedSmtpServer()
    provider = openSmtp(server.port)
  })
  afterEach(async () => {
    await provider.close()
    await server.close()
  })

  it('has the names, addresses and parts of the submission, and our reference as its Message-ID', async () => {
    const email = anEmail('zoe@example.com')
    await provider.submit(email, 2_000)
    const [received] = server.mails
    expect(received).to.deep.include({ from: 'orders@shop.example', to: ['zoe@example.com'] })
    const mail = await PostalMime.parse(received?.raw ?? '')
    expect(mail.from).to.deep.include({ name: 'The Shop', address: 'orders@shop.example' })
    expect(mail.to).to.deep.equal([{ name: 'Zoë O’Brien', address: 'zoe@example.com' }])
    expect(mail.replyTo).to.deep.equal([{ name: '', address: 'help@shop.example' }])
    expect(mail.messageId).to.equal(`<${email.messageId}@shop.example>`)
    expect(mail.subject).to.equal('Your order')
    expect(mail.html?.trim()).to.equal('<p>It is on its way.</p>')
  })

  it("requests reports with our reference from servers with that extension, without content, to the account's address", async () => {
    const able = await startScriptedSmtpServer({ extensions: ['DSN'] })
    const reporting = openSmtp(able.port, { bounceDomain: 'Bounces.example.com' })
    const bounceAddress = 'b+msg.mac@bounces.example.com'
    const email = anEmail('zoe@example.com', { bounceAddress })
    await reporting.submit(email, 2_000)
    expect(able.mails[0]?.from).to.equal(bounceAddress)
    expect(able.mails[0]?.raw)
      .to.match(/^From: The Shop <orders@shop.example>/m)
      .and.not.include(bounceAddress)
    expect(able.parameters).to.deep.equal([`RET=HDRS ENVID=${email.messageId}`, 'NOTIFY=FAILURE,DELAY'])
    expect(reporting.bounceDomain).to.equal('bounces.example.com')
    await reporting.close()
    await able.close()
    await provider.submit(email, 2_000)
    expect(server.parameters).to.deep.equal(['', ''])
    expect(provider.bounceDomain).to.equal(undefined)
  })

  it('shows its recipient nothing of the request behind it', async () => {
    const email = anEmail('zoe@example.com')
    await provider.submit(email, 2_000)
    const { requestId = 'none', traceparent = 'none' } = email.trace
    expect(server.mails[0]?.raw).to.not.include(requestId).and.not.include(traceparent.slice(3, 35))
    expect(provider.reportsNothing).to.equal(true)
  })

  it('is marked as automatic, so that no out-of-office system replies', async () => {
    await provider.submit(anEmail('zoe@example.com'), 2_000)
    expect(server.mails[0]?.raw).to.match(/^Auto-Submitted: auto-generated\r$/m)
  })

  it('has the unsubscribe link of a promotional message in its headers and at its end', async () => {
    const url = `https://api.example.com/unsubscribe/${'x'.repeat(300)}`
    const html = '<html><body><p>Sale</p></body></html>'
    const content = { channel: 'email', subject: 'Sale', text: 'Sale\n', html } as const
    await provider.submit(
      anEmail('zoe@example.com', { unsubscribe: { url, label: 'Se désabonner' }, content }),
      2_000,
    )
    const { headers, text, html: shown } = await PostalMime.parse(server.mails[0]?.raw ?? '')
    const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
    expect(valuesOf('list-unsubscribe')).to.deep.equal([`<${url}>`])
    expect(valuesOf('list-unsubscribe-post')).to.deep.equal(['List-Unsubscribe=One-Click'])
    expect(text?.trimEnd()).to.equal(`Sale\n\nSe désabonner: ${url}`)
    expect(shown).to.include(`<a href="${url}">Se désabonner</a></p></body></html>`)
    await provider.submit(anEmail('zoe@example.com'), 2_000)
    expect(headerNames(server.mails[1]?.raw ?? '')).to.not.include('list-unsubscribe')
    expect((await PostalMime.parse(server.mails[1]?.raw ?? '')).text).not.to.include('unsubscribe')
  })

  it('has the link after HTML without a body, and after the last one', async () => {
    const offer = { url: 'https://api.example.com/unsubscribe/x', label: 'Unsubscribe' }
    const htmlOf = async (html: string) => {
      const content = { channel: 'email', subject: 'Sale', text: 'Sale', html } as const
      await provider.submit(anEmail('zoe@example.com', { unsubscribe: offer, content }), 2_000)
      return (await PostalMime.parse(server.mails.at(-1)?.raw ?? '')).html?.trim()
    }
    expect(await htmlOf('<p>Sale</p>')).to.match(/^<p>Sale<\/p><p [^>]+><a [^>]+>Unsubscribe<\/a><\/p>$/)
    expect(await htmlOf('<pre></body></pre></BODY >')).to.match(/^<pre><\/body><\/pre><p .+<\/p><\/BODY >$/)
  })

  it('offers no step without a page over HTTP without TLS', async () => {
    const unsubscribe = { url: 'http://127.0.0.1/unsubscribe/x', label: 'Unsubscribe' }
    await provider.submit(anEmail('zoe@example.com', { unsubscribe }), 2_000)
    expect(server.mails[0]?.raw)
      .to.match(/^List-Unsubscribe:/m)
      .and.not.match(/^List-Unsubscribe-Post/m)
  })

  it('has no header from a name or a subject', async () => {
    await provider.submit(anEmail('zoe@example.com'), 2_000)
    const [usual] = server.mails
    const nasty = 'x\r\nBcc: thief@evil.example\r\nX-Evil: 1\r\n\r\n<b>body</b>'
    await provider.submit(
      anEmail('zoe@example.com', {
        recipientName: nasty,
        sender: {
          channel: 'email',
          from: 'orders@shop.example',
          fromName: nasty,
          replyTo: 'help@shop.example',
        },
        content: { channel: 'email', subject: nasty, text: 'text', html: '<p>html</p>' },
      }),
      2_000,
    )
    const [, received] = server.mails
    expect(headerNames(received?.raw ?? '')).to.have.members([...headerNames(usual?.raw ?? '')])
    expect(received?.to).to.deep.equal(['zoe@example.com'])
    const mail = await PostalMime.parse(received?.raw ?? '')
    expect(mail.to).to.have.length(1)
    expect(mail.text?.trim()).to.equal('text')
  })

  it('names only its recipient and sender, even if a name looks like addresses', async () => {
    const name = '"x" <thief@evil.example>, second@evil.example; third@evil.example'
    await provider.submit(
      anEmail('zoe@example.com', {
        recipientName: name,
        sender: { channel: 'email', from: 'orders@shop.example', fromName: name },
      }),
      2_000,
    )
    const mail = await PostalMime.parse(server.mails[0]?.raw ?? '')
    expect(mail.to).to.deep.equal([{ name, address: 'zoe@example.com' }])
    expect(mail.from).to.deep.include({ name, address: 'orders@shop.example' })
  })

  it('goes to the ASCII form of an international domain', async () => {
    await provider.submit(anEmail('zoe@bücher.example'), 2_000)
    expect(server.mails[0]?.to).to.deep.equal(['zoe@xn--bcher-kva.example'])
  })

  it("doesn't read files or addresses that its texts name", async () => {
    const content = { channel: 'email', subject: 's', text: 'file:///etc/passwd', html: undefined } as const
    await provider.submit(anEmail('zoe@example.com', { content }), 2_000)
    expect((await PostalMime.parse(server.mails[0]?.raw ?? '')).text?.trim()).to.equal('file:///etc/passwd')
  })
})

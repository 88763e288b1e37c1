import { expect } from 'chai'
import PostalMime from 'postal-mime'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { invitationMail } from '@postrider/core/identity/domain/mail/invitation-mail'
import { headerNames } from '../mail-headers.js'
import { aMail } from './a-mail.js'
import { openMailer } from './open-mailer.js'
import { takeMail, type TakingServer } from './take-mail.js'

const NASTY = [
  'x\r\nBcc: thief@evil.example\r\n\r\n<b>body</b>',
  'x\nBcc: thief@evil.example',
  'x\rBcc: thief@evil.example',
  'x\u2028Bcc: thief@evil.example\u0085Bcc: thief@evil.example\u0000',
  '"x" <thief@evil.example>, second@evil.example; third@evil.example',
]

describe('An email of the service', () => {
  let server: TakingServer
  let mailer: Mailer
  beforeEach(async () => {
    server = await takeMail()
    mailer = openMailer(server.port)
  })
  afterEach(async () => {
    await mailer.close()
    await server.close()
  })

  const raw = (index: number): string => server.mails[index]?.raw ?? ''

  it('has the given content in text and in HTML, with its own id', async () => {
    expect(await mailer.send(aMail())).to.deep.equal({ outcome: 'sent' })
    expect(server.mails[0]).to.deep.include({ to: ['zoe@example.com'], user: undefined })
    const mail = await PostalMime.parse(raw(0))
    expect(mail.from).to.deep.include({ name: 'Postrider', address: 'no-reply@post.example' })
    expect(mail.to).to.deep.equal([{ name: '', address: 'zoe@example.com' }])
    expect(mail.subject).to.equal('Choose a new password')
    expect(mail.text?.trim()).to.equal(aMail().text.trim())
    expect(mail.html?.trim()).to.equal(aMail().html)
    expect(mail.messageId).to.equal('<0123456789abcdef0123456789abcdef@post.example>')
  })

  it('is marked as automatic, without the name of the program', async () => {
    await mailer.send(aMail())
    expect(raw(0)).to.match(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw(0)).to.not.match(/nodemailer/i)
  })

  it('keeps its Message-ID when it is sent again', async () => {
    await mailer.send(aMail())
    await mailer.send(aMail())
    const [first, second] = await Promise.all([PostalMime.parse(raw(0)), PostalMime.parse(raw(1))])
    expect(first.messageId).to.equal(second.messageId)
  })

  for (const nasty of NASTY) {
    it(`gets no header or recipient from its texts: ${JSON.stringify(nasty)}`, async () => {
      await mailer.send(aMail())
      const text = { subject: nasty, text: nasty, html: nasty }
      expect(await mailer.send(aMail(text))).to.deep.equal({ outcome: 'sent' })
      expect(headerNames(raw(1))).to.deep.equal(headerNames(raw(0)))
      expect(server.mails[1]?.to).to.deep.equal(['zoe@example.com'])
      const mail = await PostalMime.parse(raw(1))
      expect([mail.to?.length, mail.cc, mail.bcc]).to.deep.equal([1, undefined, undefined])
      expect(mail.subject).to.not.match(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    })

    it(`gets none from a name either: ${JSON.stringify(nasty)}`, async () => {
      await mailer.send(aMail())
      const link = `https://post.example/${nasty}`
      const facts = { organizationName: nasty, inviterName: nasty, role: nasty, link, validDays: 7 }
      await mailer.send(aMail(invitationMail(DEFAULT_PRODUCT, facts)))
      expect(headerNames(raw(1))).to.deep.equal(headerNames(raw(0)))
      expect(server.mails[1]?.to).to.deep.equal(['zoe@example.com'])
    })

    it(`is refused with an address or an id like this: ${JSON.stringify(nasty)}`, async () => {
      const noAddress = { outcome: 'refused', cause: 'the recipient is not an email address' }
      expect(await mailer.send(aMail({ to: nasty }))).to.deep.equal(noAddress)
      const spliced = `zoe@example.com${nasty.slice(1)}`
      expect(await mailer.send(aMail({ to: spliced }))).to.deep.equal(noAddress)
      expect(await mailer.send(aMail({ mailId: nasty }))).to.have.property('outcome', 'refused')
      expect(server.mails).to.deep.equal([])
    })
  }

  it("doesn't read files or addresses that its texts name", async () => {
    await mailer.send(aMail({ text: 'file:///etc/passwd', html: '/etc/passwd' }))
    const mail = await PostalMime.parse(raw(0))
    expect([mail.text?.trim(), mail.html?.trim()]).to.deep.equal(['file:///etc/passwd', '/etc/passwd'])
  })
})

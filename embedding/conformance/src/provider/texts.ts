import { expect } from 'chai'
import { eventually } from '../eventually.js'
import { lineBreakOf, messageOf, readOf } from './kit-message.js'
import { copiesOf, type ProviderUnderTest, submit } from './provider-under-test.js'

const NASTY = [
  'line\r\nBcc: thief@evil.example',
  'line\nSubject: other',
  '\r\n\r\nbody',
  '"quoted" <thief@evil.example>, second@evil.example',
  'dot\r\n.\r\nMAIL FROM:<thief@evil.example>',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ← 日本語 😀',
  ' separator  and bell\u0007',
  `${'long '.repeat(60)}name`,
]

/**
 * Lengths of one, two and more parts, in either alphabet, with a double-length character at the boundary
 * between parts.
 */
const LENGTHS = [
  'w'.repeat(100),
  'w'.repeat(200),
  `${'w'.repeat(121)}€${'{x}'.repeat(80)}`,
  'ä日'.repeat(15),
  '日本'.repeat(40),
  `${'日'.repeat(35)}😀${'本😀'.repeat(40)}`,
]

const carrying = (at: ProviderUnderTest): void => {
  it('sends the message only to its recipient, for any content of names and texts', async () => {
    const { accepted } = at.opened.destinations
    for (const nasty of NASTY) {
      const text = `before\n${nasty}\n.\nafter`
      const sent = messageOf(at.channel, accepted, { recipientName: nasty, subject: nasty, text })
      expect(await submit(at, sent), nasty).to.have.property('_tag', 'Accepted')
      await eventually('it arrived', async () => (await copiesOf(at, sent)) === 1)
    }
    const messages = await at.opened.delivered()
    const end = lineBreakOf(at.channel)
    const asWritten = new RegExp(`^before${end}[^]*${end}\\.${end}after$`)
    expect(messages).to.have.length(NASTY.length)
    for (const { to, text } of messages) {
      expect(to).to.equal(accepted)
      expect(text.trim()).to.match(asWritten)
    }
  })

  it('keeps every character of a text', async () => {
    const text = `ä €  𝔘 日本語 😀 "quotes" 'x' <b>&amp;</b> {{name}} =3D\n.\n..\n${'w'.repeat(2000)}\nend`
    const subject = 'ä 日本語 😀'
    const sent = messageOf(at.channel, at.opened.destinations.accepted, { subject, text })
    await submit(at, sent)
    await eventually('it arrived', async () => (await copiesOf(at, sent)) === 1)
    const [message] = await at.opened.delivered()
    expect(message?.text.trim().replaceAll('\r\n', '\n')).to.equal(readOf(at.channel, text))
    expect(message?.subject).to.equal(at.channel === 'email' ? subject : undefined)
  })
}

const dividing = (at: ProviderUnderTest): void => {
  if (at.channel !== 'sms') return
  const { takesWhole, namesNothing } = at.options

  it('sends a text in as many parts as are charged, each with an identifier, or whole with one', async () => {
    for (const text of LENGTHS) {
      const sent = messageOf(at.channel, at.opened.destinations.accepted, { text })
      const charged = sent.content.channel === 'sms' ? sent.content.segments : 0
      const outcome = await submit(at, sent)
      const names = outcome._tag === 'Accepted' ? outcome.providerMessageIds : undefined
      expect(names, text).to.have.length(namesNothing ? 0 : takesWhole ? 1 : charged)
      expect(new Set(names).size).to.equal(names?.length)
      await eventually('all of it arrived', async () => (await copiesOf(at, sent)) === 1)
      const got = (await at.opened.delivered()).find(({ reference }) => reference === sent.messageId)
      expect(got?.text).to.equal(text)
      expect(got?.parts ?? charged, text).to.equal(charged)
    }
  })
}

/** Tests that texts arrive unchanged. */
export const texts = (at: ProviderUnderTest): void => {
  carrying(at)
  dividing(at)
}

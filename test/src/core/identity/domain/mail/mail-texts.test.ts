import { expect } from 'chai'
import fc from 'fast-check'
import { agentKeyMadeMail, type MadeKeyFacts } from '@postrider/core/identity/domain/mail/agent-key-made-mail'
import { enrolmentMail } from '@postrider/core/identity/domain/mail/enrolment-mail'
import { lowBalanceMail } from '@postrider/core/identity/domain/mail/low-balance-mail'
import { webhookDisabledMail, webhookFailingMail } from '@postrider/core/identity/domain/mail/webhook-mails'
import { invitationMail } from '@postrider/core/identity/domain/mail/invitation-mail'
import type { MailText } from '@postrider/core/identity/domain/mail/mail-text'
import { passwordChangedMail } from '@postrider/core/identity/domain/mail/password-changed-mail'
import { recoveryMail } from '@postrider/core/identity/domain/mail/recovery-mail'
import { secondFactorChangedMail } from '@postrider/core/identity/domain/mail/second-factor-changed-mail'
import { sessionsEndedMail } from '@postrider/core/identity/domain/mail/sessions-ended-mail'
import { signInBlockedMail } from '@postrider/core/identity/domain/mail/sign-in-blocked-mail'
import {
  customerInvitationMail,
  hasAccountMail,
  signUpMail,
} from '@postrider/core/identity/domain/mail/sign-up-mail'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import { check } from '../../../check.js'

const AT_MS = Date.UTC(2026, 0, 5, 9, 7, 59)
const LINK = 'https://post.example/recovery?token=a&b="c"'

const invite = (
  facts: Partial<Parameters<typeof invitationMail>[1]> = {},
  product: Product = DEFAULT_PRODUCT,
): MailText =>
  invitationMail(product, {
    organizationName: 'Acme & Sons',
    inviterName: 'Zoë O’Brien',
    role: 'developer',
    link: LINK,
    validDays: 7,
    ...facts,
  })

const enrolling = (
  facts: Partial<Parameters<typeof enrolmentMail>[1]> = {},
  product: Product = DEFAULT_PRODUCT,
): MailText =>
  enrolmentMail(product, {
    inviterName: 'Olu',
    organizationName: 'Acme & Sons',
    isReset: false,
    publicUrl: 'https://post.example',
    link: LINK,
    validDays: 7,
    ...facts,
  })

const keyMade = (facts: Partial<MadeKeyFacts>, product: Product): MailText =>
  agentKeyMadeMail(product, {
    atMs: AT_MS,
    label: 'nightly <report>',
    makerName: 'Olu',
    sponsorName: undefined,
    organizationName: 'Acme & Sons',
    waits: true,
    link: LINK,
    ...facts,
  })

const ENDPOINT = {
  organizationName: 'Acme & Sons',
  appId: 'app_1',
  appName: 'Shop',
  environment: 'production',
  host: 'hooks.example.com',
  isGone: false,
} as const

const mailsOf = (product: Product): Readonly<Record<string, MailText>> => ({
  recovery: recoveryMail(product, { link: LINK, validMinutes: 30 }),
  invitation: invite({}, product),
  'sign-up': signUpMail(product, { link: LINK, validHours: 24 }),
  'customer invitation': customerInvitationMail(product, { inviterName: 'Olu', link: LINK, validDays: 7 }),
  'existing account': hasAccountMail(product, { signInLink: LINK, recoverLink: LINK }),
  enrolment: enrolling({}, product),
  'enrollment with a new link': enrolling({ organizationName: undefined }, product),
  'enrollment after a reset': enrolling({ organizationName: undefined, isReset: true }, product),
  'password changed': passwordChangedMail(product, { atMs: AT_MS }),
  'second factor on': secondFactorChangedMail(product, { atMs: AT_MS, isOn: true }),
  'second factor removed': secondFactorChangedMail(product, { atMs: AT_MS, isOn: false }),
  'sessions ended': sessionsEndedMail(product, { atMs: AT_MS, why: 'refresh_token_reused' }),
  'sessions ended by an operator': sessionsEndedMail(product, { atMs: AT_MS, why: 'ended_by_operator' }),
  'key made for the reader': keyMade({}, product),
  'key made for another person': keyMade({ sponsorName: 'Zoë O’Brien' }, product),
  'key that creates an Organization': keyMade({ organizationName: undefined }, product),
  'key that works at once': keyMade({ sponsorName: 'Zoë O’Brien', waits: false }, product),
  'sign-ins blocked': signInBlockedMail(product, { atMs: AT_MS }),
  'balance is low': lowBalanceMail(product, {
    organizationName: 'Acme & Sons',
    environment: 'production',
    currency: 'INR',
    availableMinor: 50_00,
    thresholdMinor: 100_00,
    link: LINK,
  }),
  'webhook endpoint fails': webhookFailingMail(product, { ...ENDPOINT, link: LINK }),
  'webhook endpoint disabled': webhookDisabledMail(product, { ...ENDPOINT, link: LINK }),
  'webhook endpoint gone': webhookDisabledMail(product, { ...ENDPOINT, isGone: true, link: LINK }),
})

const MAILS = mailsOf(DEFAULT_PRODUCT)

const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Returns the text that a reader of the HTML sees. */
const seen = (html: string): string =>
  unescaped(html.replace(/<title>.*<\/title>/, '').replace(/<[^>]*>/g, ''))

const tagsOf = (html: string): readonly string[] => html.match(/<[^>]*>/g) ?? []

describe('Each email of the service', () => {
  for (const [name, { subject, text, html }] of Object.entries(MAILS)) {
    it(`${name}: has a subject on one line, which is also its title`, () => {
      expect(subject).to.match(/^\P{Cc}{10,160}$/u)
      expect(unescaped(/<title>(.*)<\/title>/.exec(html)?.[1] ?? '')).to.equal(subject)
    })

    it(`${name}: has the same content in HTML and text`, () => {
      const paragraphs = text.split('\n\n').map((paragraph) => paragraph.trim().replace(/:$/, ''))
      for (const paragraph of paragraphs) expect(seen(html)).to.include(paragraph)
    })

    it(`${name}: has HTML that names its language and loads nothing`, () => {
      expect(html).to.match(/^<!doctype html>\n<html lang="en">\n/)
      const names = tagsOf(html).map((tag) => /^<[/!]?(\w+)/.exec(tag)?.[1])
      const known = ['doctype', 'html', 'head', 'meta', 'title', 'body', 'p', 'a', 'br']
      expect([...new Set(names)].filter((tag) => !known.includes(tag ?? ''))).to.deep.equal([])
      expect(html).to.not.match(/\s(src|style|background|on\w+)=/)
    })
  }

  it('gives times in UTC', () => {
    for (const name of ['password changed', 'sessions ended', 'sign-ins blocked'])
      expect(MAILS[name]?.text).to.include('on 5 January 2026 at 09:07 UTC')
    const late = passwordChangedMail(DEFAULT_PRODUCT, { atMs: Date.UTC(2027, 11, 31, 23, 59) })
    expect(late.text).to.include('on 31 December 2027 at 23:59 UTC')
  })
})

describe('A link in an email', () => {
  for (const name of ['recovery', 'invitation', 'enrolment']) {
    it(`${name}: has its own line in the text, and is link and text in the HTML`, () => {
      const { text, html } = MAILS[name] ?? expect.fail(name)
      expect(text.split('\n')).to.include(LINK)
      const links = tagsOf(html).filter((tag) => tag.startsWith('<a '))
      expect(links.map(unescaped)).to.deep.equal([`<a href="${LINK}">`])
      expect(links[0]?.match(/"/g)).to.have.length(2)
      expect(seen(html).split('\n').join(' ')).to.include(LINK)
    })
  }

  it('has its period of validity next to it', () => {
    expect(MAILS['recovery']?.text).to.include('within 30 minutes after the request')
    expect(recoveryMail(DEFAULT_PRODUCT, { link: LINK, validMinutes: 1 }).text).to.include(
      'within 1 minute after the request',
    )
    expect(MAILS['invitation']?.text).to.include('within 7 days after the invitation')
  })
})

describe('The email of an enrollment', () => {
  it('names who set up what and where, or who ordered a new link, and the next step', () => {
    expect(enrolling().text).to.include(
      'Olu has set up Postrider for the Organization “Acme & Sons” at https://post.example',
    )
    const another = enrolling({ organizationName: undefined, validDays: 1 }).text
    expect(another).to.include('Olu has created a new link for you')
    expect(another).to.include('within 1 day after it was created')
    for (const { text } of [enrolling(), enrolling({ organizationName: undefined })])
      expect(text).to.include('npx postrider admin enrol').and.include('the form on that page')
  })

  it('gets no extra line from a name', () => {
    const nasty = 'a\r\nBcc: thief@evil.example'
    const { text } = enrolling({ inviterName: nasty, organizationName: nasty })
    expect(text.split('\n')).to.have.length(enrolling().text.split('\n').length)
  })
})

describe('An invitation', () => {
  it('names the inviter, the Organization and the role', () => {
    const { subject, text } = invite()
    expect(subject).to.equal('Invitation to join “Acme & Sons” on Postrider')
    for (const line of ['Organization: “Acme & Sons”', 'Invited by: “Zoë O’Brien”', 'Role: developer'])
      expect(text.split('\n')).to.include(line)
  })

  it('gets no address from a name, and at most 60 characters of it', () => {
    for (const name of [
      'You have won! Claim at https://evil.example/prize',
      'Claim at www.evil.example now',
      'Claim at evil.example/prize now',
      'Claim: HTTPS://EVIL.EXAMPLE',
    ]) {
      const { subject, text, html } = invite({ organizationName: name, inviterName: name })
      for (const content of [subject, text, html]) {
        expect(content, name).to.include('[address removed]')
        expect(content, name).not.to.match(/evil/i)
      }
    }
    expect(invite({ organizationName: 'Acme Ltd. (acme.example)' }).text).to.include(
      'Acme Ltd. (acme.example)',
    )
    expect(invite({ organizationName: 'a'.repeat(61) }).text).to.include(`“${'a'.repeat(59)}…”`)
  })

  it('gets no HTML from a name', () => {
    const nasty = `<img src="x" onerror='x'>&lt;b&gt;</p></title>`
    const { html } = invite({ organizationName: nasty, inviterName: nasty, role: nasty, link: nasty })
    expect(tagsOf(html).filter((tag) => tag.startsWith('<a '))).to.have.length(1)
    const withoutLinks = (one: string) => tagsOf(one).filter((tag) => !tag.startsWith('<a '))
    expect(withoutLinks(html)).to.deep.equal(withoutLinks(invite().html))
    expect(seen(html)).to.include(nasty)
  })

  it('gets no extra line from a name, and no character that reverses the text', () => {
    const breaks = [
      '\r\n',
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u0000',
      '\u001b',
      '\u202e',
      '\u2066',
      '\ud800',
    ]
    for (const piece of breaks) {
      const name = `a${piece}Bcc: thief@evil.example`
      const { subject, text, html } = invite({ organizationName: name, inviterName: name, role: name })
      for (const content of [subject, text, html]) expect(content).to.include('a Bcc: thief@evil.example')
      expect(text.split('\n')).to.have.length(invite().text.split('\n').length)
      expect(subject).to.not.match(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202e\u2066]/u)
    }
  })

  it('keeps names in any script, with the marks that they need', () => {
    for (const name of ['বাংলা', 'نویسه‌ها', 'क्‍ष', '株式会社', '👩‍👩‍👧 & Co.', 'O’Brien–Smith'])
      expect(invite({ organizationName: name }).subject).to.include(`“${name}”`)
  })

  it('limits the length of a name', () => {
    const { subject } = invite({ organizationName: '👩'.repeat(300) })
    expect(subject).to.equal(`Invitation to join “${'👩'.repeat(59)}…” on Postrider`)
    expect(invite({ organizationName: 'x'.repeat(60) }).subject).to.include('x'.repeat(60))
  })

  it('has a subject on one line, for any names', () => {
    check(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const { subject, text } = invite({ organizationName: name, inviterName: name })
        expect(subject).to.match(/^\P{Cc}*$/u)
        expect(text.split('\n')).to.have.length(invite().text.split('\n').length)
      }),
      1000,
    )
  })
})

/** Names as the setting allows them. */
const productNames = fc
  .string({ unit: fc.constantFrom(..."Acme<>&'` éß株{}$"), minLength: 1, maxLength: 40 })
  .map((name) => name.trim())
  .filter((name) => name !== '')

const supportAddresses = fc.constantFrom('help@acme.example', 'https://acme.example/help?a=1&b=2', undefined)

describe('Every email of a product with another name', () => {
  it('has the name and the support address, and never says Postrider', () => {
    check(
      fc.property(productNames, supportAddresses, (name, supportAddress) => {
        for (const { subject, text, html } of Object.values(mailsOf({ name, supportAddress }))) {
          for (const part of [subject, text, html]) expect(part).to.not.include('Postrider')
          expect(text).to.include(`This is an automated email from ${name}.`)
          expect(seen(html)).to.include(`This is an automated email from ${name}.`)
          const help = `For help, contact support: ${supportAddress}`
          expect(text.endsWith(`\n\n${help}\n`)).to.equal(supportAddress !== undefined)
          expect(seen(html).includes(help)).to.equal(supportAddress !== undefined)
        }
      }),
    )
  })

  it('gets no HTML tag from the name', () => {
    const ours = Object.values(MAILS).map(({ html }) => tagsOf(html))
    const theirs = Object.values(mailsOf({ name: '<b>&</b>', supportAddress: undefined }))
    expect(theirs.map(({ html }) => tagsOf(html))).to.deep.equal(ours)
  })

  it('links the support address', () => {
    const linkIn = (supportAddress: string): string =>
      unescaped(recoveryMail({ name: 'Acme', supportAddress }, { link: LINK, validMinutes: 1 }).html)
    expect(linkIn('help@acme.example')).to.include('<a href="mailto:help@acme.example">help@acme.example</a>')
    expect(linkIn('a?b@acme.example')).to.include('<a href="mailto:a%3Fb@acme.example">a?b@acme.example</a>')
    expect(linkIn('https://acme.example/?a=1&b=2')).to.include('<a href="https://acme.example/?a=1&b=2">')
  })
})

import { expect } from 'chai'
import { type AppSender, soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { chooseSender, type SenderNeed } from '@postrider/core/tenancy/domain/senders/choose-sender'
import { senderRulesWith } from '@postrider/core/tenancy/domain/senders/sender-rules'
import { mainPartOf } from '@postrider/core/channels/own-records'
import { E } from '@postrider/core/fp'

const NOW_MS = Date.parse('2026-11-29T12:00:00Z')

const sms = (header: string, overrides: Partial<AppSender> = {}): AppSender => ({
  ...soleSender({ channel: 'sms', header }),
  ...overrides,
})

const need: SenderNeed = { channel: 'sms', to: '+447400123456', country: 'GB', category: 'transactional' }

/** The chosen sender's header, or the reason why there is none. */
const chosen = (
  senders: readonly AppSender[],
  of: Partial<SenderNeed> = {},
  rules: ReturnType<typeof senderRulesWith> | undefined = senderRulesWith([]),
): string => {
  const answer = chooseSender(senders, { ...need, ...of }, rules, NOW_MS)
  return E.isLeft(answer) ? answer.left : mainPartOf(answer.right.sender).value
}

const recipients = Array.from({ length: 2_000 }, (_, at) => `+4474001${String(at).padStart(5, '0')}`)

const shareOf = (senders: readonly AppSender[], header: string): number =>
  recipients.filter((to) => chosen(senders, { to }) === header).length / recipients.length

describe('The sender of a message', () => {
  it('is the only one, for every country and class', () => {
    for (const category of ['otp', 'transactional', 'promotional'] as const)
      expect(chosen([sms('ACME')], { category })).to.equal('ACME')
    expect(chosen([sms('ACME')], { country: 'DE' })).to.equal('ACME')
  })

  it('serves the country and the class of the message', () => {
    const senders = [sms('ACMEGB', { countries: ['GB'] }), sms('ACMEDE', { countries: ['DE'] })]
    expect(chosen(senders)).to.equal('ACMEGB')
    expect(chosen(senders, { country: 'DE' })).to.equal('ACMEDE')
    const classes = [sms('OFFERS', { classes: ['promotional'] }), sms('CODES', { classes: ['otp'] })]
    expect(chosen(classes, { category: 'otp' })).to.equal('CODES')
    expect(chosen(classes, { category: 'promotional' })).to.equal('OFFERS')
  })

  it('is one that names the country or the class before one that serves all', () => {
    const senders = [
      sms('ALL', { weight: 1_000 }),
      sms('ACMEGB', { countries: ['GB'] }),
      sms('CODES', { classes: ['otp'] }),
    ]
    expect(chosen(senders)).to.equal('ACMEGB')
    expect(chosen(senders, { country: 'DE', category: 'otp' })).to.equal('CODES')
    expect(chosen(senders, { country: 'DE' })).to.equal('ALL')
  })

  it('is never a paused one', () => {
    const senders = [sms('ACME', { status: 'paused' }), sms('OTHER')]
    expect(shareOf(senders, 'OTHER')).to.equal(1)
    expect(chosen(senders.slice(0, 1))).to.contain('no active sender ID')
  })

  it('stays the same for a recipient while it is in the list, whatever is added or removed', () => {
    const three = [sms('ONE'), sms('TWO'), sms('THREE')]
    for (const to of recipients.slice(0, 300)) {
      const before = chosen(three, { to })
      expect(chosen(three.toReversed(), { to })).to.equal(before)
      const fewer = three.filter(({ sender }) => mainPartOf(sender).value !== 'TWO')
      if (before !== 'TWO') expect(chosen(fewer, { to })).to.equal(before)
      const more = chosen([...three, sms('FOUR')], { to })
      expect([before, 'FOUR']).to.include(more)
    }
  })

  it('is distributed over the recipients by weight', () => {
    const senders = [sms('SMALL', { weight: 1 }), sms('LARGE', { weight: 3 })]
    expect(shareOf(senders, 'LARGE')).to.be.within(0.7, 0.8)
    expect(shareOf(senders, 'SMALL')).to.be.within(0.2, 0.3)
  })

  it('is missing, and the reason names the country', () => {
    expect(chosen([sms('ACME', { countries: ['DE'] })])).to.equal(
      'The app has no active sender ID for transactional messages by SMS to GB.',
    )
    expect(chosen([], { country: undefined, channel: 'email' })).to.equal(
      'The app has no active sender ID for transactional messages by email.',
    )
  })
})

describe('The rules of countries', () => {
  it('refuse alphanumeric senders in the United States, Canada, Puerto Rico and China, and allow others', () => {
    for (const country of ['US', 'CA', 'PR', 'CN'])
      expect(chosen([sms('ACME')], { country })).to.equal(
        `Carriers in ${country} refuse alphanumeric sender IDs.`,
      )
    expect(chosen([sms('ACME'), sms('56789')], { country: 'US' })).to.equal('56789')
    expect(chosen([sms('ACME'), sms('16135550123')], { country: 'CA' })).to.equal('16135550123')
  })

  it("don't apply without rules: the test environment sends nothing to carriers", () => {
    const answer = chooseSender([sms('ACME')], { ...need, country: 'US' }, undefined, NOW_MS)
    expect(E.isRight(answer)).to.equal(true)
  })

  const registered = (changes: object = {}) => ({
    regulation: 'au_sender_register' as const,
    country: 'AU',
    status: 'approved' as const,
    registrationId: 'AU-1',
    recordedAtMs: 1,
    ...changes,
  })

  it('need an approved registration that is in force, where it is mandatory', () => {
    const missing =
      'Sender IDs of the kind alphanumeric need an approved registration in AU: SMS Sender ID Register.'
    const to = (changes?: object) =>
      chosen([sms('ACME', { registrations: changes === undefined ? [] : [registered(changes)] })], {
        country: 'AU',
      })
    expect(to()).to.equal(missing)
    expect(to({})).to.equal('ACME')
    expect(to({ status: 'submitted' })).to.equal(missing)
    expect(to({ regulation: 'other' })).to.equal(missing)
    expect(to({ country: 'SG' })).to.equal(missing)
    expect(to({ expiresOn: '2026-11-28' })).to.equal(missing)
    expect(to({ expiresOn: '2026-11-29' })).to.equal('ACME')
    expect(chosen([sms('16135550123')], { country: 'US' })).to.contain('10DLC campaign')
  })

  it('apply only from their start date', () => {
    const before = Date.parse('2026-06-30T13:59:59Z')
    const answer = chooseSender([sms('ACME')], { ...need, country: 'AU' }, senderRulesWith([]), before)
    expect(E.isRight(answer)).to.equal(true)
  })

  it('are replaced by those that super admins set', () => {
    const rule = (country: string, verdict: 'allowed' | 'refused' | 'registration') =>
      senderRulesWith([{ country, kind: 'alphanumeric', verdict, createdAtMs: NOW_MS }])
    expect(chosen([sms('ACME')], { country: 'US' }, rule('US', 'allowed'))).to.equal('ACME')
    expect(chosen([sms('ACME')], {}, rule('GB', 'refused'))).to.contain('GB')
    const ofOther = registered({ regulation: 'other', country: 'GB' })
    expect(chosen([sms('ACME')], {}, rule('GB', 'registration'))).to.contain('GB')
    expect(chosen([sms('ACME', { registrations: [ofOther] })], {}, rule('GB', 'registration'))).to.equal(
      'ACME',
    )
  })
})

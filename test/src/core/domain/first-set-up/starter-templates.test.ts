import { expect } from 'chai'
import { CHANNELS } from '@postrider/core/domain/channels/channel'
import type { FirstSetUp } from '@postrider/core/domain/first-set-up/first-set-up'
import { readyTemplate, starterTemplates } from '@postrider/core/domain/first-set-up/starter-templates'
import { isCurrency } from '@postrider/core/domain/money/iso-4217'
import { lintDraft } from '@postrider/core/domain/templates/lint-draft'
import { needsVendor } from '@postrider/core/domain/templates/review'
import { fresh } from '../../../builders/fresh.js'

const STARTERS = CHANNELS.flatMap((channel) => starterTemplates(channel, undefined))

describe('Starter templates', () => {
  it('pass the lint, each with a registration where its vendor has a say', () => {
    for (const { body, registration } of STARTERS) {
      expect(lintDraft(body), body.name).to.deep.equal([])
      expect(registration?.channel, body.name).to.equal(
        needsVendor(body.content) ? body.content.channel : undefined,
      )
    }
  })

  it('are one for each channel, and one for passcodes by SMS', () => {
    expect(STARTERS.map(({ body }) => `${body.content.channel} ${body.category}`)).to.deep.equal([
      'sms transactional',
      'sms otp',
      'whatsapp transactional',
      'email transactional',
    ])
  })

  it('are registered for the header that the SMS are from', () => {
    const sender = { channel: 'sms', header: 'ACMEIN', dltEntityId: '1101000000000012345' } as const
    for (const { registration } of starterTemplates('sms', sender))
      expect(registration).to.include({ header: 'ACMEIN', entityId: '1101000000000012345' })
  })

  it('are told with a value for each variable, as they can be sent', () => {
    const ready: FirstSetUp['templates'] = STARTERS.map((starter) => readyTemplate(fresh.id('tpl'), starter))
    expect(ready.map(({ name, variables, otpVariable }) => [name, variables, otpVariable])).to.deep.equal([
      ['starter-sms', { name: 'Asha', order: '10024' }, undefined],
      ['starter-otp-sms', { code: '123456' }, 'code'],
      ['starter-whatsapp', { name: 'Asha', order: '10024' }, undefined],
      ['starter-email', { name: 'Asha', order: '10024' }, undefined],
    ])
  })
})

describe('A currency', () => {
  it('is one that people pay with', () => {
    for (const code of ['INR', 'EUR', 'USD', 'JPY', 'KWD', 'XOF'])
      expect(isCurrency(code), code).to.equal(true)
    for (const code of ['QQQ', 'XDR', 'XAU', 'XTS', 'DEM', 'inr', ''])
      expect(isCurrency(code), code).to.equal(false)
  })
})

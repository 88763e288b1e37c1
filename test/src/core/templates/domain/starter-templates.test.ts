import { expect } from 'chai'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import { readyTemplate, starterTemplates } from '@postrider/core/templates/domain/starter-templates'
import { isCurrency } from '@postrider/core/kernel/money/iso-4217'
import { lintDraft } from '@postrider/core/templates/domain/lint-draft'
import { contentIn, contentProblems } from '@postrider/core/templates/domain/draft-content'
import { fresh } from '@postrider/conformance/builders/fresh'

const STARTERS = starterTemplates(CHANNEL_NAMES)

describe('Starter templates', () => {
  it('pass the lint, and those for SMS do for every country', () => {
    for (const { name, channel, content, variables } of STARTERS) {
      const draft = { content: contentIn(channel, content), variables }
      expect(contentProblems(channel, content), name).to.deep.equal([])
      expect(lintDraft(draft), name).to.deep.equal([])
      expect('dlt' in content && content.dlt, name).to.equal(channel === 'sms')
    }
  })

  it('are one for each channel, and one for OTPs by SMS', () => {
    expect(STARTERS.map(({ channel, category }) => `${channel} ${category}`)).to.deep.equal([
      'sms transactional',
      'sms otp',
      'whatsapp transactional',
      'email transactional',
    ])
    expect(starterTemplates(['email']).map(({ name }) => name)).to.deep.equal(['starter-email'])
  })

  it('have a value for each variable, so that they can be sent', () => {
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
  it('is one in real use', () => {
    for (const code of ['INR', 'EUR', 'USD', 'JPY', 'KWD', 'XOF'])
      expect(isCurrency(code), code).to.equal(true)
    for (const code of ['QQQ', 'XDR', 'XAU', 'XTS', 'DEM', 'inr', ''])
      expect(isCurrency(code), code).to.equal(false)
  })
})

import { expect } from 'chai'
import { warningsAbout } from '@postrider/core/templates/domain/template-warning'
import { DLT_REGISTRATION, WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'

const byWhatsapp = (messageSendTtlSeconds?: number) => ({
  channel: 'whatsapp' as const,
  ...WHATSAPP_REGISTRATION,
  ...(messageSendTtlSeconds === undefined ? {} : { messageSendTtlSeconds }),
})

describe('The warnings about a template', () => {
  it('report that its vendor retries a code for longer than codes are usually valid', () => {
    for (const [seconds, tries] of [
      [undefined, 600],
      [301, 301],
      [900, 900],
    ] as const) {
      const [warning, ...others] = warningsAbout({ category: 'otp', registration: byWhatsapp(seconds) })
      expect(others).to.have.length(0)
      expect(warning?.code).to.equal('code_outlived')
      expect(warning?.message).to.include(`for ${tries} seconds`).and.to.include('valid for 300')
    }
  })

  it('are absent if it stops in time, if the text has no code, and if messages set it themselves', () => {
    for (const seconds of [30, 300])
      expect(warningsAbout({ category: 'otp', registration: byWhatsapp(seconds) })).to.deep.equal([])
    expect(warningsAbout({ category: 'transactional', registration: byWhatsapp() })).to.deep.equal([])
    expect(warningsAbout({ category: 'otp', registration: undefined })).to.deep.equal([])
    const dlt = { channel: 'sms', ...DLT_REGISTRATION } as const
    expect(warningsAbout({ category: 'otp', registration: dlt })).to.deep.equal([])
  })

  it('report a category of the vendor that its own one doesn’t suggest', () => {
    const inCategory = (category: 'marketing' | 'utility') => ({ ...byWhatsapp(), category })
    const about = { category: 'transactional' as const }
    const [warning] = warningsAbout({ ...about, registration: inCategory('marketing') })
    expect(warning?.code).to.equal('category_differs')
    expect(warning?.message).to.include('marketing, not utility')
    expect(warningsAbout({ ...about, registration: inCategory('utility') })).to.deep.equal([])
  })
})

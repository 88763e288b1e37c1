import { expect } from 'chai'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields } from '../../runner/use-cases/strange.js'
import { TEXTS, useReview, WHATSAPP } from './template-calls.js'

describe('The stored data of a vendor and a text', () => {
  const office = useOffice()
  const { submitted, approved, list, reviewer } = useReview(office)

  it('includes how long the vendor retries, with a warning if a code is valid for less', async () => {
    const otp = {
      ...TEXTS.whatsapp,
      content: { text: 'Your code is {{code}}. Keep it.' },
      variables: [{ name: 'code', example: '123456', type: 'numeric' }],
      category: 'otp',
    }
    const recorded = async (more: object, text: object = otp) => {
      const draft = await submitted(text)
      await reviewer().approve(draft)
      const registration = { whatsapp: { ...WHATSAPP_REGISTRATION, ...more } }
      const done = (await reviewer().register(draft, registration)).draft
      const [sold] = await approved()
      expect(done).to.deep.include({ state: 'approved', registration })
      expect(sold).to.deep.include({ templateId: draft.draftId, registration, warnings: done.warnings })
      expect((await reviewer().read(draft.draftId)).draft.warnings).to.deep.equal(done.warnings)
      expect((await list()).drafts[0]).to.deep.include({ registration, warnings: done.warnings })
      return done.warnings.map(({ code }) => code)
    }
    expect(await recorded({})).to.deep.equal(['code_outlived'])
    expect(await recorded({ messageSendTtlSeconds: 900 })).to.deep.equal(['code_outlived'])
    expect(await recorded({ messageSendTtlSeconds: 30 })).to.deep.equal([])
    expect(await recorded({ messageSendTtlSeconds: 900 }, TEXTS.whatsapp)).to.deep.equal([])
    const draft = await submitted(otp)
    await reviewer().approve(draft)
    for (const [messageSendTtlSeconds, code] of [
      [29, 'too_small'],
      [901, 'too_large'],
      [60.5, 'type'],
      ['60', 'type'],
      [null, 'type'],
    ]) {
      const registration = { whatsapp: { ...WHATSAPP_REGISTRATION, messageSendTtlSeconds } }
      const left = await reviewer().refused('recordTemplateRegistration', draft, { registration })
      expect(brokenFields(left)).to.deep.equal([`/registration/whatsapp/messageSendTtlSeconds ${code}`])
    }
  })

  it('includes the name submitted to a vendor, if the vendor reports by it', async () => {
    const vendorTemplate = { name: 'order_shipped', language: 'en_US' }
    const draft = await submitted(TEXTS.whatsapp)
    const sent = (await reviewer().approve(draft, { vendorTemplate })).draft
    expect(sent).to.deep.include({ state: 'pending_vendor', vendorTemplate })
    expect((await reviewer().read(draft.draftId)).draft).to.deep.include({ vendorTemplate })
    const done = (await reviewer().register(draft, WHATSAPP)).draft
    expect(done).to.deep.include({ state: 'approved', vendorTemplate, registration: WHATSAPP })
    const refusedBy = async (text: object, more: object) =>
      brokenFields(
        await reviewer().refused('decideTemplateReview', await submitted(text), {
          decision: 'approve',
          vendorTemplate,
          ...more,
        }),
      )
    const notAllowed = ['/vendorTemplate not_allowed']
    expect(await refusedBy(TEXTS.whatsapp, { sandboxOnly: true })).to.deep.equal(notAllowed)
    expect(await refusedBy(TEXTS.whatsapp, { decision: 'reject', reasonCode: 'unclear' })).to.deep.equal(
      notAllowed,
    )
    expect(await refusedBy(TEXTS.sms, {})).to.deep.equal(notAllowed)
    expect(await refusedBy(TEXTS.email, {})).to.deep.equal(notAllowed)
    expect(await refusedBy(TEXTS.india, {})).to.deep.equal(notAllowed)
    expect(await refusedBy(TEXTS.whatsapp, { vendorTemplate: { name: 'x' } })).to.deep.equal([
      '/vendorTemplate/language required',
    ])
  })
})

import { expect } from 'chai'
import { CHANNELS } from '@postrider/core/channels/channels'
import { registered } from '@postrider/core/channels/own-records'
import { compile } from '@postrider/core/kernel/codecs/compile'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { checkVariables } from '@postrider/core/templates/domain/check-variables'
import { compileTemplate } from '@postrider/core/templates/domain/compiled-template'
import { contentIn, contentProblems } from '@postrider/core/templates/domain/draft-content'
import { lintDraft } from '@postrider/core/templates/domain/lint-draft'
import { needsVendor } from '@postrider/core/templates/domain/review'
import { E } from '@postrider/core/fp'
import { DEMO_DRAFTS, DEMO_VARIABLES } from '@postrider/demo/demo-templates'
import { aTemplate } from '@postrider/conformance/builders/a-template'

const decodeDraft = compile(OPERATIONS.saveCustomerTemplateDraft.request)
const decodeRegistration = compile(OPERATIONS.recordTemplateRegistration.request)

const compiled = (template: string) => {
  const draft = DEMO_DRAFTS.find((one) => one.template === template)
  if (draft === undefined) throw new Error(`there is no ${template}`)
  const { body, registration = {} } = draft
  const { channel } = body
  expect(contentProblems(channel, body.content)).to.deep.equal([])
  const content = registered(contentIn(channel, body.content), CHANNELS[channel].vendor?.of(registration))
  const { name, category, language, variables } = body
  return compileTemplate(aTemplate({ name, category, language, variables, content }))
}

describe("The demo's templates", () => {
  for (const { template, body, registration } of DEMO_DRAFTS)
    it(`have nothing that prevents the approval of ${template}, and a registration if one is needed`, () => {
      expect(decodeDraft({ organizationId: 'org_1', ...body }, 'body')).to.satisfy(E.isRight)
      expect(contentProblems(body.channel, body.content)).to.deep.equal([])
      const content = contentIn(body.channel, body.content)
      expect(lintDraft({ ...body, content })).to.deep.equal([])
      expect(registration !== undefined).to.equal(needsVendor(content))
      if (registration === undefined) return
      const act = { draftId: 'tpl_1', version: 1, reason: 'The vendor approved it.', registration }
      expect(decodeRegistration(act, 'body')).to.satisfy(E.isRight)
    })

  it('accept their sample values', () => {
    for (const [template, values] of Object.entries(DEMO_VARIABLES))
      expect(checkVariables(compiled(template), values), template).to.deep.equal([])
  })

  it('have the same variables for SMS and WhatsApp, one of them with any 500 characters', () => {
    const [sms, whatsapp] = [compiled('sms'), compiled('whatsapp')]
    expect([...sms.rules.keys()]).to.deep.equal([...whatsapp.rules.keys()])
    const values = { name: 'Asha', text: 'ß €'.repeat(166) + 'xx' }
    for (const one of [sms, whatsapp]) expect(checkVariables(one, values)).to.deep.equal([])
    const inLines = { ...values, text: 'ß\n€'.repeat(166) }
    expect(checkVariables(sms, inLines)).to.deep.equal([])
    expect(checkVariables(whatsapp, inLines).map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
      '/variables/text format',
    ])
  })

  it('are allowed to India if they say so, as are OTPs', () => {
    for (const [template, goes] of [
      ['sms', false],
      ['smsIndia', true],
      ['otpSms', true],
      ['whatsapp', true],
    ] as const)
      for (const isTest of [true, false])
        expect(compiled(template).content.barTo('+919876543210', isTest) === undefined, template).to.equal(
          goes,
        )
  })
})

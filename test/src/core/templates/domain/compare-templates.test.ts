import { expect } from 'chai'
import { compareVersions, notRecorded } from '@postrider/core/templates/domain/compare-templates'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import type { ListedTemplate } from '@postrider/core/templates/domain/listed-template'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const { name, language } = WHATSAPP_REGISTRATION

const version = (changes: Partial<TemplateDraft> = {}): TemplateDraft =>
  aDraft({
    content: { channel: 'whatsapp', text: 'Hello {{name}}, your order {{order}} is here.' },
    state: 'approved',
    registration: { channel: 'whatsapp', ...WHATSAPP_REGISTRATION, category: 'utility' },
    ...changes,
  })

const listed = (
  verdict: TemplateReport['verdict'],
  category: string,
  named: { readonly name: string; readonly language: string } = { name, language },
): ListedTemplate => {
  const report = { providerAccountId: fresh.id('pac'), ...named, atMs: undefined, eventKey: '', raw: '' }
  return {
    ...named,
    status: verdict.toUpperCase(),
    category,
    quality: undefined,
    reports: [
      { ...report, verdict, reason: verdict.toUpperCase() },
      { ...report, verdict: 'recategorized', reason: category },
    ],
  }
}

const differences = (versions: readonly TemplateDraft[], list: readonly ListedTemplate[]) => {
  const compared = compareVersions(versions, list, NOW_MS)
  return [...compared, ...notRecorded(list, compared)].map((one) => one.differences)
}

describe('Versions next to the templates that a vendor lists', () => {
  it('agree in status and category, whatever the spelling of the language', () => {
    expect(differences([version()], [listed('approved', 'UTILITY')])).to.deep.equal([[]])
    const spelled = { name, language: language.replace('_', '-').toUpperCase() }
    expect(differences([version()], [listed('approved', 'UTILITY', spelled)])).to.deep.equal([[]])
  })

  it('differ in status and category, with the reports that change that', () => {
    const list = [listed('paused', 'MARKETING')]
    expect(differences([version()], list)).to.deep.equal([['status', 'category']])
    const [compared] = compareVersions([version()], list, NOW_MS)
    expect(compared?.reports).to.deep.equal(list[0]?.reports)
  })

  it('are missing at the vendor while they are in use or wait for it', () => {
    const waiting = version({
      registration: undefined,
      vendorTemplate: { name, language },
      state: 'pending_vendor',
    })
    expect(differences([version(), waiting], [])).to.deep.equal([['not_listed'], ['not_listed']])
    expect(differences([version({ state: 'retired' })], [])).to.deep.equal([])
    expect(differences([version({ registration: undefined })], [])).to.deep.equal([])
  })

  it('leave the templates that none is registered under', () => {
    const other = listed('approved', 'UTILITY', { name: 'another', language })
    expect(differences([version()], [other, listed('approved', 'UTILITY')])).to.deep.equal([
      [],
      ['not_recorded'],
    ])
  })
})

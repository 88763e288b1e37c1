import { expect } from 'chai'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { syncTemplates } from '@postrider/core/providers/use-cases/templates/sync-templates'
import type { ListedTemplate } from '@postrider/core/templates/domain/listed-template'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { templateVersionOf } from '@postrider/core/templates/domain/publish-draft'
import { E } from '@postrider/core/fp'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aDispatcher } from '../../../fakes/dispatch-world.js'

/** A dispatcher whose Organization has a registered text, and a vendor that has these templates. */
const aScene = async (read: () => Promise<ReadonlyArray<Partial<TemplateReport>>>) => {
  const one = aDispatcher()
  const { providerAccountId, kind } = one.tenant.providerAccount
  const version = aDraft({
    organizationId: one.tenant.organization.organizationId,
    content: { channel: 'whatsapp', text: 'Hello {{name}}, your order {{order}} is here.' },
    state: 'approved',
    registration: { channel: 'whatsapp', ...WHATSAPP_REGISTRATION },
  })
  await right(
    one.ports.storage.units.transact('exclusive', async (unit) => {
      unit.templateDrafts.add(version)
      const published = templateVersionOf(version)
      if (published !== undefined) unit.templates.add(published)
      return E.right(undefined)
    }),
  )
  const reportOf = (changes: Partial<TemplateReport>): TemplateReport => ({
    providerAccountId,
    name: WHATSAPP_REGISTRATION.name,
    language: WHATSAPP_REGISTRATION.language,
    verdict: 'approved',
    reason: 'APPROVED',
    atMs: undefined,
    eventKey: fresh.hex(8),
    raw: '{}',
    ...changes,
  })
  /** One template for all reports under a name. */
  const listedOf = (reports: readonly TemplateReport[]): readonly ListedTemplate[] =>
    [...new Set(reports.map(({ name }) => name))].map((name) => ({
      name,
      language: WHATSAPP_REGISTRATION.language,
      status: 'APPROVED',
      category: 'UTILITY',
      quality: undefined,
      reports: reports.filter((report) => report.name === name),
    }))
  const provider: Provider = {
    deduplicates: false,
    submit: () => Promise.reject(new Error('nothing is sent')),
    readTemplates: async () => listedOf((await read()).map(reportOf)),
    close: () => Promise.resolve(),
  }
  const needs = { ...one.ports, providers: [{ kind, readsTemplates: true as const }] }
  const sync = syncTemplates(needs, { get: () => provider }, async (reports) => {
    await right(one.incoming.record(reports))
  })
  const state = () => one.tables.templateDrafts.get(`${version.draftId} ${version.version}`)
  return { ...one, sync, state }
}

describe('Reading the templates that a vendor has', () => {
  it('records only differences, which are applied like reports of the vendor', async () => {
    let has: ReadonlyArray<Partial<TemplateReport>> = [
      {},
      { verdict: 'recategorized', reason: 'UTILITY' },
      { name: 'another', verdict: 'paused', reason: 'PAUSED' },
    ]
    const { sync, state, tables, time, incoming } = await aScene(async () => has)
    expect(await right(sync())).to.equal(0)
    expect(tables.templateReports.size).to.equal(0)
    has = [
      { verdict: 'paused', reason: 'PAUSED' },
      { verdict: 'recategorized', reason: 'MARKETING' },
    ]
    expect(await right(sync())).to.equal(2)
    await time.until(incoming.idle())
    expect(state()).to.include({ state: 'paused' })
    expect(state()?.registration).to.include({ category: 'marketing' })
    expect(await right(sync())).to.equal(0)
  })

  it('goes on after an account that could not be read', async () => {
    const { sync, state } = await aScene(() => Promise.reject(new Error('the Cloud API answered 400, 190')))
    expect(await right(sync())).to.equal(0)
    expect(state()).to.include({ state: 'approved' })
  })
})

import { expect } from 'chai'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { templateVersionOf } from '@postrider/core/templates/domain/publish-draft'
import { VENDOR } from '@postrider/core/templates/domain/template-status-update'
import { E } from '@postrider/core/fp'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { right } from '@postrider/conformance/outcome'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'

const noReason = { reasonCode: undefined, reason: undefined, variable: undefined }
const operator = { kind: 'operator', id: 'usr_olga' } as const

/** A dispatcher whose Organization has a text registered with WhatsApp's vendor. */
const aScene = async () => {
  const one = aDispatcher()
  const { providerAccountId } = one.tenant.providerAccount
  const { organizationId } = one.tenant.organization
  const aVersion = (changes: Partial<TemplateDraft> = {}): TemplateDraft =>
    aDraft({
      organizationId,
      draftId: fresh.id('tpl'),
      content: { channel: 'whatsapp', text: 'Hello {{name}}, your order {{order}} is here.' },
      state: 'approved',
      registration: { channel: 'whatsapp', ...WHATSAPP_REGISTRATION },
      history: [{ state: 'approved', actor: operator, atMs: NOW_MS, ...noReason }],
      ...changes,
    })
  const add = async (...drafts: readonly TemplateDraft[]): Promise<void> => {
    const work = async (unit: UnitOfWork) => {
      for (const draft of drafts) {
        unit.templateDrafts.add(draft)
        const version = templateVersionOf(draft)
        if (version !== undefined) unit.templates.add(version)
      }
      return E.right(undefined)
    }
    await right(one.ports.storage.units.transact('exclusive', work))
  }
  const decide = async (verdict: TemplateReport['verdict'], changes: Partial<TemplateReport> = {}) => {
    const report: TemplateReport = {
      providerAccountId,
      name: 'order_shipped',
      language: 'en-US',
      verdict,
      reason: 'FIRST_PAUSE',
      atMs: undefined,
      eventKey: fresh.hex(8),
      raw: '{}',
      ...changes,
    }
    await right(one.incoming.record({ templates: [report] }))
    await one.time.until(one.incoming.idle())
    return [...one.tables.templateReports.values()].at(-1)?.state
  }
  const now = ({ draftId, version }: TemplateDraft) => one.tables.templateDrafts.get(`${draftId} ${version}`)
  return { ...one, aVersion, add, decide, now }
}

describe("A vendor's report about a template", () => {
  it('pauses the registered text and its sends, and resumes what the vendor had paused', async () => {
    const { aVersion, add, decide, now, tables } = await aScene()
    const version = aVersion()
    await add(version)
    expect(await decide('paused')).to.equal('applied')
    expect(now(version)).to.include({ state: 'paused' })
    expect(now(version)?.history.at(-1)).to.deep.include({
      actor: VENDOR,
      reasonCode: 'FIRST_PAUSE',
      reason: 'The vendor paused the template.',
    })
    const inUse = () => tables.catalog.templates.find((one) => one.templateId === version.draftId)?.status
    expect(inUse()).to.equal('paused')
    expect(await decide('paused')).to.equal('ignored')
    expect(await decide('approved', { reason: 'APPROVED' })).to.equal('applied')
    expect(now(version)).to.include({ state: 'approved' })
    expect(inUse()).to.equal('approved')
  })

  it('changes the category of a registered text, which its next messages are charged in', async () => {
    const { aVersion, add, decide, now, tables } = await aScene()
    const version = aVersion()
    const otp = aVersion({ category: 'otp' })
    await add(version, otp)
    const recategorized = (reason: string) => decide('recategorized', { reason })
    expect(await recategorized('MARKETING')).to.equal('applied')
    expect(now(version)).to.include({ state: 'approved' })
    expect(now(version)?.registration).to.deep.include({ category: 'marketing' })
    const inUse = tables.catalog.templates.find((one) => one.templateId === version.draftId)
    expect(inUse?.content.registration).to.deep.include({ category: 'marketing' })
    // A text with an OTP can't have the category, so something else is wrong.
    expect(now(otp)?.registration).to.deep.equal(otp.registration)
    expect(await recategorized('MARKETING')).to.equal('ignored')
    expect(await recategorized('SERVICE')).to.equal('ignored')
  })

  it('pauses a text after refused messages until a person resumes it, with the code and the words', async () => {
    const { aVersion, add, decide, now } = await aScene()
    const version = aVersion()
    await add(version)
    const words = 'Number of parameters does not match'
    expect(await decide('paused', { reason: 'refused_132000', words })).to.equal('applied')
    expect(now(version)?.history.at(-1)).to.include({
      reasonCode: 'refused_132000',
      reason: `The vendor refused several messages in a row: 132000, ${words}.`,
    })
    expect(await decide('approved', { reason: 'APPROVED', words: undefined })).to.equal('ignored')
    expect(now(version)).to.include({ state: 'paused' })
  })

  it('pauses a text that it refuses later', async () => {
    const { aVersion, add, decide, now } = await aScene()
    const version = aVersion()
    await add(version)
    expect(await decide('rejected', { reason: undefined })).to.equal('applied')
    expect(now(version)?.history.at(-1)).to.include({
      reasonCode: 'rejected',
      reason: 'The vendor rejected the template.',
    })
  })

  it('rejects a pending text with that name, and never approves it', async () => {
    for (const [verdict, because] of [
      ['rejected', 'The vendor rejected the template.'],
      ['paused', 'The vendor paused the template.'],
    ] as const) {
      const { aVersion, add, decide, now, tables } = await aScene()
      const waits = { state: 'pending_vendor', registration: undefined } as const
      const vendorTemplate = { name: 'order_shipped', language: 'en-us' }
      const waiting = aVersion({ ...waits, vendorTemplate })
      const others = [
        aVersion(waits),
        aVersion({ ...waits, vendorTemplate: { ...vendorTemplate, name: 'order_shipped_2' } }),
        aVersion({ ...waits, vendorTemplate: { ...vendorTemplate, language: 'hi' } }),
        aVersion({ ...waits, vendorTemplate, organizationId: fresh.id('org') }),
      ]
      await add(waiting, ...others)
      expect(await decide('approved')).to.equal('ignored')
      expect(now(waiting)).to.deep.equal(waiting)
      expect(await decide(verdict, { reason: 'INVALID_FORMAT' })).to.equal('applied')
      expect(now(waiting)).to.include({ state: 'rejected' })
      expect(now(waiting)?.history.at(-1)).to.deep.include({
        actor: VENDOR,
        reasonCode: 'INVALID_FORMAT',
        reason: because,
      })
      expect(tables.catalog.templates.some(({ templateId }) => templateId === waiting.draftId)).to.equal(
        false,
      )
      for (const one of others) expect(now(one)).to.deep.equal(one)
      expect(await decide('approved')).to.equal('ignored')
    }
  })

  it('ignores texts that a super admin paused, texts with other names, and those of others', async () => {
    const { aVersion, add, decide, now } = await aScene()
    const paused = aVersion({
      state: 'paused',
      history: [{ state: 'paused', actor: operator, atMs: NOW_MS, ...noReason }],
    })
    const registration = { channel: 'whatsapp', ...WHATSAPP_REGISTRATION } as const
    const others = [
      aVersion({ registration: { ...registration, name: 'order_shipped_2' } }),
      aVersion({ registration: { ...registration, language: 'hi' } }),
      aVersion({ registration: undefined }),
      aVersion({ organizationId: fresh.id('org') }),
    ]
    await add(paused, ...others)
    expect(await decide('approved')).to.equal('ignored')
    expect(await decide('paused')).to.equal('ignored')
    for (const one of [paused, ...others]) expect(now(one)).to.deep.equal(one)
  })

  it('has no effect through an unused account, and is applied once', async () => {
    const { aVersion, add, decide, now } = await aScene()
    const version = aVersion()
    await add(version)
    expect(await decide('paused', { providerAccountId: fresh.id('pac') })).to.equal('ignored')
    expect(now(version)).to.deep.equal(version)
    await decide('paused', { eventKey: 'one' })
    const after = now(version)
    await decide('paused', { eventKey: 'one' })
    expect(now(version)).to.deep.equal(after)
  })
})

import { expect } from 'chai'
import type { TemplateId } from '@postrider/core/kernel/ids/id'
import type { TemplateDraft, TemplateState } from '@postrider/core/templates/domain/draft'
import type { StoredTemplateReport } from '@postrider/core/templates/domain/template-report'
import type { DraftQuery } from '@postrider/core/templates/ports/template-storage'
import { aDraft } from '../../builders/a-draft.js'
import { DLT_REGISTRATION, WHATSAPP_REGISTRATION } from '../../builders/a-registration.js'
import { aTemplate } from '../../builders/a-template.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { startersAndGrants } from './starters.js'
import { templateLanguages } from './template-languages.js'
import { templateNames } from './template-names.js'
import { exclusively, sharing } from '../unit-work.js'

const user = { kind: 'user', id: 'usr_asha' } as const
const operator = { kind: 'operator', id: 'usr_olga' } as const
const noReason = { reasonCode: undefined, reason: undefined, variable: undefined }

const aRejectedDraft = (overrides: Partial<TemplateDraft> = {}): TemplateDraft =>
  aDraft({
    content: { channel: 'sms', text: 'ß𝄞 {{name}} {{order}}', dlt: true },
    state: 'rejected',
    stateSinceMs: NOW_MS + 2,
    expectedByMs: NOW_MS + 9,
    registration: { channel: 'sms', ...DLT_REGISTRATION },
    isForSandbox: true,
    history: [
      { state: 'draft', actor: user, atMs: NOW_MS, ...noReason },
      { state: 'internal_review', actor: { ...user, kind: 'agent' }, atMs: NOW_MS + 1, ...noReason },
      {
        state: 'rejected',
        actor: operator,
        atMs: NOW_MS + 2,
        reasonCode: 'unclear',
        reason: 'Whose order?',
        variable: 'order',
      },
    ],
    ...overrides,
  })

const add = (at: StorageUnderTest, ...drafts: readonly TemplateDraft[]): Promise<void> =>
  sharing(at, (unit) => {
    for (const draft of drafts) unit.templateDrafts.add(draft)
  })

/** The next version of a draft. */
const next = (draft: TemplateDraft, overrides: Partial<TemplateDraft> = {}): TemplateDraft => ({
  ...draft,
  version: draft.version + 1,
  templateVersionId: fresh.id('tpv'),
  ...overrides,
})

/** A vendor's report of a paused template. */
const aPausingReport = (): StoredTemplateReport => ({
  templateReportId: fresh.id('trp'),
  providerAccountId: fresh.id('pac'),
  name: 'order_shipped',
  language: 'en_US',
  verdict: 'paused',
  reason: 'FIRST_PAUSE',
  words: undefined,
  atMs: NOW_MS,
  eventKey: 'one',
  raw: '{}',
  receivedAtMs: NOW_MS,
  state: 'pending',
})

const ofVendors = (at: StorageUnderTest): void => {
  it('are found by their Organization if it registered or submitted them, and settled by reports', async () => {
    const registration = { channel: 'sms', ...DLT_REGISTRATION } as const
    const approved = aRejectedDraft({ state: 'approved' })
    const others = { organizationId: approved.organizationId, registration }
    const paused = aRejectedDraft({ ...others, state: 'paused' })
    const retired = aRejectedDraft({ ...others, state: 'retired' })
    const bare = aRejectedDraft({ ...others, state: 'approved', registration: undefined })
    const content = { channel: 'whatsapp', text: 'Hello {{name}} {{order}}.' } as const
    const vendorTemplate = { name: 'ß𝄞_shipped', language: 'en_US' }
    const waiting = aRejectedDraft({
      ...others,
      content,
      registration: undefined,
      vendorTemplate,
      state: 'pending_vendor',
    })
    const unnamed = aRejectedDraft({ ...others, content, registration: undefined, state: 'pending_vendor' })
    const refused = aRejectedDraft({ ...others, content, registration: undefined, vendorTemplate })
    const timed = aRejectedDraft({
      ...others,
      content,
      vendorTemplate,
      registration: { channel: 'whatsapp', ...WHATSAPP_REGISTRATION, messageSendTtlSeconds: 30 },
      state: 'approved',
    })
    const entered = {
      registration: { channel: 'sms', ...DLT_REGISTRATION },
      by: { kind: 'user', id: fresh.id('usr') },
      atMs: NOW_MS,
      refused: undefined,
    } as const
    const refusal = { reason: 'DLT knows no such template.', atMs: NOW_MS + 1 }
    const withIds = aRejectedDraft({ ...others, state: 'approved', entered })
    const refusedIds = { ...entered, refused: refusal }
    const withRefusedIds = aRejectedDraft({ ...others, state: 'paused', entered: refusedIds })
    const known = [approved, paused, waiting, timed, withIds, withRefusedIds]
    const strangers = [
      aRejectedDraft({ state: 'approved' }),
      {
        ...waiting,
        organizationId: fresh.id('org'),
        draftId: fresh.id('tpl'),
        templateVersionId: fresh.id('tpv'),
      },
    ]
    await add(at, ...known, retired, bare, unnamed, refused, ...strangers)
    const report = aPausingReport()
    const stored = { receipts: [], inbound: [], parts: [], templates: [report], unreadable: [] }
    await right(at.storage.receipts.store(stored))
    await exclusively(at, async (unit) => {
      const found = await unit.templateDrafts.lockKnownToVendor(approved.organizationId)
      expect(found).to.have.deep.members(known)
      expect(await unit.templateReports.lock(fresh.id('trp'))).to.equal(undefined)
      expect(await unit.templateReports.lock(report.templateReportId)).to.deep.equal(report)
      unit.templateReports.replace({ ...report, state: 'applied' })
    })
    expect(await right(at.storage.receipts.pendingTemplates(NOW_MS + 1, undefined, 9))).to.deep.equal([])
  })
}

const versions = (at: StorageUnderTest): void => {
  it('are stored completely, each separately, and change their state', async () => {
    const first = aRejectedDraft()
    const second = next(first, { content: { channel: 'sms', text: 'Again' }, variables: [], history: [] })
    await add(at, first, second)
    const moved: TemplateDraft = { ...second, state: 'internal_review', expectedByMs: NOW_MS + 5 }
    await sharing(at, async (unit) => {
      expect(await unit.templateDrafts.lock(first)).to.deep.equal(first)
      expect(await unit.templateDrafts.lock(second)).to.deep.equal(second)
      expect(await unit.templateDrafts.lock({ draftId: first.draftId, version: 3 })).to.equal(undefined)
      unit.templateDrafts.replace(moved)
      expect(await unit.templateDrafts.lock(second)).to.deep.equal(moved)
    })
    const { draftId } = first
    const file = async (version?: number) => (await right(at.storage.templates.draft(draftId, version))).value
    expect((await file())?.draft).to.deep.equal(moved)
    expect((await file(1))?.draft).to.deep.equal(first)
    expect(await file(3)).to.equal(undefined)
    expect((await right(at.storage.templates.draft(fresh.id('tpl'), undefined))).value).to.equal(undefined)
    expect((await file())?.versions).to.deep.equal(
      [moved, first].map((draft) => ({
        draftId,
        organizationId: draft.organizationId,
        version: draft.version,
        templateVersionId: draft.templateVersionId,
        channel: 'sms',
        name: draft.name,
        category: draft.category,
        language: draft.language,
        variantOf: undefined,
        state: draft.state,
        stateSinceMs: draft.stateSinceMs,
        expectedByMs: draft.expectedByMs,
        entered: draft.entered,
      })),
    )
  })

  it('are found as the newest or as the one in use, and locked', async () => {
    const first = aDraft({ state: 'paused' })
    const second = next(first, { state: 'draft' })
    const other = aDraft({ state: 'approved', history: aRejectedDraft().history })
    await add(at, first, second, other)
    await sharing(at, async (unit) => {
      expect(await unit.templateDrafts.lockNewest(first.draftId)).to.deep.equal(second)
      expect(await unit.templateDrafts.lockInUse(first.draftId)).to.deep.equal(first)
      expect(await unit.templateDrafts.lockNewest(fresh.id('tpl'))).to.equal(undefined)
      unit.templateDrafts.replace({ ...first, state: 'retired' })
      expect(await unit.templateDrafts.lockInUse(first.draftId)).to.equal(undefined)
    })
    const inUse = async (draftId: TemplateId) =>
      (await right(at.storage.templates.draft(draftId, undefined))).value?.inUse
    expect(await inUse(first.draftId)).to.equal(undefined)
    const { version, state, stateSinceMs, history } = other
    expect(await inUse(other.draftId)).to.deep.equal({ version, state, stateSinceMs, history })
  })

  it('that two create at once follow one another: none is lost, and none is duplicated', async () => {
    const first = aDraft()
    await add(at, first)
    const other = await at.another()
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sharing(index % 2 === 0 ? at : { storage: other }, async (unit) => {
          const newest = await unit.templateDrafts.lockNewest(first.draftId)
          if (newest !== undefined) unit.templateDrafts.add(next(newest))
        }),
      ),
    )
    const file = (await right(at.storage.templates.draft(first.draftId, undefined))).value
    expect(file?.versions.map(({ version }) => version)).to.deep.equal(
      Array.from({ length: 13 }, (_, index) => 13 - index),
    )
  })

  it('are counted once per draft, with those that the unit itself created', async () => {
    const organizationId = fresh.id('org')
    const first = aDraft({ organizationId })
    await sharing(at, async (unit) => {
      expect(await unit.templateDrafts.countOf(organizationId)).to.equal(0)
      for (const draft of [first, next(first), aDraft({ organizationId }), aDraft()])
        unit.templateDrafts.add(draft)
      expect(await unit.templateDrafts.countOf(organizationId)).to.equal(2)
    })
  })
}

const lists = (at: StorageUnderTest): void => {
  const page = async (query: Partial<DraftQuery> & Pick<DraftQuery, 'organizationId'>) => {
    const all = { state: undefined, channel: undefined, before: undefined, limit: 10 }
    const { drafts, before } = (await right(at.storage.templates.drafts({ ...all, ...query }))).value
    return {
      drafts: drafts.map(({ draft }) => draft),
      inUse: drafts.map((one) => one.inUse?.version),
      before,
    }
  }

  it('of drafts show the newest version of each, newest draft first, page by page', async () => {
    const organizationId = fresh.id('org')
    const begun = [1, 2, 3, 4].map(() => aRejectedDraft({ organizationId, state: 'approved' }))
    const newest = begun.map((draft, index) => (index === 1 ? draft : next(draft, { state: 'draft' })))
    await add(at, ...begun, ...newest.filter(({ version }) => version === 2), aDraft())
    const shown = [...newest].reverse()
    const first = await page({ organizationId, limit: 3 })
    expect(first).to.deep.equal({
      drafts: shown.slice(0, 3),
      inUse: [1, 1, 1],
      before: shown[2]?.draftId,
    })
    expect(await page({ organizationId, before: first.before, limit: 1 })).to.deep.equal({
      drafts: shown.slice(3),
      inUse: [1],
      before: undefined,
    })
  })

  it('of drafts are filtered by the state and the channel of the newest version', async () => {
    const organizationId = fresh.id('org')
    const content = { channel: 'whatsapp', text: 'Hello.' } as const
    const [sms, whatsapp] = [aDraft({ organizationId }), aDraft({ organizationId, content })]
    const revised = next(sms, { state: 'internal_review' })
    await add(at, sms, whatsapp, revised)
    const ids = async (query: Partial<DraftQuery>) =>
      (await page({ organizationId, ...query })).drafts.map(({ draftId }) => draftId)
    expect(await ids({ state: 'internal_review' })).to.deep.equal([sms.draftId])
    expect(await ids({ state: 'draft' })).to.deep.equal([whatsapp.draftId])
    expect(await ids({ channel: 'sms' })).to.deep.equal([sms.draftId])
    expect(await ids({ channel: 'sms', state: 'draft' })).to.deep.equal([])
  })

  it('of drafts with long texts end early, and continue from there', async () => {
    const organizationId = fresh.id('org')
    const drafts = Array.from({ length: 7 }, () =>
      aDraft({
        organizationId,
        content: { channel: 'email', subject: 'S', text: 'T', html: 'ß'.repeat(100_000) },
      }),
    )
    await add(at, ...drafts)
    const seen: TemplateId[] = []
    let before: TemplateId | undefined
    let pages = 0
    do {
      const one = await page({ organizationId, before })
      seen.push(...one.drafts.map(({ draftId }) => draftId))
      expect(one.drafts.length).to.be.within(1, 5)
      before = one.before
      pages += 1
    } while (before !== undefined)
    expect(seen).to.deep.equal(drafts.map(({ draftId }) => draftId).reverse())
    expect(pages).to.equal(2)
  })

  it('of versions show the whole draft of the Organization, newest first, page by page, and end early with long texts', async () => {
    const long = { channel: 'email', subject: 'S', text: 'T', html: 'ß'.repeat(100_000) } as const
    const first = aRejectedDraft({ state: 'approved' })
    const drafts = [first]
    for (let version = 2; version <= 9; version += 1)
      drafts.push(next(first, { version, state: 'draft', ...(version > 3 ? { content: long } : {}) }))
    await add(at, ...drafts, aDraft({ organizationId: first.organizationId }))
    const { organizationId, draftId } = first
    const read = async (before: number | undefined, limit: number) =>
      (await right(at.storage.templates.versions({ organizationId, draftId, before, limit }))).value
    const short = await read(5, 3)
    expect(short?.versions.map(({ draft }) => draft)).to.deep.equal(drafts.slice(1, 4).reverse())
    expect(short?.versions.map((one) => one.inUse?.version)).to.deep.equal([1, 1, 1])
    expect(short?.before).to.equal(2)
    expect(await read(2, 3)).to.deep.include({ before: undefined })
    const cut = await read(undefined, 9)
    expect(cut?.versions.length).to.be.within(1, 5)
    expect(cut?.before).to.equal(cut?.versions.at(-1)?.draft.version)
    expect(await read(1, 3)).to.deep.equal({ versions: [], before: undefined })
    for (const strange of [{ organizationId: fresh.id('org') }, { draftId: fresh.id('tpl') }]) {
      const query = { organizationId, draftId, before: undefined, limit: 3, ...strange }
      expect((await right(at.storage.templates.versions(query))).value).to.equal(undefined)
    }
  })

  it('of waiting versions show the oldest first, of any Organization, page by page', async () => {
    const waits = (state: TemplateState, stateSinceMs: number) => aDraft({ state, stateSinceMs })
    const since = 1_000_000_000_000
    const line = [
      waits('internal_review', since + 1),
      waits('pending_vendor', since + 2),
      waits('internal_review', since + 2),
      waits('internal_review', since + 3),
    ]
    await add(at, ...[...line].reverse(), waits('draft', since), waits('approved', since))
    const states = ['internal_review', 'pending_vendor'] as const
    const read = async (...args: Parameters<typeof at.storage.templates.statuses>) =>
      (await right(at.storage.templates.statuses(...args))).value.map(({ draftId }) => draftId)
    const expected = line.map(({ draftId }) => draftId)
    expect(await read(states, undefined, 3)).to.deep.equal(expected.slice(0, 3))
    const third = line[2]
    if (third === undefined) throw new Error('no line')
    expect((await read(states, third, 9))[0]).to.equal(expected[3])
    expect((await read(['pending_vendor'], undefined, 1))[0]).to.equal(expected[1])
  })

  it('of usable templates show only approved ones, newest first, page by page', async () => {
    const organizationId = fresh.id('org')
    const templates = (['approved', 'paused', 'approved', 'approved'] as const).map((status) =>
      aTemplate({ organizationId, status }),
    )
    await right(at.storage.catalog.save({ templates: [...templates, aTemplate()] }))
    const shown = templates.filter(({ status }) => status === 'approved').reverse()
    const read = async (before: TemplateId | undefined, limit: number) =>
      (await right(at.storage.templates.approved(organizationId, before, limit))).value
    expect(await read(undefined, 2)).to.deep.equal(shown.slice(0, 2))
    expect(await read(shown[1]?.templateId, 2)).to.deep.equal(shown.slice(2))
  })

  it('have the data of the epoch that they return', async () => {
    const { organizationId } = aDraft()
    const epoch = await right(at.storage.catalog.epoch())
    const { templates } = at.storage
    const query = { organizationId, state: undefined, channel: undefined, before: undefined, limit: 1 }
    for (const read of [
      await right(templates.drafts(query)),
      await right(templates.draft(fresh.id('tpl'), undefined)),
      await right(
        templates.versions({ organizationId, draftId: fresh.id('tpl'), before: undefined, limit: 1 }),
      ),
      await right(templates.statuses(['draft'], undefined, 1)),
      await right(templates.approved(organizationId, undefined, 1)),
    ])
      expect(read.epoch).to.equal(epoch)
  })
}

const inUse = (at: StorageUnderTest): void => {
  it('replace the previous ones, with any identifiers, for the next send', async () => {
    const newer = aTemplate()
    const tenant = aTenant({ template: { templateId: newer.templateId } })
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { app, template } = tenant
    const kept = async () =>
      (await right(at.storage.catalog.app(app.appId)))?.templates.get(template.templateId)
    expect(template.templateVersionId > newer.templateVersionId).to.equal(true)
    const replacement = { ...template, ...newer, organizationId: template.organizationId }
    const before = await right(at.storage.catalog.epoch())
    await exclusively(at, async (unit) => {
      expect(await unit.templates.lock(template.templateVersionId)).to.deep.equal(template)
      unit.templates.remove(template.templateVersionId)
      unit.templates.add(replacement)
    })
    expect(await kept()).to.deep.equal(replacement)
    await exclusively(at, (unit) =>
      unit.templates.replace({ ...replacement, status: 'paused', isForSandbox: true }),
    )
    expect(await kept()).to.include({ status: 'paused', isForSandbox: true })
    expect(await right(at.storage.catalog.epoch())).to.equal(before + 2)
  })
}

/** Tests template drafts and the templates in use. */
export const templatesSuite = (open: OpenStorage): void => {
  describe('versions of template drafts', () => versions(useStorage(open)))
  describe('templates that vendors know', () => ofVendors(useStorage(open)))
  describe('lists of templates', () => lists(useStorage(open)))
  describe('templates by their names', () => templateNames(useStorage(open)))
  describe('languages of a template', () => templateLanguages(useStorage(open)))
  describe('templates in use', () => inUse(useStorage(open)))
  describe('starter templates and the Organizations that got them', () => startersAndGrants(useStorage(open)))
}

import { quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { DLT_REGISTRATION, WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { type OfficeInUse, useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND, OTHER_BODY, strangeIds } from '../../runner/use-cases/strange.js'
import { authorIn } from './template-calls.js'

const saving = (office: OfficeInUse): void => {
  const { aBody, save, refusedSave, submit, list } = authorIn(office)

  it('starts at version 1, with a preview of its examples, and is in the list', async () => {
    const { draft } = await save()
    const { organizationId, clock, owner } = office.at
    const { draftId } = draft
    expect(isId('tpl', draftId)).to.equal(true)
    const now = isoTime(clock.nowMs())
    expect(draft).to.deep.equal({
      draftId,
      organizationId,
      version: 1,
      channel: 'sms',
      name: 'order_shipped',
      category: 'transactional',
      language: 'en',
      content: { text: 'Hello {{name}}, order {{order}} has left.' },
      variables: [
        { name: 'name', type: 'text', maxLength: 60, example: 'Asha' },
        { name: 'order', type: 'numeric', maxLength: 500, example: '10024' },
      ],
      state: 'draft',
      stateSince: now,
      expectedBy: null,
      awaitsConfirmation: false,
      warnings: [],
      preview: {
        text: 'Hello Asha, order 10024 has left.',
        characters: 33,
        encoding: 'gsm7',
        segments: 1,
        filled: 33,
        room: 160,
      },
      history: [{ state: 'draft', at: now, by: 'agent', actorId: owner.userId }],
      versionInUse: null,
    })
    expect(await list()).to.deep.equal({ drafts: [draft], nextCursor: null })
  })

  it('shows the parts of each channel, and the number of segments of an SMS', async () => {
    const email = { subject: 'Order {{order}}', text: 'Hello {{name}}', html: '<b>{{order}}</b>' }
    const mailed = (await save({ channel: 'email', content: email })).draft
    expect(mailed).to.deep.include({
      content: email,
      preview: { text: 'Hello Asha', subject: 'Order 10024' },
    })
    const whatsapp = { header: 'Acme', text: 'Hello {{name}}, order {{order}} left.', footer: 'Bye' }
    expect((await save({ channel: 'whatsapp', content: whatsapp })).draft).to.deep.include({
      content: whatsapp,
      preview: { text: 'Acme\nHello Asha, order 10024 left.\nBye' },
    })
    const variables = [{ name: 'name', example: 'आशा'.repeat(30) }]
    const long = await save({ content: { text: '{{name}}' }, variables })
    expect(long.draft.preview).to.include({ characters: 90, encoding: 'ucs2', segments: 2 })
    expect((await save({ content: { text: 'Hello.' }, variables: undefined })).draft.variables).to.deep.equal(
      [],
    )
  })

  it('creates the next version of exactly the named one', async () => {
    const { draft } = await save()
    const { draftId } = draft
    const next = await save({ draftId, version: 1, content: { text: '{{name}} {{order}}' } })
    expect(next.draft).to.deep.include({
      draftId,
      version: 2,
      state: 'draft',
      content: { text: '{{name}} {{order}}' },
    })
    for (const version of [1, 3]) expect(await refusedSave({ draftId, version })).to.deep.equal(CONFLICT)
    expect((await list()).drafts.map(({ version }) => version)).to.deep.equal([2])
    expect(brokenFields(await refusedSave({ draftId }))).to.deep.equal(['/version required'])
    expect(brokenFields(await refusedSave({ version: 1 }))).to.deep.equal(['/draftId required'])
    const elsewhere = { channel: 'whatsapp', content: { text: 'Hi {{name}} and {{order}}.' } }
    expect(brokenFields(await refusedSave({ draftId, version: 2, ...elsewhere }))).to.deep.equal([
      '/channel mismatch',
    ])
  })

  it('waits while the text is in review', async () => {
    const { draft } = await save()
    await submit(draft)
    expect(await refusedSave({ draftId: draft.draftId, version: 1 })).to.deep.equal(CONFLICT)
  })

  it('is refused with all problems that prevent a review, and stores nothing', async () => {
    const broken = async (more: object) => brokenFields(await refusedSave(more))
    expect(
      await broken({
        content: { text: 'Hello {{name}} {{who}}' },
        variables: [
          { name: 'name', example: 'x'.repeat(61), maxLength: 60 },
          { name: 'order', example: 'A1', type: 'numeric' },
        ],
      }),
    ).to.deep.equal([
      '/content/text unknown',
      '/variables/0/example too_long',
      '/variables/1/name mismatch',
      '/variables/1/example format',
    ])
    expect(await broken({ content: { text: aBody().content.text, dlt: true } })).to.deep.equal([
      '/variables/0/type not_allowed',
    ])
    expect(await broken({ content: { text: 'a{{name}}{{order}}', footer: 'x', html: 'y' } })).to.deep.equal([
      '/content/html not_allowed',
      '/content/footer not_allowed',
    ])
    expect(await broken({ channel: 'email' })).to.deep.equal(['/content/subject required'])
    expect(await broken({ channel: 'whatsapp', content: { text: '{{name}} {{order}}' } })).to.deep.equal([
      '/content/text format',
      '/content/text format',
      '/content/text format',
    ])
    expect(await broken({ channel: 'fax', language: 'e', category: 'news' })).to.deep.equal([
      '/channel not_allowed',
      '/category not_allowed',
      '/language format',
    ])
    for (const language of ['deutsch', 'xx-bogus', 'en-XX', 'en-UK', 'und'])
      expect(await broken({ language }), language).to.deep.equal(['/language not_allowed'])
    const many = Array.from({ length: 51 }, (_, at) => ({ name: `v${at}`, example: 'x' }))
    expect(await broken({ variables: many })).to.deep.equal(['/variables too_many'])
    expect((await list()).drafts).to.deep.equal([])
  })

  it('returns the same refusal for unknown drafts and those of others', async () => {
    const foreign = aDraft({ organizationId: office.at.other.organizationId })
    await sharing(office.at, (unit) => unit.templateDrafts.add(foreign))
    for (const draftId of strangeIds(office.at, 'tpl', foreign.draftId))
      expect(await refusedSave({ draftId, version: 1 })).to.deep.equal(NOT_FOUND)
    const { organizationId } = office.at.other
    expect(await refusedSave({ organizationId })).to.deep.equal(NOT_FOUND)
  })

  it("needs the permission to manage templates, and isn't available to people over the API", async () => {
    for (const person of [office.at.billing, office.at.viewer])
      expect((await refusedSave({}, person))._tag).to.equal('PermissionDenied')
    expect(await office.at.refused(office.at.owner, 'saveCustomerTemplateDraft', aBody())).to.deep.equal(
      NOT_FOUND,
    )
  })

  it('is also available to people at the website, as is the review and the list', async () => {
    const { organizationId, viewer } = office.at
    const developer = await office.at.member('developer')
    const { draft } = await office.at.doneAtWebsite(developer, 'saveCustomerTemplateDraft', aBody())
    const { draftId, version } = draft
    const named = { organizationId, draftId, version }
    await office.at.doneAtWebsite(developer, 'submitCustomerTemplateDraftForReview', named)
    const listed = await office.at.doneAtWebsite(developer, 'listCustomerTemplateDrafts', { organizationId })
    expect(listed.drafts.map((one) => one.draftId)).to.deep.equal([draftId])
    await office.at.doneAtWebsite(developer, 'listCustomerMessageTemplates', { organizationId })
    expect((await office.at.acts()).at(-1)).to.deep.include({
      action: 'submitCustomerTemplateDraftForReview',
      actor: { kind: 'user', id: developer.userId },
    })
    const refused = await office.at.refusedAtWebsite(viewer, 'saveCustomerTemplateDraft', aBody())
    expect(refused._tag).to.equal('PermissionDenied')
  })

  it('is limited to a thousand drafts per Organization', async () => {
    const { organizationId } = office.at
    const { draft } = await save()
    await sharing(office.at, (unit) => {
      for (let count = 0; count < 999; count += 1) unit.templateDrafts.add(aDraft({ organizationId }))
    })
    expect(await refusedSave()).to.deep.equal(quotaReached('templates'))
    expect((await save({ draftId: draft.draftId, version: 1 })).draft.version).to.equal(2)
  })

  it('is done once for a request id, and logged', async () => {
    const requestId = 'save-draft-1'
    const first = await save({ requestId })
    expect(await save({ requestId })).to.deep.equal({ ...first, replayed: true })
    expect(await refusedSave({ requestId, name: 'another' })).to.deep.equal(OTHER_BODY)
    const acts = await office.at.acts()
    expect(acts).to.have.length(1)
    expect(acts[0]).to.deep.include({
      actor: { kind: 'agent', id: office.at.owner.userId },
      action: 'saveCustomerTemplateDraft',
      target: first.draft.draftId,
      details: { version: 1, state: 'draft', channel: 'sms' },
    })
  })
}

const submitting = (office: OfficeInUse): void => {
  const { save, submit, refusedSubmit } = authorIn(office)

  it('sends the newest version to review, and returns the expected date', async () => {
    const { draft } = await save()
    const { clock, owner } = office.at
    const submitted = (await submit(draft)).draft
    const now = clock.nowMs()
    expect(submitted).to.deep.include({
      state: 'internal_review',
      stateSince: isoTime(now),
      expectedBy: isoTime(now + DAY_MS),
    })
    expect(submitted.history.at(-1)).to.deep.equal({
      state: 'internal_review',
      at: isoTime(now),
      by: 'agent',
      actorId: owner.userId,
    })
  })

  it('refuses another version, and one that was already submitted', async () => {
    const { draft } = await save()
    const { draftId } = draft
    await save({ draftId, version: 1 })
    for (const version of [1, 3]) expect(await refusedSubmit({ draftId, version })).to.deep.equal(CONFLICT)
    await submit({ draftId, version: 2 })
    expect(await refusedSubmit({ draftId, version: 2 })).to.deep.equal(CONFLICT)
  })

  it('lints again what was saved with other rules', async () => {
    const { organizationId } = office.at
    const draft = aDraft({ organizationId, content: { channel: 'sms', text: '{{name}} {{order}} {{who}}' } })
    await sharing(office.at, (unit) => unit.templateDrafts.add(draft))
    expect(brokenFields(await refusedSubmit(draft))).to.deep.equal(['/content/text unknown'])
  })

  it('returns the same refusal for unknown drafts and those of others', async () => {
    const foreign = aDraft({ organizationId: office.at.other.organizationId })
    await sharing(office.at, (unit) => unit.templateDrafts.add(foreign))
    for (const draftId of strangeIds(office.at, 'tpl', foreign.draftId))
      expect(await refusedSubmit({ draftId, version: 1 })).to.deep.equal(NOT_FOUND)
  })

  it('is done once for a request id', async () => {
    const { draft } = await save()
    const requestId = 'submit-draft-1'
    const first = await submit(draft, { requestId })
    expect(await submit(draft, { requestId })).to.deep.equal({ ...first, replayed: true })
  })
}

const listing = (office: OfficeInUse): void => {
  const { save, submit, list } = authorIn(office)

  it('has pages of drafts, newest first, by state or channel', async () => {
    const content = { subject: 'S', text: '{{name}} {{order}}' }
    const first = (await save()).draft
    const second = (await save({ channel: 'email', content })).draft
    const third = (await submit((await save()).draft)).draft
    const page = await list({ limit: 2 })
    expect(page.drafts).to.deep.equal([third, second])
    const { nextCursor: cursor } = page
    expect(await list({ limit: 2, cursor })).to.deep.equal({ drafts: [first], nextCursor: null })
    expect((await list({ state: 'internal_review' })).drafts).to.deep.equal([third])
    expect((await list({ channel: 'email' })).drafts).to.deep.equal([second])
    const body = { organizationId: office.at.organizationId, cursor, state: 'draft' }
    expect(
      brokenFields(await office.at.refusedByAgent(office.at.owner, 'listCustomerTemplateDrafts', body)),
    ).to.deep.equal(['/cursor mismatch'])
  })

  it('shows approved templates with their variables and registrations, and none of others', async () => {
    const { organizationId, owner } = office.at
    const content = { channel: 'whatsapp', text: 'Hello.', registration: WHATSAPP_REGISTRATION } as const
    const templates = [
      aTemplate({ organizationId }),
      aTemplate({ organizationId, content, variables: [] }),
      aTemplate({ organizationId, status: 'paused' }),
      aTemplate(),
    ]
    await right(office.at.storage.catalog.save({ templates }))
    const ask = (more: object = {}) =>
      office.at.doneByAgent(owner, 'listCustomerMessageTemplates', { organizationId, ...more })
    const page = await ask({ limit: 1 })
    expect(page.templates).to.deep.equal([
      {
        templateId: templates[1]?.templateId,
        templateVersionId: templates[1]?.templateVersionId,
        channel: 'whatsapp',
        name: 'order_shipped',
        category: 'transactional',
        language: 'en',
        variables: [],
        registration: { whatsapp: WHATSAPP_REGISTRATION },
        warnings: [],
      },
    ])
    // The firm was created with a template of its own, which is older.
    const rest = await ask({ limit: 1, cursor: page.nextCursor })
    expect(rest.templates[0]).to.deep.include({
      templateId: templates[0]?.templateId,
      registration: { dlt: DLT_REGISTRATION },
      variables: [
        { name: 'name', type: 'text', maxLength: 60, example: 'Asha' },
        { name: 'code', type: 'text', maxLength: 500, example: '0042' },
      ],
    })
  })

  it('needs the permission to manage templates', async () => {
    const { organizationId } = office.at
    for (const operation of ['listCustomerTemplateDrafts', 'listCustomerMessageTemplates'] as const)
      expect((await office.at.refusedByAgent(office.at.viewer, operation, { organizationId }))._tag).to.equal(
        'PermissionDenied',
      )
  })
}

describe('Template drafts of customers', () => {
  const office = useOffice()
  describe('Saving one', () => saving(office))
  describe('Submitting one', () => submitting(office))
  describe('Listing them', () => listing(office))
})

import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import { ROLES } from '@postrider/core/identity/domain/people/roles'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { type Person, useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'
import { type Named, TEXTS, useReview } from './template-calls.js'

const INDIAN = { destinationPrefix: '+91' }

describe('The preview of a template at the website', () => {
  const office = useOffice()
  const { aBody, refusedSave } = useReview(office)
  const preview = (draft: object, more: object = {}, person: Person = office.at.owner) =>
    office.at.doneAtWebsite(person, 'previewTemplateDraft', {
      organizationId: office.at.organizationId,
      draft,
      ...more,
    })
  const written = (more: object = {}) => {
    const { organizationId: _, ...draft } = aBody(more)
    return draft
  }

  it("shows recipients' texts with the examples and with the longest values, and the segments of each", async () => {
    const { problems, placeholders, example, longest, usualReview } = await preview(
      written({
        content: { text: 'Hello {{name}}, {{order}}.' },
        variables: [
          { name: 'name', example: 'Zoë', maxLength: 149 },
          { name: 'order', example: '[9]', maxLength: 3 },
        ],
      }),
    )
    expect(problems).to.deep.equal([])
    expect(placeholders).to.deep.equal(['name', 'order'])
    expect(example).to.deep.equal({
      parts: [{ name: 'text', text: 'Hello Zoë, [9].' }],
      units: 1,
      characters: 15,
      encoding: 'ucs2',
      segments: 1,
      filled: 15,
      room: 70,
    })
    expect(longest).to.include({ characters: 161, encoding: 'ucs2', segments: 3, units: 3, room: 201 })
    expect(usualReview).to.deep.equal({ internalSeconds: 86_400, vendorSeconds: null })
  })

  it('counts septets if GSM-7 has every character, and shows each part of the other channels', async () => {
    const { example } = await preview(written({ content: { text: '[{{name}}] €{{order}}' } }))
    expect(example).to.include({ encoding: 'gsm7', characters: 13, filled: 16, room: 160 })
    const shown = await preview(
      written({
        channel: 'whatsapp',
        content: { header: 'Acme', text: 'Hi {{name}}, {{order}} left.', footer: 'Bye' },
      }),
    )
    expect(shown.example).to.deep.equal({
      parts: [
        { name: 'header', text: 'Acme' },
        { name: 'text', text: 'Hi Asha, 10024 left.' },
        { name: 'footer', text: 'Bye' },
      ],
      units: 1,
    })
    expect(shown.usualReview?.vendorSeconds).to.be.greaterThan(0)
    const html = '<b>{{name}}</b>'
    const email = { subject: 'Order {{order}}', text: 'Hello', html }
    const mail = await preview(
      written({
        channel: 'email',
        content: email,
        variables: [
          { name: 'name', example: '<i>' },
          { name: 'order', example: '7' },
        ],
      }),
    )
    expect(mail.example?.parts).to.deep.equal([
      { name: 'subject', text: 'Order 7' },
      { name: 'text', text: 'Hello' },
      { name: 'html', text: '<b>&lt;i&gt;</b>' },
    ])
  })

  it('reports what would make a save fail, and shows what it can', async () => {
    const drafts = [
      {},
      { channel: 'sms' },
      { channel: 'fax', content: 'no' },
      written({ name: '', content: { text: 'Hi {{name}} {{who}}', html: 'x' } }),
      written({ ...TEXTS.india, variables: [{ name: 'name', example: '' }, 7] }),
      written({ channel: 'email', content: { text: 'x' }, more: 1 }),
    ]
    for (const draft of drafts) {
      const blank = Object.fromEntries(Object.keys(aBody()).map((key) => [key, undefined]))
      const refused = brokenFields(
        await refusedSave({ ...blank, ...draft, organizationId: office.at.organizationId }),
      )
      const { problems } = await preview(draft)
      expect(
        problems.map(({ field, code }) => `${field} ${code}`),
        JSON.stringify(draft),
      ).to.deep.equal(refused.filter((one) => !one.startsWith('/requestId')))
      expect(problems).not.to.deep.equal([])
    }
    const { example } = await preview({
      channel: 'sms',
      content: { text: 'Hi {{name}} {{who}}{{toString}}' },
      variables: [{ name: 'name', example: 'Asha' }, { name: 'who' }],
    })
    expect(example?.parts).to.deep.equal([{ name: 'text', text: 'Hi Asha {{who}}{{toString}}' }])
    expect((await preview({})).example).to.equal(null)
  })

  it("shows the price of a message, the Organization's own before the list price", async () => {
    const { organizationId } = office.at
    const draft = written({
      variables: [
        { name: 'name', example: 'A', maxLength: 9 },
        { name: 'order', example: '1', maxLength: 200 },
      ],
    })
    const priced = [
      aPrice({ organizationId: undefined, destinationPrefix: '+91', unitAmountMinor: 20 }),
      aPrice({ organizationId: undefined, destinationPrefix: '+44', unitAmountMinor: 40, currency: 'EUR' }),
      aPrice({
        organizationId: office.at.other.organizationId,
        destinationPrefix: '+49',
        unitAmountMinor: 1,
      }),
    ]
    await right(office.at.storage.catalog.save({ prices: priced }))
    const before = await preview(draft, INDIAN)
    expect(before.price).to.include({ destinationPrefix: '*', amountMinor: before.price?.unitAmountMinor })
    expect(before.destinations).to.deep.equal(['*', '+91'])
    const own = aPrice({ organizationId, destinationPrefix: '+91', unitAmountMinor: 18 })
    await right(office.at.storage.catalog.save({ prices: [own] }))
    const { price, longest } = await preview(draft, INDIAN)
    expect(longest?.units).to.equal(2)
    expect(price).to.include({
      destinationPrefix: '+91',
      currency: 'INR',
      unitAmountMinor: 18,
      amountMinor: 18,
      mostAmountMinor: 36,
    })
    expect((await preview(draft)).price).to.include({ destinationPrefix: '*' })
    expect((await preview({ ...draft, channel: 'email' })).price).to.equal(null)
  })

  it('is for people who manage templates, and for strangers no such Organization exists', async () => {
    const { organizationId, other } = office.at
    const body = { organizationId, draft: {} }
    for (const role of ROLES) {
      const member = await office.at.member(role)
      if (['owner', 'admin', 'developer'].includes(role)) await preview({}, {}, member)
      else
        expect(await office.at.refusedAtWebsite(member, 'previewTemplateDraft', body)).to.have.property(
          '_tag',
          'PermissionDenied',
        )
    }
    expect(await office.at.refusedAtWebsite(other.owner, 'previewTemplateDraft', body)).to.deep.equal(
      NOT_FOUND,
    )
    expect(await office.at.refused(office.at.owner, 'previewTemplateDraft', body)).to.deep.equal(NOT_FOUND)
  })
})

describe('Versions of a template at the website', () => {
  const office = useOffice()
  const { save, submit, reviewer } = useReview(office)
  const here = ({ draftId }: Pick<Named, 'draftId'>, more: object = {}) => ({
    organizationId: office.at.organizationId,
    draftId,
    ...more,
  })
  const list = (draft: Named, more: object = {}) =>
    office.at.doneAtWebsite(office.at.owner, 'listCustomerTemplateVersions', here(draft, more))
  const get = (draft: Named, more: object = {}) =>
    office.at.doneAtWebsite(office.at.owner, 'getCustomerTemplateDraft', here(draft, more))

  it('are complete, newest first, each with its result and reason, page by page', async () => {
    const first = (await save()).draft
    await submit(first)
    await reviewer().reject(first, { reason: 'Whose order?', variable: 'order' })
    const second = (
      await save({ draftId: first.draftId, version: 1, content: { text: 'Your {{name}} {{order}}' } })
    ).draft
    await submit(second)
    await reviewer().approve(second)
    const third = (await save({ draftId: first.draftId, version: 2 })).draft
    const page = await list(first, { limit: 2 })
    expect(page.versions.map(({ version, state }) => [version, state])).to.deep.equal([
      [3, 'draft'],
      [2, 'approved'],
    ])
    const rest = await list(first, { limit: 2, cursor: page.nextCursor })
    expect(rest).to.deep.include({ nextCursor: null })
    expect(rest.versions[0]).to.deep.include({
      version: 1,
      state: 'rejected',
      reasonCode: 'unclear',
      reason: 'Whose order?',
      variable: 'order',
      versionInUse: 2,
    })
    const decision = rest.versions[0]?.history.at(-1)
    expect(decision).to.include({ by: 'operator' })
    expect(decision).not.to.have.property('actorId')
    const { languages, ...shown } = await get(first)
    expect(languages.map(({ language, version }) => [language, version])).to.deep.equal([
      ['en', third.version],
    ])
    expect(shown).to.deep.equal({
      draft: page.versions[0],
      newestVersion: third.version,
      canBeRevised: true,
      canBeSubmitted: true,
      takesRegistration: false,
    })
    expect(await get(first, { atVersion: 1 })).to.deep.equal({
      languages,
      draft: rest.versions[0],
      newestVersion: 3,
      canBeRevised: false,
      canBeSubmitted: false,
      takesRegistration: false,
    })
  })

  it('show the expected date of a review', async () => {
    const { draft } = await submit((await save()).draft)
    expect(await get(draft)).to.include({ canBeRevised: false, canBeSubmitted: false })
    expect((await get(draft)).draft).to.deep.include({
      state: 'internal_review',
      expectedBy: draft.expectedBy,
    })
    expect(draft.expectedBy).not.to.equal(null)
  })

  it("don't exist for another's draft or an unknown one", async () => {
    const foreign = aDraft({ organizationId: office.at.other.organizationId })
    await sharing(office.at, (unit) => unit.templateDrafts.add(foreign))
    const { draft } = await save()
    for (const name of [
      'getCustomerTemplateDraft',
      'listCustomerTemplateVersions',
    ] satisfies OperationName[]) {
      for (const draftId of strangeIds(office.at, 'tpl', foreign.draftId))
        expect(
          await office.at.refusedAtWebsite(office.at.owner, name, here({ draftId })),
          name,
        ).to.deep.equal(NOT_FOUND)
      const viewer = await office.at.member('viewer')
      expect(await office.at.refusedAtWebsite(viewer, name, here(draft)), name).to.have.property(
        '_tag',
        'PermissionDenied',
      )
    }
    expect(
      await office.at.refusedAtWebsite(
        office.at.owner,
        'getCustomerTemplateDraft',
        here(draft, { atVersion: 2 }),
      ),
    ).to.deep.equal(NOT_FOUND)
  })
})

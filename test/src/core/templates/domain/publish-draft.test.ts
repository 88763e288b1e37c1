import type { Registration } from '@postrider/core/channels/channels'
import { expect } from 'chai'
import type { TemplateDraft, TemplateState } from '@postrider/core/templates/domain/draft'
import { previewDraft, replaceInUse, templateVersionOf } from '@postrider/core/templates/domain/publish-draft'
import { E } from '@postrider/core/fp'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const operator = { kind: 'operator', id: 'asha' } as const

describe('A version of a draft', () => {
  for (const [state, status] of [
    ['draft', undefined],
    ['internal_review', undefined],
    ['pending_vendor', undefined],
    ['rejected', undefined],
    ['approved', 'approved'],
    ['paused', 'paused'],
    ['retired', 'retired'],
  ] as const)
    it(`that is ${state} ${status === undefined ? "can't be sent" : `is a template that is ${status}`}`, () => {
      expect(templateVersionOf(aDraft({ state }))?.status).to.equal(status)
    })

  it("is sent with the draft's identifier, and its content with its own", () => {
    const draft = aDraft({ state: 'approved' })
    const { draftId, templateVersionId, organizationId, name, category, language, content, variables } = draft
    expect(templateVersionOf(draft)).to.deep.equal({
      templateId: draftId,
      templateVersionId,
      organizationId,
      name,
      category,
      language,
      variantOf: undefined,
      content,
      variables,
      status: 'approved',
      isForSandbox: false,
    })
  })

  it("is sent with the vendor's registration", () => {
    const dlt = { entityId: '1001', templateId: '1007', header: 'ACMEIN' }
    const meta = { name: 'shipped', language: 'en_US', namespace: 'acme' }
    const contentOf = (content: TemplateDraft['content'], registration: Registration | undefined) =>
      templateVersionOf(aDraft({ state: 'approved', content, registration }))?.content
    const sms = { channel: 'sms', text: 'T' } as const
    const whatsapp = { channel: 'whatsapp', text: 'T', header: 'H', footer: 'F' } as const
    const india = { ...sms, dlt: true } as const
    expect(contentOf(india, { channel: 'sms', ...dlt })).to.deep.equal({ ...india, registration: dlt })
    expect(contentOf(india, undefined)).to.deep.equal(india)
    expect(contentOf(whatsapp, { channel: 'whatsapp', ...meta })).to.deep.equal({
      ...whatsapp,
      registration: meta,
    })
    expect(contentOf(whatsapp, undefined)).to.deep.equal(whatsapp)
  })
})

describe('The preview of a draft', () => {
  it('of SMS shows its examples, its encoding and its segments', () => {
    expect(previewDraft(aDraft())).to.deep.equal({
      channel: 'sms',
      text: 'Hello Asha, order 10024 has left.',
      encoding: 'gsm7',
      segments: 1,
    })
    const variables = [
      { name: 'name', example: 'आशा'.repeat(15) },
      { name: 'order', example: '1'.repeat(10) },
    ]
    expect(previewDraft(aDraft({ variables }))).to.include({ encoding: 'ucs2', segments: 2 })
  })

  it('of another channel shows each part', () => {
    const content = {
      channel: 'email',
      subject: 'For {{name}}',
      text: '{{order}}',
      html: '<b>{{name}}</b>',
    } as const
    const variables = [
      { name: 'name', example: 'A&B' },
      { name: 'order', example: '1' },
    ]
    expect(previewDraft(aDraft({ content, variables }))).to.deep.equal({
      channel: 'email',
      subject: 'For A&B',
      text: '1',
      html: '<b>A&amp;B</b>',
    })
  })
})

describe('A version in use', () => {
  const draftId = fresh.id('tpl')
  const cause = { reasonCode: 'good', reason: 'Fine.', variable: undefined }
  const approved = aDraft({
    draftId,
    version: 3,
    state: 'approved',
    history: [
      {
        ...cause,
        state: 'approved',
        actor: operator,
        atMs: NOW_MS + 9,
      },
    ],
  })
  const inUse = (overrides: Partial<TemplateDraft> = {}): TemplateDraft =>
    aDraft({ draftId, version: 1, state: 'approved', ...overrides })
  const replaced = (one: TemplateDraft, by: TemplateDraft): string => {
    const ended = replaceInUse(one, by)
    return E.isLeft(ended) ? ended.left._tag : ended.right.state
  }

  it('ends when a newer one is approved, by the same person at the same time', () => {
    const one = inUse()
    const end = { state: 'retired', actor: operator, atMs: NOW_MS + 9, reasonCode: 'replaced' }
    const transition = { ...end, reason: undefined, variable: undefined }
    const changed = { state: 'retired', stateSinceMs: NOW_MS + 9, history: [transition] }
    expect(replaceInUse(one, approved)).to.deep.equal(E.right({ ...one, ...changed }))
    expect(replaced(inUse({ state: 'paused' }), approved)).to.equal('retired')
  })

  it("isn't ended by one that is older, equal, not approved or of another draft", () => {
    for (const by of [
      { ...approved, version: 1 },
      { ...approved, version: 0 },
      { ...approved, state: 'pending_vendor' as const },
      { ...approved, draftId: fresh.id('tpl') },
    ])
      expect(replaced(inUse(), by)).to.equal('Conflict')
  })

  it('is always approved or paused', () => {
    const others: readonly TemplateState[] = [
      'draft',
      'internal_review',
      'pending_vendor',
      'rejected',
      'retired',
    ]
    for (const state of others) expect(replaced(inUse({ state }), approved), state).to.equal('Conflict')
  })
})

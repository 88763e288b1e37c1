import { expect } from 'chai'
import {
  type Authorship,
  beginDraft,
  reviseDraft,
  TEMPLATE_STATES,
  type TemplateState,
} from '@postrider/core/templates/domain/draft'
import { E } from '@postrider/core/fp'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const authorship = (): Authorship => ({
  templateVersionId: fresh.id('tpv'),
  actor: { kind: 'user', id: fresh.id('usr') },
  atMs: NOW_MS + 1,
})
const REVISABLE: readonly TemplateState[] = ['draft', 'rejected', 'approved', 'paused']

describe('A template draft', () => {
  const { name, category, language, content, variables, draftId, organizationId } = aDraft()
  const body = { name, category, language, content, variables }
  const variantOf = undefined

  it('starts with its first version, which has its author and time', () => {
    const by = authorship()
    const cause = { reasonCode: undefined, reason: undefined, variable: undefined }
    expect(beginDraft({ draftId, organizationId, variantOf }, body, by)).to.deep.equal({
      ...body,
      draftId,
      organizationId,
      variantOf,
      version: 1,
      templateVersionId: by.templateVersionId,
      state: 'draft',
      stateSinceMs: NOW_MS + 1,
      expectedByMs: undefined,
      vendorTemplate: undefined,
      entered: undefined,
      registration: undefined,
      isForSandbox: false,
      history: [
        {
          state: 'draft',
          actor: by.actor,
          atMs: by.atMs,
          ...cause,
        },
      ],
    })
  })

  it('gets a next version with its own state and history, and keeps the previous one unchanged', () => {
    const newest = aDraft({ draftId, organizationId, version: 4, state: 'approved' })
    const before = structuredClone(newest)
    const by = authorship()
    const text = { channel: 'sms' as const, text: 'Hi {{name}}, {{order}}' }
    const next = reviseDraft(newest, 4, { ...body, content: text }, by)
    expect(next).to.deep.equal(
      E.right({
        ...beginDraft({ draftId, organizationId, variantOf }, { ...body, content: text }, by),
        version: 5,
      }),
    )
    expect(newest).to.deep.equal(before)
  })

  for (const state of TEMPLATE_STATES) {
    const may = REVISABLE.includes(state)
    it(`${may ? 'gets' : 'gets no'} next version while its newest is ${state}`, () => {
      const next = reviseDraft(aDraft({ state }), 1, body, authorship())
      expect(E.isLeft(next) ? next.left._tag : 'revised').to.equal(may ? 'revised' : 'Conflict')
    })
  }

  it("isn't revised by a person who saw another version", () => {
    for (const version of [1, 3])
      expect(reviseDraft(aDraft({ version: 2 }), version, body, authorship())).to.deep.equal(
        E.left({ _tag: 'Conflict', fields: [] }),
      )
  })

  it('stays on its channel', () => {
    const email = { ...body, content: { channel: 'email' as const, subject: 'S', text: 'T' } }
    const next = reviseDraft(aDraft(), 1, email, authorship())
    expect(E.isLeft(next) && next.left.fields.map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
      '/channel mismatch',
    ])
  })
})

import { expect } from 'chai'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields } from '../../../runner/use-cases/strange.js'

describe('The replies of an app to keywords', () => {
  const office = useOffice()

  /** An approved template without variables. */
  const template = async (overrides: Partial<TemplateDraft> = {}) => {
    const { organizationId } = office.at
    const content = { channel: 'sms', text: 'Acme: write to help@example.com.' } as const
    const draft = aDraft({ organizationId, content, variables: [], state: 'approved', ...overrides })
    await office.at.write((unit) => unit.templateDrafts.add(draft))
    return draft.draftId
  }
  const bodyOf = (replies: object, version = 1) => {
    const { organizationId, app } = office.at
    return { organizationId, appId: app.appId, replies, version }
  }
  const set = (replies: object, version = 1) =>
    office.at.doneAtWebsite(office.at.owner, 'setKeywordReplies', bodyOf(replies, version))
  const problems = async (replies: object) =>
    brokenFields(await office.at.refusedAtWebsite(office.at.owner, 'setKeywordReplies', bodyOf(replies)))
  const inCatalog = async () =>
    (await right(office.at.storage.catalog.app(office.at.app.appId)))?.app.keywordReplies

  it('are replaced as a whole, and written to the audit log', async () => {
    const [help, stop] = [await template(), await template()]
    const whatsapp = await template({
      content: { channel: 'whatsapp', text: 'Acme: write to help@example.com.' } as TemplateDraft['content'],
    })
    const { app } = await set({ help: [help, whatsapp], stop: [stop] })
    expect(app).to.deep.include({ keywordReplies: { help: [help, whatsapp], stop: [stop] }, version: 2 })
    expect(await inCatalog()).to.deep.equal({ help: [help, whatsapp], stop: [stop] })
    expect((await set({ start: [stop], help: null }, 2)).app.keywordReplies).to.deep.equal({ start: [stop] })
    expect((await set({}, 3)).app.keywordReplies).to.deep.equal({})
    expect(await inCatalog()).to.deep.equal({})
    const acts = (await office.at.acts()).filter(({ action }) => action === 'setKeywordReplies')
    expect(acts.map(({ details }) => details)).to.deep.equal([
      { help: `${help},${whatsapp}`, stop, start: 'none' },
      { help: 'none', stop: 'none', start: stop },
      { help: 'none', stop: 'none', start: 'none' },
    ])
  })

  it('must be approved, transactional templates of the Organization without variables', async () => {
    const bad = [
      fresh.id('tpl'),
      'order_shipped',
      await template({ organizationId: fresh.id('org') }),
      await template({ state: 'internal_review' }),
      await template({ state: 'paused' }),
      await template({ category: 'promotional' }),
      await template({ category: 'otp' }),
      await template({ variables: [{ name: 'name', example: 'Asha' }] }),
      await template({
        content: { channel: 'email', subject: 'Help', text: 'Write to us.' } as TemplateDraft['content'],
      }),
    ]
    for (const one of bad)
      expect(await problems({ help: [one] }), one).to.deep.equal(['/replies/help/0 not_allowed'])
    expect(await inCatalog()).to.deep.equal({})
  })

  it('are at most one for each channel, and no empty list', async () => {
    const [one, other] = [await template(), await template()]
    expect(await problems({ stop: [one, other] })).to.deep.equal(['/replies/stop/1 not_allowed'])
    expect(await problems({ start: [] })).to.deep.equal(['/replies/start too_few'])
    expect(await problems({ start: [one, one, one] })).to.deep.equal(['/replies/start too_many'])
  })
})

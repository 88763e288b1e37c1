import { expect } from 'chai'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import { aDraft } from '../../builders/a-draft.js'
import { LONGEST_LISTED } from '@postrider/core/templates/domain/draft-status'
import { fresh } from '../../builders/fresh.js'
import type { StorageUnderTest } from '../open-storage.js'
import { right } from '../../outcome.js'
import { sharing } from '../unit-work.js'

/** Tests drafts that are further languages of a template. */
export const templateLanguages = (at: StorageUnderTest): void => {
  it('name the template that they are a language of, which has each language once', async () => {
    const organizationId = fresh.id('org')
    const template = aDraft({ organizationId })
    const { draftId: variantOf } = template
    const [first, second] = ['pt', 'es-419'].map((language) =>
      aDraft({ organizationId, variantOf, language }),
    )
    if (first === undefined || second === undefined) throw new Error('there are two')
    await sharing(at, async (unit) => {
      expect(await unit.templateDrafts.languagesOf(organizationId, variantOf)).to.deep.equal([])
      for (const draft of [
        template,
        first,
        { ...first, version: 2, templateVersionId: fresh.id('tpv') },
        second,
        aDraft({ organizationId }),
      ])
        unit.templateDrafts.add(draft)
    })
    await sharing(at, async (unit) => {
      expect(await unit.templateDrafts.languagesOf(organizationId, variantOf)).to.deep.equal(['pt', 'es-419'])
      expect(await unit.templateDrafts.languagesOf(fresh.id('org'), variantOf)).to.deep.equal([])
      expect(await unit.templateDrafts.lockNewest(first.draftId)).to.include({ variantOf, version: 2 })
    })
  })
  it('are listed with the newest version of each, its state, and a text that isn’t too long', async () => {
    const organizationId = fresh.id('org')
    const template = aDraft({ organizationId, state: 'approved' })
    const { draftId: variantOf } = template
    const variant = (language: string, text: string) =>
      aDraft({ organizationId, variantOf, language, content: { channel: 'sms', text } })
    const [first, second] = [variant('pt', 'Olá'), variant('es-419', 'x'.repeat(LONGEST_LISTED))]
    const next = { ...template, version: 2, state: 'draft' as const, templateVersionId: fresh.id('tpv') }
    const others = [aDraft({ organizationId }), aDraft({ variantOf: fresh.id('tpl') })]
    await sharing(at, async (unit) => {
      for (const draft of [template, next, first, second, ...others]) unit.templateDrafts.add(draft)
    })
    const listed = async (draftId = variantOf) => (await right(at.storage.templates.languages(draftId))).value
    const shown = ({ draftId, version, language, state, stateSinceMs, variantOf: of }: TemplateDraft) => ({
      draftId,
      version,
      language,
      state,
      stateSinceMs,
      variantOf: of,
    })
    expect(await listed()).to.deep.equal([
      { ...shown(next), versionInUse: 1, text: next.content.text },
      { ...shown(first), versionInUse: undefined, text: 'Olá' },
      { ...shown(second), versionInUse: undefined, text: undefined },
    ])
    expect(await listed(fresh.id('tpl'))).to.deep.equal([])
  })
}

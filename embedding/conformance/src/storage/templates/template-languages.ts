import { expect } from 'chai'
import { aDraft } from '../../builders/a-draft.js'
import { fresh } from '../../builders/fresh.js'
import type { StorageUnderTest } from '../open-storage.js'
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
}

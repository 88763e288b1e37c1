import { expect } from 'chai'
import { aTemplate } from '../../builders/a-template.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import type { StorageUnderTest } from '../open-storage.js'

/** Tests template names for charts. */
export const templateNames = (at: StorageUnderTest): void => {
  it('have the names of their newest versions, more than 100 at once, for their own Organization', async () => {
    const organizationId = fresh.id('org')
    const templates = Array.from({ length: 150 }, (_, number) =>
      aTemplate({ organizationId, name: `text_${number}` }),
    )
    const [one = aTemplate()] = templates
    const renamed = { ...one, templateVersionId: fresh.id('tpv'), name: 'renamed' }
    const other = aTemplate()
    await right(at.storage.catalog.save({ templates: [...templates, other] }))
    await right(at.storage.catalog.save({ templates: [renamed] }))
    const ids = [...templates, other].map(({ templateId }) => templateId)
    const names = await right(at.storage.templates.names(organizationId, [...ids, fresh.id('tpl')]))
    expect(names.size).to.equal(150)
    expect([names.get(one.templateId), names.get(ids[149] ?? one.templateId)]).to.deep.equal([
      'renamed',
      'text_149',
    ])
    expect(await right(at.storage.templates.names(organizationId, []))).to.deep.equal(new Map())
  })
}

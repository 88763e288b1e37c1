import { expect } from 'chai'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND } from '../../runner/use-cases/strange.js'
import { right } from '@postrider/conformance/outcome'
import { useReview } from './template-calls.js'

const PORTUGUESE = { text: 'Olá {{name}}, o pedido {{order}} saiu.' }

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`The languages of a template on ${engine}`, () => {
    const office = useOffice(open)
    const { save, refusedSave, submitted, reviewer, approved } = useReview(office)

    it('are drafts of their own, which are reviewed and revised by themselves', async () => {
      const { draft } = await save()
      const variantOf = draft.draftId
      const added = await submitted({ language: 'pt-BR', content: PORTUGUESE, variantOf })
      expect(added).to.include({ variantOf, language: 'pt-BR', version: 1 })
      await reviewer().approve(added)
      const [template] = await approved()
      expect(template).to.include({ templateId: added.draftId, language: 'pt-BR', variantOf })
      const { app, storage } = office.at
      const versions = (await right(storage.catalog.app(app.appId)))?.templates
      expect(versions?.get(added.draftId)).to.include({ variantOf, language: 'pt-BR' })
      const revised = await save({
        language: 'pt_br',
        content: PORTUGUESE,
        draftId: added.draftId,
        version: 1,
      })
      expect(revised.draft).to.include({ variantOf, version: 2 })
    })

    // What a refusal leaves behind is checked on SQLite only.
    if (engine === 'SQLite')
      it('have the channel, category and variables of the template, and are each there once', async () => {
        const { draft } = await save()
        const variant = { language: 'pt', content: PORTUGUESE, variantOf: draft.draftId }
        const refused = async (more: object) => brokenFields(await refusedSave({ ...variant, ...more }))
        expect(await refused({ language: 'EN' })).to.deep.equal(['/language not_allowed'])
        expect(await refused({ category: 'promotional' })).to.deep.equal(['/category mismatch'])
        expect(await refused({ channel: 'whatsapp' })).to.deep.equal(['/channel mismatch'])
        const variables = [{ name: 'name', example: 'Asha' }]
        expect(await refused({ content: { text: 'Olá {{name}}.' }, variables })).to.deep.equal([
          '/variables mismatch',
        ])
        const { draft: added } = await save(variant)
        expect(await refused({})).to.deep.equal(['/language not_allowed'])
        expect(await refused({ language: 'fr', variantOf: added.draftId })).to.deep.equal([
          '/variantOf not_allowed',
        ])
        const next = { draftId: added.draftId, version: 1, variantOf: undefined }
        expect(await refused({ ...next, language: 'fr' })).to.deep.equal(['/language mismatch'])
        expect(await refused({ ...next, variantOf: draft.draftId })).to.deep.equal(['/variantOf not_allowed'])
        expect(await refusedSave({ ...variant, variantOf: 'tpl_none' })).to.deep.equal(NOT_FOUND)
      })

    it('are listed with the template and with each of them, for its author and its reviewer', async () => {
      const { organizationId, owner } = office.at
      const { draft } = await save()
      const read = (draftId: string) =>
        office.at.doneAtWebsite(owner, 'getCustomerTemplateDraft', { organizationId, draftId })
      const own = { draftId: draft.draftId, version: 1, language: 'en', state: 'draft', versionInUse: null }
      const alone = await read(draft.draftId)
      expect(alone.languages).to.deep.equal([
        { ...own, stateSince: draft.stateSince, text: draft.content.text },
      ])
      const long = `${PORTUGUESE.text} ${'🚚'.repeat(600)}`
      const added = await submitted({ language: 'pt', content: { text: long }, variantOf: draft.draftId })
      const { languages } = await read(added.draftId)
      expect(languages.map(({ language, state }) => [language, state])).to.deep.equal([
        ['en', 'draft'],
        ['pt', 'internal_review'],
      ])
      expect([...(languages[1]?.text ?? '')]).to.have.length(500)
      expect((await read(draft.draftId)).languages).to.deep.equal(languages)
      expect((await reviewer().read(added.draftId)).languages).to.deep.equal(languages)
    })

    it('are set for an app, and shown with it', async () => {
      const { app, organizationId, owner } = office.at
      const set = (languages: object, version: number) =>
        office.at.doneAtWebsite(owner, 'setAppLanguages', {
          organizationId,
          appId: app.appId,
          languages,
          version,
        })
      const { app: after } = await set({ default: 'pt-BR', byCountry: true }, app.version)
      expect(after.languages).to.deep.equal({ default: 'pt-BR', byCountry: true })
      const read = await right(office.at.storage.catalog.app(app.appId))
      expect(read?.app.languages).to.deep.equal({ default: 'pt-BR', byCountry: true })
      const { app: reset } = await set({ default: null, byCountry: false }, after.version)
      expect(reset.languages).to.deep.equal({})
      const acts = (await office.at.acts()).filter(({ action }) => action === 'setAppLanguages')
      expect(acts.map(({ details }) => details)).to.deep.equal([
        { default: 'pt-BR', byCountry: true },
        { default: 'none', byCountry: false },
      ])
    })
  })

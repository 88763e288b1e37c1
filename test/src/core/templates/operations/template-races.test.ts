import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { postgresOpener } from '../../../adapters/storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../assembly/an-office.js'
import { authorIn, DLT, type Named, reviewerIn, TEXTS } from './template-calls.js'

const ROUNDS = 5

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
  ['PostgreSQL', postgresOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Concurrent template calls on ${engine}`, () => {
    const office = useOffice(open)
    const { aBody, save, submit, submitted, approved } = authorIn(office)

    /** The number of these that were done. The others were conflicts. */
    const doneOf = (answers: ReadonlyArray<Awaited<ReturnType<typeof office.at.askAbove>>>): number => {
      for (const answer of answers) if (E.isLeft(answer)) expect(answer.left._tag).to.equal('Conflict')
      return answers.filter((answer) => E.isRight(answer)).length
    }

    it('go through the whole review, and a newer version replaces an older one', async () => {
      const reviewer = reviewerIn(office, await office.at.operator())
      const road = async (draft: Named): Promise<void> => {
        await submit(draft)
        await reviewer.approve(draft)
        await reviewer.register(draft, DLT)
      }
      const { draft } = await save(TEXTS.india)
      await road(draft)
      const [older] = await approved()
      await road((await save({ ...TEXTS.india, draftId: draft.draftId, version: 1 })).draft)
      const [newer, ...more] = await approved()
      expect(more).to.deep.equal([])
      expect(newer).to.deep.equal({ ...older, templateVersionId: newer?.templateVersionId })
      expect(newer?.templateVersionId).not.to.equal(older?.templateVersionId)
      const { versions } = await reviewer.read(draft.draftId)
      expect(versions.map(({ version, state }) => [version, state])).to.deep.equal([
        [2, 'approved'],
        [1, 'retired'],
      ])
    })

    it('create one next version if two people change one at once', async () => {
      const { draft } = await save()
      for (let version = 1; version <= ROUNDS; version += 1) {
        const body = aBody({ draftId: draft.draftId, version })
        const answers = await Promise.all(
          [1, 2, 3].map(async () => {
            const outcome = await office.at
              .doneByAgent(office.at.owner, 'saveCustomerTemplateDraft', body)
              .then(() => 'done', String)
            return outcome
          }),
        )
        expect(answers.filter((answer) => answer === 'done')).to.have.length(1)
        for (const answer of answers) if (answer !== 'done') expect(answer).to.include('"Conflict"')
      }
      const file = (await right(office.at.storage.templates.statuses(['draft'], undefined, 100))).value
      expect(file.filter(({ draftId }) => draftId === draft.draftId)).to.have.length(ROUNDS + 1)
    })

    it('decide once if two reviewers decide at once', async () => {
      const operators = [await office.at.operator(), await office.at.operator()]
      for (let round = 0; round < ROUNDS; round += 1) {
        const { draftId, version } = await submitted()
        const answers = await Promise.all(
          operators.map((operator, at) =>
            office.at.askAbove(operator, 'decideTemplateReview', {
              draftId,
              version,
              decision: at === 0 ? 'approve' : 'reject',
              reason: 'Read.',
              reasonCode: 'read',
            }),
          ),
        )
        expect(doneOf(answers)).to.equal(1)
        const isApproved = E.isRight(answers[0] ?? E.left(undefined))
        expect((await approved()).some(({ templateId }) => templateId === draftId)).to.equal(isApproved)
      }
    })

    it('never leave a version in review with a next one', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { draft } = await save()
        const { draftId } = draft
        const outcomes = await Promise.all(
          [submit(draft), save({ draftId, version: 1 })].map((act) => act.then(() => 'done', String)),
        )
        expect(outcomes.filter((outcome) => outcome === 'done')).to.have.length(1)
      }
    })
  })

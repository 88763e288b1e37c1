import { expect } from 'chai'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, DENIED, NOT_FOUND } from '../../runner/use-cases/strange.js'
import { type Named, TEXTS, useReview } from './template-calls.js'

const IDS = { entityId: '1101456789012345678', header: 'ACMEIN', templateId: '1107456789012345678' }
const reason = 'DLT knows no such template.'

describe('DLT identifiers that customers enter', () => {
  const office = useOffice()
  const { save, submitted, approved, list, reviewer, operator } = useReview(office)
  const bodyOf = ({ draftId, version }: Named, ids: object = IDS) => ({
    organizationId: office.at.organizationId,
    draftId,
    version,
    registration: { dlt: ids },
  })
  const enter = (draft: Named, ids: object = IDS, person = office.at.owner) =>
    office.at.doneAtWebsite(person, 'enterTemplateRegistration', bodyOf(draft, ids))
  const refusedTo = (draft: Named, ids: object = IDS, person = office.at.owner) =>
    office.at.refusedAtWebsite(person, 'enterTemplateRegistration', bodyOf(draft, ids))
  const about = ({ draftId, version }: Named, more: object) => ({ draftId, version, reason, ...more })

  it('wait for a reviewer, and approve nothing by themselves', async () => {
    const draft = await submitted(TEXTS.india)
    const at = isoTime(office.at.clock.nowMs())
    const shown = (await enter(draft)).draft
    expect(shown).to.deep.include({ entered: { registration: { dlt: IDS }, at }, awaitsConfirmation: true })
    expect(shown).to.include({ state: 'internal_review' }).and.not.to.have.property('registration')
    await reviewer().approve(draft)
    expect((await reviewer().read(draft.draftId)).draft).to.deep.include({
      state: 'pending_vendor',
      entered: { registration: { dlt: IDS }, at },
    })
    const [waiting] = (await reviewer().waiting()).reviews
    expect(waiting).to.include({ draftId: draft.draftId, awaitsConfirmation: true })
    expect(await approved()).to.deep.equal([])
  })

  it('are recorded when a reviewer confirms them', async () => {
    const draft = await submitted(TEXTS.india)
    await enter(draft)
    await reviewer().approve(draft)
    const done = (await reviewer().register(draft, { dlt: IDS })).draft
    expect(done).to.deep.include({ state: 'approved', registration: { dlt: IDS }, awaitsConfirmation: false })
    expect(done).not.to.have.property('entered')
    expect((await approved())[0]).to.deep.include({ templateId: draft.draftId, registration: { dlt: IDS } })
    expect(await refusedTo(draft)).to.deep.equal(CONFLICT)
  })

  it('are refused with a reason, and corrected', async () => {
    const draft = await submitted(TEXTS.india)
    const { entered } = (await enter(draft)).draft
    const enteredAt = entered?.at
    await office.at.doneAbove(operator(), 'refuseTemplateRegistration', about(draft, { enteredAt }))
    const refused = (await list()).drafts[0]
    expect(refused).to.include({ state: 'internal_review', awaitsConfirmation: false })
    expect(refused?.entered).to.deep.include({
      registration: { dlt: IDS },
      refused: { reason, at: isoTime(office.at.clock.nowMs()) },
    })
    const again = await office.at.refusedAbove(
      operator(),
      'refuseTemplateRegistration',
      about(draft, { enteredAt }),
    )
    expect(again).to.deep.equal(CONFLICT)
    await office.at.time.advance(1_000)
    const corrected = { ...IDS, templateId: '1107000000000000001' }
    expect((await enter(draft, corrected)).draft).to.deep.include({ awaitsConfirmation: true })
    const stale = await office.at.refusedAbove(
      operator(),
      'refuseTemplateRegistration',
      about(draft, { enteredAt }),
    )
    expect(stale).to.deep.equal(CONFLICT)
  })

  it('are refused in an invalid form, each with the expected one', async () => {
    const { draft } = await save(TEXTS.india)
    const wrong = { entityId: '', header: 'VM-ACMEIN', templateId: '1107 4567 8901 2345 678' }
    const refusal = await refusedTo(draft, wrong)
    expect(brokenFields(refusal)).to.have.members([
      '/registration/dlt/entityId format',
      '/registration/dlt/header format',
      '/registration/dlt/templateId format',
    ])
    expect(JSON.stringify(refusal)).to.include('for example 1101456789012345678')
  })

  it('belong only to the newest version of a text to India', async () => {
    const { draft } = await save(TEXTS.india)
    expect(await refusedTo({ ...draft, version: 2 })).to.deep.equal(CONFLICT)
    expect(await refusedTo((await save(TEXTS.sms)).draft)).to.deep.equal(CONFLICT)
    expect(brokenFields(await refusedTo((await save(TEXTS.email)).draft))).to.deep.equal([
      '/registration mismatch',
    ])
    expect(await refusedTo(draft, IDS, office.at.viewer)).to.deep.include(DENIED)
    expect(await refusedTo({ ...draft, draftId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd' })).to.deep.equal(NOT_FOUND)
    await enter(draft)
    const next = (await save({ ...TEXTS.india, draftId: draft.draftId, version: draft.version })).draft
    expect(next).not.to.have.property('entered')
  })

  it('leave an audit event with the entered values', async () => {
    const draft = await submitted(TEXTS.india)
    await enter(draft)
    const acts = await office.at.acts()
    expect(JSON.stringify(acts.find(({ action }) => action === 'enterTemplateRegistration'))).to.include(
      IDS.templateId,
    )
  })
})

import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { right } from '@postrider/conformance/outcome'
import { type OfficeInUse, useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, DENIED, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'
import { eventsLeft } from '../../../builders/events-left.js'
import { authorIn, DLT, TEXTS, useReview, WHATSAPP } from './template-calls.js'

const ACTS = ['decideTemplateReview', 'recordTemplateRegistration', 'switchTemplate'] as const

const APPROVAL = { decision: 'approve' }

type Suite = ReturnType<typeof useReview>

const deciding = (office: OfficeInUse, { submitted, approved, list, reviewer, operator }: Suite): void => {
  it('approves at once what needs no vendor, so that it can be sent', async () => {
    for (const text of [TEXTS.sms, TEXTS.email]) {
      const draft = await submitted(text)
      const { draftId } = draft
      const done = (await reviewer().approve(draft)).draft
      expect(done).to.include({ state: 'approved', versionInUse: 1, expectedBy: null })
      expect((await approved())[0]).to.include({ templateId: draftId, channel: text.channel })
      expect((await approved())[0]).not.to.have.property('registration')
    }
  })

  it('sends to a vendor what needs one, and the registration approves it', async () => {
    for (const [text, registration] of [
      [TEXTS.india, DLT],
      [TEXTS.whatsapp, WHATSAPP],
    ] as const) {
      const draft = await submitted(text)
      const sent = (await reviewer().approve(draft)).draft
      const days = text.channel === 'sms' ? 3 : 1
      expect(sent).to.include({
        state: 'pending_vendor',
        versionInUse: null,
        expectedBy: isoTime(office.at.clock.nowMs() + days * DAY_MS),
      })
      expect((await approved()).map(({ templateId }) => templateId)).not.to.include(draft.draftId)
      const done = (await reviewer().register(draft, registration)).draft
      expect(done).to.deep.include({ state: 'approved', registration, versionInUse: 1 })
      expect((await approved())[0]).to.deep.include({ templateId: draft.draftId, registration })
    }
  })

  it('leaves an event for an approval and a rejection, but not for what waits for a vendor', async () => {
    const { storage, organizationId } = office.at
    const before = (await eventsLeft(storage)).length
    const approvedDraft = await submitted(TEXTS.email)
    await reviewer().approve(approvedDraft)
    await reviewer().approve(await submitted(TEXTS.whatsapp))
    const rejected = await submitted()
    await reviewer().reject(rejected, { reasonCode: 'unclear', reason: 'Whose order?', variable: 'order' })
    expect((await eventsLeft(storage)).slice(before)).to.deep.equal([
      {
        type: 'template.approved',
        organizationId,
        data: { templateId: approvedDraft.draftId, version: 1, state: 'approved', channel: 'email' },
      },
      {
        type: 'template.rejected',
        organizationId,
        data: {
          templateId: rejected.draftId,
          version: 1,
          state: 'rejected',
          channel: rejected.channel,
          reasonCode: 'unclear',
        },
      },
    ])
  })

  it('approves for the sandbox without any vendor', async () => {
    const draft = await submitted(TEXTS.whatsapp)
    const done = (await reviewer().approve(draft, { sandboxOnly: true })).draft
    expect(done).to.include({ state: 'approved' })
    expect((await approved())[0]).not.to.have.property('registration')
  })

  it('shows the author why a version was rejected, but not the reviewer', async () => {
    const draft = await submitted()
    const reasons = { reasonCode: 'unclear', reason: 'Whose order?', variable: 'order' }
    const done = (await reviewer().reject(draft, reasons)).draft
    const at = isoTime(office.at.clock.nowMs())
    const { userId } = operator().facts.user
    expect(done).to.deep.include({ state: 'rejected', ...reasons })
    expect(done.history.at(-1)).to.deep.equal({
      state: 'rejected',
      at,
      by: 'operator',
      actorId: userId,
      ...reasons,
    })
    const [shown] = (await list()).drafts
    expect(shown).to.deep.include({ state: 'rejected', ...reasons })
    expect(shown?.history.at(-1)).to.deep.equal({ state: 'rejected', at, by: 'operator', ...reasons })
    expect(JSON.stringify(shown)).not.to.include(userId)
  })

  it('continues after a rejection with the next version, which the vendor can reject too', async () => {
    const { save, submit } = authorIn(office)
    const draft = await submitted(TEXTS.india)
    await reviewer().reject(draft)
    const next = (await save({ ...TEXTS.india, draftId: draft.draftId, version: 1 })).draft
    await submit(next)
    await reviewer().approve(next)
    const done = (await reviewer().reject(next, { variable: 'name' })).draft
    expect(done).to.include({ version: 2, state: 'rejected', variable: 'name' })
    expect(done.history.map(({ state }) => state)).to.deep.equal([
      'draft',
      'internal_review',
      'pending_vendor',
      'rejected',
    ])
  })

  it('refuses acts of another state, another version, and a missing reason', async () => {
    const { save } = authorIn(office)
    const { refused, approve } = reviewer()
    const fresh = (await save()).draft
    expect(await refused('decideTemplateReview', fresh, APPROVAL)).to.deep.equal(CONFLICT)
    const draft = await submitted(TEXTS.india)
    const stale = { ...draft, version: 2 }
    expect(await refused('decideTemplateReview', stale, APPROVAL)).to.deep.equal(CONFLICT)
    const rejection = { decision: 'reject' }
    expect(brokenFields(await refused('decideTemplateReview', draft, rejection))).to.deep.equal([
      '/reasonCode required',
    ])
    const blamed = { ...rejection, reasonCode: 'unclear', variable: 'nobody' }
    expect(brokenFields(await refused('decideTemplateReview', draft, blamed))).to.deep.equal([
      '/variable mismatch',
    ])
    const both = { ...rejection, reasonCode: 'unclear', sandboxOnly: true }
    expect(brokenFields(await refused('decideTemplateReview', draft, both))).to.deep.equal([
      '/sandboxOnly not_allowed',
    ])
    for (const reason of [undefined, ' '])
      expect(
        brokenFields(await refused('decideTemplateReview', draft, { ...APPROVAL, reason })),
      ).to.have.length(1)
    expect(await refused('recordTemplateRegistration', draft, { registration: DLT })).to.deep.equal(CONFLICT)
    await approve(draft)
    expect(await refused('decideTemplateReview', draft, APPROVAL)).to.deep.equal(CONFLICT)
    expect(
      brokenFields(await refused('recordTemplateRegistration', draft, { registration: WHATSAPP })),
    ).to.deep.equal(['/registration/whatsapp mismatch'])
    for (const registration of [{}, { ...DLT, ...WHATSAPP }, { dlt: { ...DLT.dlt, entityId: 'x' } }])
      expect(
        brokenFields(await refused('recordTemplateRegistration', draft, { registration })),
      ).to.have.length(1)
  })
}

const switching = (office: OfficeInUse, { submitted, approved, list, reviewer }: Suite): void => {
  const ids = async () => (await approved()).map(({ templateId }) => templateId)

  it('pauses, resumes and retires a version in use, from the next send on', async () => {
    const draft = await submitted()
    const { draftId } = draft
    const epoch = async () => right(office.at.storage.catalog.epoch())
    await reviewer().approve(draft)
    const steps = [
      ['pause', 'paused', false],
      ['resume', 'approved', true],
      ['pause', 'paused', false],
      ['resume', 'approved', true],
      ['retire', 'retired', false],
    ] as const
    for (const [act, state, isSent] of steps) {
      const before = await epoch()
      const done = (await reviewer()[act](draft)).draft
      expect(done).to.include({ state, versionInUse: state === 'retired' ? null : 1 })
      expect(await epoch()).to.equal(before + 1)
      expect((await list()).drafts[0]).to.include({ state })
      expect((await ids()).includes(draftId)).to.equal(isSent)
    }
    for (const to of ['paused', 'approved', 'retired'])
      expect(await reviewer().refused('switchTemplate', draft, { to, reasonCode: 'again' })).to.deep.equal(
        CONFLICT,
      )
  })

  it('needs a reason code for a pause', async () => {
    const draft = await submitted()
    await reviewer().approve(draft)
    const left = await reviewer().refused('switchTemplate', draft, { to: 'paused' })
    expect(brokenFields(left)).to.deep.equal(['/reasonCode required'])
  })

  it('keeps the older version in use, paused or not, until the newer one replaces it', async () => {
    const { save, submit } = authorIn(office)
    const draft = await submitted()
    const { draftId } = draft
    await reviewer().approve(draft)
    const [first] = await approved()
    const content = { text: 'Order {{order}} of {{name}} has left.' }
    const newer = (await submit((await save({ draftId, version: 1, content })).draft)).draft
    expect(newer).to.include({ version: 2, state: 'internal_review', versionInUse: 1 })
    expect((await approved())[0]).to.deep.equal(first)
    await reviewer().pause(draft)
    const [waiting] = (await list()).drafts
    expect(waiting).to.deep.include({
      version: 2,
      state: 'internal_review',
      inUse: {
        state: 'paused',
        stateSince: isoTime(office.at.clock.nowMs()),
        reasonCode: 'paused',
        reason: 'It says too little.',
      },
    })
    const done = (await reviewer().approve(newer)).draft
    expect(done).to.include({ version: 2, state: 'approved', versionInUse: 2 })
    const [second, ...others] = await approved()
    expect(others.map(({ templateId }) => templateId)).not.to.include(draftId)
    expect(second).to.include({ templateId: draftId })
    expect(second?.templateVersionId).not.to.equal(first?.templateVersionId)
    const olderId = first?.templateVersionId ?? ''
    if (!isId('tpv', olderId)) throw new Error('there was no older version')
    expect(await office.at.write((unit) => unit.templates.lock(olderId))).to.equal(undefined)
    const older = await reviewer().read(draftId, { atVersion: 1 })
    expect(older.draft).to.include({ state: 'retired', reasonCode: 'replaced' })
    expect(await reviewer().refused('switchTemplate', draft, { to: 'approved' })).to.deep.equal(CONFLICT)
  })

  it('lets a version that was started earlier follow a retired one', async () => {
    const { save, submit } = authorIn(office)
    const draft = await submitted()
    const { draftId } = draft
    await reviewer().approve(draft)
    const newer = (await submit((await save({ draftId, version: 1 })).draft)).draft
    await reviewer().retire(draft)
    expect(await ids()).not.to.include(draftId)
    await reviewer().approve(newer)
    expect(await ids()).to.include(draftId)
  })
}

const reading = (office: OfficeInUse, { submitted, reviewer, operator }: Suite): void => {
  it('lists waiting versions of every Organization, the oldest first', async () => {
    const first = await submitted()
    await office.at.time.advance(1_000)
    const second = await submitted(TEXTS.whatsapp)
    await office.at.time.advance(1_000)
    await reviewer().approve(second)
    const mine = new Set([first.draftId, second.draftId])
    const all = async (more: object = {}) => {
      const seen: Array<{ readonly draftId: string; readonly state: string }> = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<ReturnType<Suite['reviewer']>['waiting']>> = await reviewer().waiting({
          limit: 1,
          ...more,
          ...(cursor === null ? {} : { cursor }),
        })
        seen.push(...page.reviews)
        cursor = page.nextCursor
      } while (cursor !== null)
      return seen.filter(({ draftId }) => mine.has(draftId)).map(({ draftId, state }) => [draftId, state])
    }
    expect(await all()).to.deep.equal([
      [first.draftId, 'internal_review'],
      [second.draftId, 'pending_vendor'],
    ])
    expect(await all({ state: 'pending_vendor' })).to.deep.equal([[second.draftId, 'pending_vendor']])
    const { nextCursor: cursor } = await reviewer().waiting({ limit: 1 })
    const body = { cursor, state: 'draft' }
    const other = await office.at.refusedAbove(operator(), 'listTemplateReviews', body)
    expect(brokenFields(other)).to.deep.equal(['/cursor mismatch'])
  })

  it('shows a version with its history and the state of the others', async () => {
    const draft = await submitted()
    const { organizationId, name } = draft
    const read = await reviewer().read(draft.draftId)
    expect(read.draft).to.deep.equal(draft)
    expect(read.versions).to.deep.equal([
      {
        draftId: draft.draftId,
        organizationId,
        version: 1,
        channel: 'sms',
        name,
        category: 'transactional',
        language: 'en',
        state: 'internal_review',
        stateSince: draft.stateSince,
        awaitsConfirmation: false,
        expectedBy: draft.expectedBy,
      },
    ])
    const refused = (body: object) => office.at.refusedAbove(operator(), 'getTemplateReview', body)
    expect(await refused({ draftId: draft.draftId, atVersion: 2 })).to.deep.equal(NOT_FOUND)
    for (const draftId of strangeIds(office.at, 'tpl'))
      expect(await refused({ draftId })).to.deep.equal(NOT_FOUND)
  })
}

const authority = (office: OfficeInUse, { submitted, reviewer, operator }: Suite): void => {
  it('is only for people: no Agent approves, with any sponsor', async () => {
    const draft = await submitted()
    const body = { draftId: draft.draftId, version: 1, reason: 'I say so.', ...APPROVAL }
    for (const operation of [...ACTS, 'getTemplateReview'] as const) {
      const answer = await office.at.askByAdminAgent(operator(), operation, body)
      expect(E.isLeft(answer) && answer.left._tag, operation).to.equal('OperationNotAllowed')
      const left = await office.at.refusedByAgent(office.at.owner, operation, body)
      expect(left._tag, operation).to.equal('OperationNotAllowed')
      expect(await office.at.refused(office.at.owner, operation, body), operation).to.deep.equal(NOT_FOUND)
    }
    expect((await reviewer().read(draft.draftId)).draft.state).to.equal('internal_review')
    const listed = await office.at.doneByAdminAgent(operator(), 'listTemplateReviews', { limit: 100 })
    expect(listed.reviews.map(({ draftId }) => draftId)).to.include(draft.draftId)
  })

  it('needs the permission of super admins to review templates', async () => {
    const draft = await submitted()
    const other = await office.at.operator(['admin.billing'])
    const body = { draftId: draft.draftId, version: 1, reason: 'I say so.' }
    for (const [operation, more] of [
      ['decideTemplateReview', APPROVAL],
      ['recordTemplateRegistration', { registration: DLT }],
      ['switchTemplate', { to: 'retired' }],
    ] as const)
      expect(await office.at.refusedAbove(other, operation, { ...body, ...more })).to.deep.include(DENIED)
    expect(await office.at.refusedAbove(other, 'listTemplateReviews', {})).to.deep.include(DENIED)
    const { draftId } = draft
    expect(await office.at.refusedAbove(other, 'getTemplateReview', { draftId })).to.deep.include(DENIED)
  })

  it('returns not found for an unknown draft', async () => {
    for (const draftId of strangeIds(office.at, 'tpl'))
      for (const [operation, more] of [
        ['decideTemplateReview', APPROVAL],
        ['recordTemplateRegistration', { registration: DLT }],
        ['switchTemplate', { to: 'retired' }],
      ] as const)
        expect(await reviewer().refused(operation, { draftId, version: 1 }, more)).to.deep.equal(NOT_FOUND)
  })

  it("is written to the audit chain of the template's Organization, and done once for a request id", async () => {
    const draft = await submitted()
    const requestId = 'approve-once-1'
    const first = await reviewer().approve(draft, { requestId })
    expect(await reviewer().approve(draft, { requestId })).to.deep.equal({ ...first, replayed: true })
    const act = (await office.at.acts()).at(-1)
    expect(act).to.deep.include({
      actor: { kind: 'operator', id: operator().facts.user.userId },
      action: 'decideTemplateReview',
      target: draft.draftId,
      organizationId: office.at.organizationId,
      reason: 'Read and found well.',
      details: { version: 1, from: 'internal_review', state: 'approved' },
    })
  })
}

describe('The review of templates', () => {
  const office = useOffice()
  const suite = useReview(office)
  describe('Deciding', () => deciding(office, suite))
  describe('Changing versions in use', () => switching(office, suite))
  describe('Reading', () => reading(office, suite))
  describe('Authorization', () => authority(office, suite))
})

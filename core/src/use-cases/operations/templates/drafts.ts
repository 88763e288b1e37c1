import type { Actor } from '../../../domain/audit/audit-event.js'
import { draftView, messageTemplateView } from '../../../domain/operations/templates/views.js'
import { type Refusal, refusal } from '../../../domain/refusals/refusal.js'
import {
  beginDraft,
  type DraftBody,
  reviseDraft,
  type TemplateDraft,
} from '../../../domain/templates/draft.js'
import { contentIn } from '../../../domain/templates/draft-content.js'
import { review } from '../../../domain/templates/review.js'
import { E, pipe, TE } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import type { TemplateId } from '../../../domain/ids/id.js'
import {
  type Call,
  type CallWith,
  type DoneWith,
  type Implementations,
  mutation,
  type Reading,
} from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { pageOf } from '../running/page.js'
import { placeOf } from '../running/place-of.js'

type Needs = Pick<Ports, 'storage' | 'ids' | 'digests'>

const MOST_DRAFTS = 1_000
const MOST_VERSIONS = 1_000

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))

const authorOf = ({ facts }: CallWith<unknown>): Actor => ({
  kind: 'key' in facts ? 'agent' : 'user',
  id: facts.user.userId,
})

/** What the request says of the template, against whose review nothing stands. */
const bodyOf = ({
  channel,
  name,
  category,
  language,
  content,
  variables,
}: Call<'saveCustomerTemplateDraft'>['request']): DraftBody => ({
  name: name.trim(),
  category,
  language,
  content: contentIn(channel, content),
  variables,
})

/** The draft's newest version, held with it; NotFound for another Organization's as for one that there is not. */
const heldNewest = async (
  unit: UnitOfWork,
  call: CallWith<unknown>,
  draftId: string,
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const known = knownId('tpl', draftId)
  if (E.isLeft(known)) return known
  const newest = await unit.templateDrafts.lockNewest(known.right)
  return newest?.organizationId === placeOf(call).organization.organizationId ? E.right(newest) : notFound
}

const begin = async (
  { ids }: Needs,
  unit: UnitOfWork,
  call: Call<'saveCustomerTemplateDraft'>,
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const { organizationId } = placeOf(call).organization
  // Holding the Organization, one of two that would begin its last draft finds the other's.
  await unit.organizations.lock(organizationId)
  if ((await unit.templateDrafts.countOf(organizationId)) >= MOST_DRAFTS) return conflict
  const authorship = { templateVersionId: ids.next('tpv'), actor: authorOf(call), atMs: call.nowMs }
  return E.right(beginDraft({ draftId: ids.next('tpl'), organizationId }, bodyOf(call.request), authorship))
}

const revise = async (
  { ids }: Needs,
  unit: UnitOfWork,
  call: Call<'saveCustomerTemplateDraft'>,
  { draftId, version }: { readonly draftId: string; readonly version: number },
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const newest = await heldNewest(unit, call, draftId)
  if (E.isLeft(newest)) return newest
  if (newest.right.version >= MOST_VERSIONS) return conflict
  const authorship = { templateVersionId: ids.next('tpv'), actor: authorOf(call), atMs: call.nowMs }
  return reviseDraft(newest.right, version, bodyOf(call.request), authorship)
}

/** What an author did, and how his draft stands after it. */
const doneWith = async (
  unit: UnitOfWork,
  draft: TemplateDraft,
): Promise<DoneWith<{ readonly draft: ReturnType<typeof draftView> }>> => {
  const { draftId, version, state, content } = draft
  const inUse = await unit.templateDrafts.lockInUse(draftId)
  return {
    result: { draft: draftView({ draft, inUse }, 'customer') },
    about: { target: draftId, details: { version, state, channel: content.channel } },
  }
}

/** Begins a draft or saves its next version; Conflict for a version that is not the newest, or is under review. */
const saveCustomerTemplateDraft = (needs: Needs) =>
  mutation<'saveCustomerTemplateDraft'>('shared', async (unit, call) => {
    const { draftId, version = 0 } = call.request
    const saved =
      draftId === undefined
        ? await begin(needs, unit, call)
        : await revise(needs, unit, call, { draftId, version })
    if (E.isLeft(saved)) return saved
    unit.templateDrafts.add(saved.right)
    return E.right(await doneWith(unit, saved.right))
  })

/** Sends the newest version of a draft for review; Conflict for another version, or where it was sent already. */
const submitCustomerTemplateDraftForReview = mutation<'submitCustomerTemplateDraftForReview'>(
  'shared',
  async (unit, call) => {
    const { draftId, version } = call.request
    const newest = await heldNewest(unit, call, draftId)
    if (E.isLeft(newest)) return newest
    const submitted = review(newest.right, {
      act: { _tag: 'Submit' },
      version,
      actor: authorOf(call),
      atMs: call.nowMs,
      reasonCode: undefined,
      reason: undefined,
      variable: undefined,
    })
    if (E.isLeft(submitted)) return submitted
    unit.templateDrafts.replace(submitted.right)
    return E.right(await doneWith(unit, submitted.right))
  },
)

/** The newest version of each draft, newest draft first; a page whose texts are long ends early. */
const listCustomerTemplateDrafts =
  ({ storage, digests }: Needs): Reading<'listCustomerTemplateDrafts'> =>
  (call) =>
  async () => {
    const { organizationId } = placeOf(call).organization
    const { state, channel } = call.request
    const filter = ['listCustomerTemplateDrafts', organizationId, state, channel]
    const page = pageOf(digests, 'tpl', filter, call.request)
    if (E.isLeft(page)) return page
    const { position: before, limit, cursorBehind } = page.right
    const read = await storage.templates.drafts({ organizationId, state, channel, before, limit })()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const drafts = value.drafts.map((one) => draftView(one, 'customer'))
    const result = { drafts, nextCursor: cursorBehind(value.before) }
    return E.right({ epoch, value: { organizationId, result } })
  }

/** What may be sent, newest template first. */
const listCustomerMessageTemplates =
  ({ storage, digests }: Needs): Reading<'listCustomerMessageTemplates'> =>
  (call) => {
    const { organizationId } = placeOf(call).organization
    const page = pageOf(digests, 'tpl', ['listCustomerMessageTemplates', organizationId], call.request)
    if (E.isLeft(page)) return TE.left(page.left)
    const { position, readAhead, cut } = page.right
    return pipe(
      storage.templates.approved(organizationId, position, readAhead),
      TE.map(({ epoch, value }) => {
        const { shown, nextCursor } = cut(value, ({ templateId }): TemplateId => templateId)
        return {
          epoch,
          value: { organizationId, result: { templates: shown.map(messageTemplateView), nextCursor } },
        }
      }),
    )
  }

/** Templates as their authors make them. */
export const templateImplementations = (
  needs: Needs,
): Pick<
  Implementations,
  | 'saveCustomerTemplateDraft'
  | 'submitCustomerTemplateDraftForReview'
  | 'listCustomerTemplateDrafts'
  | 'listCustomerMessageTemplates'
> => ({
  saveCustomerTemplateDraft: saveCustomerTemplateDraft(needs),
  submitCustomerTemplateDraftForReview,
  listCustomerTemplateDrafts: listCustomerTemplateDrafts(needs),
  listCustomerMessageTemplates: listCustomerMessageTemplates(needs),
})

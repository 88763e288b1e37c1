import type { Actor } from '../../audit/domain/audit-event.js'
import { draftView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateDraft } from '../domain/draft.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { AuthorizedCall, MutationResult } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'

/** The author: a person or an Agent. */
export const authorOf = ({ facts }: AuthorizedCall<unknown>): Actor => ({
  kind: 'key' in facts ? 'agent' : 'user',
  id: facts.user.userId,
})

/**
 * The draft's newest version, locked with it. NotFound for an unknown draft or one of another Organization.
 */
export const lockedNewest = async (
  unit: UnitOfWork,
  call: AuthorizedCall<unknown>,
  draftId: string,
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const known = knownId('tpl', draftId)
  if (E.isLeft(known)) return known
  const newest = await unit.templateDrafts.lockNewest(known.right)
  return newest?.organizationId === membershipOf(call).organization.organizationId
    ? E.right(newest)
    : E.left(refusal('NotFound'))
}

/** The version that a request names. */
export interface NamedVersion {
  readonly draftId: string
  readonly version: number
}

/** The version that the request names, locked with its draft; Conflict if the draft has no such version. */
export const lockedVersion = async (
  unit: UnitOfWork,
  { draftId, version }: NamedVersion,
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const known = knownId('tpl', draftId)
  if (E.isLeft(known)) return known
  const newest = await unit.templateDrafts.lockNewest(known.right)
  if (newest === undefined) return E.left(refusal('NotFound'))
  if (newest.version === version) return E.right(newest)
  const draft = await unit.templateDrafts.lock({ draftId: known.right, version })
  return draft === undefined ? E.left(refusal('Conflict')) : E.right(draft)
}

/** The result of an author's change: the draft after it, and the details for the audit log. */
export const doneWith = async (
  unit: UnitOfWork,
  draft: TemplateDraft,
): Promise<MutationResult<{ readonly draft: ReturnType<typeof draftView> }>> => {
  const { draftId, version, state, content } = draft
  const inUse = await unit.templateDrafts.lockInUse(draftId)
  return {
    result: { draft: draftView({ draft, inUse }, 'customer') },
    about: { target: draftId, details: { version, state, channel: content.channel } },
  }
}

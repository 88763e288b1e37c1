import { CHANNELS, type Registration } from '../../channels/channels.js'
import { identifiersOf } from '../../channels/own-records.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateDraft } from '../domain/draft.js'
import { enterRegistration } from '../domain/entered-registration.js'
import { E } from '../../fp.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { authorOf, doneWith, lockedNewest } from './locked-drafts.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATE_PAGES } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { draftId as draftIdField, draftVersion, enteredRequest, draftShape } from './shapes.js'

/**
 * Stores the identifiers that a customer entered for the newest version; refusals as of `enterRegistration`.
 */
export const enterTemplateRegistrationEntry = entryOf('Templates', 'enterTemplateRegistration', {
  ...TEMPLATE_PAGES,
  summary: "Enter or correct the vendor's IDs of a template",
  description:
    'For SMS to India these are the Principal Entity ID, header and template ID on DLT. A reviewer confirms or refuses them; nothing is sent with them before. They replace IDs that were entered earlier.',
  mutation: true,
  effect: 'changes',
  whileSuspended: false,
  controls: ['version'],
  refusals: ['NotFound'],
  request: mutationRequest(
    { organizationId, draftId: draftIdField, version: draftVersion, registration: enteredRequest },
    {},
  ),
  result: mutationResult({ draft: draftShape }, {}),
})

const registrationIn = (
  { registration }: CallOf<typeof enterTemplateRegistrationEntry>['request'],
  { content: { channel } }: TemplateDraft,
): E.Either<Refusal, Registration> => {
  const own = CHANNELS[channel].vendor?.of(registration)
  return own === undefined
    ? E.left(
        invalidRequest([bodyProblem('/registration', 'mismatch', 'The template is for another channel.')]),
      )
    : E.right(own)
}

export const enterTemplateRegistration = mutation(enterTemplateRegistrationEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const { draftId, version } = call.request
    const newest = await lockedNewest(unit, call, draftId)
    if (E.isLeft(newest)) return newest
    const registration = registrationIn(call.request, newest.right)
    if (E.isLeft(registration)) return registration
    const by = authorOf(call)
    const entered = enterRegistration(newest.right, version, {
      registration: registration.right,
      by,
      atMs: call.nowMs,
    })
    if (E.isLeft(entered)) return entered
    unit.templateDrafts.replace(entered.right)
    const { result, about } = await doneWith(unit, entered.right)
    return E.right({
      result,
      about: { ...about, details: { ...about.details, ...identifiersOf(registration.right) } },
    })
  },
})

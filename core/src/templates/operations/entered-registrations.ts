import { CHANNELS, type Registration } from '../../channels/channels.js'
import { identifiersOf } from '../../channels/own-records.js'
import { templateOperations } from './operations.js'
import { draftView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateDraft } from '../domain/draft.js'
import { enterRegistration, refuseRegistration } from '../domain/entered-registration.js'
import { parseIsoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { authorOf, doneWith, lockedNewest, lockedVersion } from './locked-drafts.js'

const registrationIn = (
  { registration }: CallOf<typeof templateOperations.enterTemplateRegistration>['request'],
  { content: { channel } }: TemplateDraft,
): E.Either<Refusal, Registration> => {
  const own = CHANNELS[channel].vendor?.of(registration)
  return own === undefined
    ? E.left(invalidRequest([bodyProblem('/registration', 'mismatch', 'The template has another channel.')]))
    : E.right(own)
}

/** Keeps the identifiers that a customer entered for the newest version; refusals as of `enterRegistration`. */
export const enterTemplateRegistration = mutation(templateOperations.enterTemplateRegistration, {
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

/** Refuses entered identifiers with a reason for their author; refusals as of `refuseRegistration`. */
export const refuseTemplateRegistration = mutation(templateOperations.refuseTemplateRegistration, {
  lock: 'shared',
  run: async (unit, call) => {
    const { reason, enteredAt } = call.request
    const locked = await lockedVersion(unit, call.request)
    if (E.isLeft(locked)) return locked
    const refused = refuseRegistration(locked.right, parseIsoTime(enteredAt), { reason, atMs: call.nowMs })
    if (E.isLeft(refused)) return refused
    const after = refused.right
    unit.templateDrafts.replace(after)
    const { draftId, organizationId, version, state } = after
    const inUse = await unit.templateDrafts.lockInUse(draftId)
    return E.right({
      result: { draft: draftView({ draft: after, inUse }, 'reviewer') },
      about: { target: draftId, organizationId, reason, details: { version, state } },
    })
  },
})

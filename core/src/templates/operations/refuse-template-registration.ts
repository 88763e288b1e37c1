import { draftView } from './views.js'
import { refuseRegistration } from '../domain/entered-registration.js'
import { parseIsoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { lockedVersion } from './locked-drafts.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { REVIEW_DECISION, REVIEW_DECISION_FIELDS, reviewedDraft } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest } from '../../runner/domain/entries/request.js'
import { enteredAt as enteredAtField } from './shapes.js'

/** Refuses entered identifiers with a reason for their author; refusals as of `refuseRegistration`. */
export const refuseTemplateRegistrationEntry = entryOf('Templates', 'refuseTemplateRegistration', {
  ...REVIEW_DECISION,
  effect: 'changes',
  noStepUp: NO_STEP_UP.REVIEWED,
  summary: 'Refuse the IDs that the author of a template entered',
  description:
    'The author sees the reason and can correct the IDs. `enteredAt` identifies the IDs that the reviewer saw; if others were entered since, the call gets `conflict`.',
  request: mutationRequest({ ...REVIEW_DECISION_FIELDS, enteredAt: enteredAtField }, {}),
  result: reviewedDraft,
})

export const refuseTemplateRegistration = mutation(refuseTemplateRegistrationEntry, {
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

import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import { recipientProblems } from '../../../consent/operations/suppressed-recipient.js'
import { recipientText } from '../../../consent/operations/shapes.js'
import { recipientDigest } from '../../../consent/domain/suppression.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import type { OrganizationId, UserId } from '../../../kernel/ids/id.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import {
  mutation,
  type MutationResult,
  type OperationNeeds,
} from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { ERASED, type Erasure, erasureContext, newErasure } from '../../domain/erasure/erasure.js'
import { ERASURE_CONSOLE, ERASURE_WEBSITE } from './entry-parts.js'
import { erasureShape, erasureView } from './shapes.js'

const ERASING = {
  mutation: true,
  effect: 'ends',
  stepUp: true,
  controls: ['reason'],
  request: mutationRequest(
    { organizationId: organizationIdField, to: recipientText, reason: reasonField },
    {},
  ),
  result: mutationResult({ erasure: erasureShape }, {}),
} as const

const notAddressable = invalidRequest([
  bodyProblem(
    '/to',
    'format',
    'The value must be a valid international number with a leading +, or one email address.',
  ),
])

interface Order {
  readonly organizationId: OrganizationId
  readonly source: Erasure['source']
  readonly requestedBy: UserId
  readonly to: string
  readonly reason: string
  readonly nowMs: number
}

/** Masks the recipient's suppressions; they stay in effect, because they are found by a digest. */
const maskSuppressions = async (
  { digests }: OperationNeeds,
  { suppressions }: UnitOfWork,
  organizationId: OrganizationId,
  to: string,
): Promise<void> => {
  const recipient = recipientDigest(to, digests.sha256)
  for (const suppression of await suppressions.lockAllOf({ organizationId, recipient }))
    if (suppression.maskedTo !== ERASED) suppressions.replace({ ...suppression, maskedTo: ERASED })
}

/** Starts an erasure: dispatchers do it after the commit. The audit event doesn't contain the recipient. */
const beginErasure = async (
  needs: OperationNeeds,
  unit: UnitOfWork,
  { organizationId, source, requestedBy, to, reason, nowMs }: Order,
): Promise<E.Either<Refusal, MutationResult<{ readonly erasure: ReturnType<typeof erasureView> }>>> => {
  const parsed = parseAnyRecipient(to, (e164) => needs.phoneNumbers.countryOf(e164))
  if (parsed === undefined) return E.left(notAddressable)
  await maskSuppressions(needs, unit, organizationId, parsed.to)
  const erasureId = needs.ids.next('era')
  const sealedTo = needs.keyRing.seal(parsed.to, erasureContext(erasureId), unit.sealingKey)
  const erasure: Erasure = newErasure({ erasureId, organizationId, source, requestedBy, sealedTo }, nowMs)
  unit.erasures.add(erasure)
  return E.right({
    result: { erasure: erasureView(erasure) },
    about: { target: erasureId, organizationId, details: {}, reason },
  })
}

/** Erases a recipient's data in the owner's Organization (docs/api/erasure). InvalidRequest for no recipient. */
export const eraseRecipientEntry = entryOf('Erasures', 'eraseRecipient', {
  ...ERASURE_WEBSITE,
  ...ERASING,
  summary: 'Erase a recipient',
  description:
    'Erases the number or address of a recipient, the values of their messages and the texts that they wrote, in the background. Amounts, usage, the audit log and opt-outs stay. It can’t be undone.',
  success: 'The erasure has started.',
})

export const eraseRecipient = mutation(eraseRecipientEntry, {
  lock: 'exclusive',
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  run: (unit, call, needs) => {
    const { to, reason } = call.request
    const { organizationId } = membershipOf(call).organization
    const { userId: requestedBy } = call.facts.user
    const by = { source: 'organization', requestedBy } as const
    return beginErasure(needs, unit, { organizationId, ...by, to, reason, nowMs: call.nowMs })
  },
})

/** The same by a super admin. NotFound for an unknown Organization. */
export const eraseOrganizationRecipientEntry = entryOf('Erasures', 'eraseOrganizationRecipient', {
  ...ERASURE_CONSOLE,
  ...ERASING,
  refusals: ['NotFound'],
  summary: 'Erase a recipient of an Organization',
  description:
    'Erases the number or address of a recipient, the values of their messages and the texts that they wrote, in the background. It can’t be undone.',
})

export const eraseOrganizationRecipient = mutation(eraseOrganizationRecipientEntry, {
  lock: 'exclusive',
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  run: async (unit, { request, facts, nowMs }, needs) => {
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    if ((await unit.organizations.lock(organizationId.right)) === undefined)
      return E.left(refusal('NotFound'))
    const { to, reason } = request
    const by = { source: 'operator', requestedBy: facts.user.userId } as const
    return beginErasure(needs, unit, { organizationId: organizationId.right, ...by, to, reason, nowMs })
  },
})

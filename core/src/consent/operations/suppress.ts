import { suppressionView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { coversScope, widestScope } from '../domain/opt-out-policy.js'
import { type RegisteredChange, releaseRecipient, suppressRecipient } from '../use-cases/change-consent.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { recipientProblems, suppressedRecipient } from './suppressed-recipient.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPRESSION_OPERATORS } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import {
  recipientText as toField,
  suppressionSource,
  suppressionScope,
  suppressionShape,
  suppressionId as suppressionIdField,
} from './shapes.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { reason as reasonField } from '../../runner/domain/fields/written-texts.js'

const notFound = E.left(refusal('NotFound'))
const tooWide = bodyProblem('/scope', 'not_allowed', 'The scope is wider than what the source covers.')

/** The audit event's data about a suppression; it doesn't contain the recipient. */
const aboutOf = (
  { suppression: { suppressionId, organizationId }, details }: RegisteredChange,
  reason: string,
) => ({
  target: suppressionId,
  organizationId,
  details,
  reason,
})

/**
 * Suppresses messages of an Organization to a recipient, in both environments. NotFound for an unknown
 * Organization; Conflict if the source already suppresses this; InvalidRequest for a scope that is wider than
 * what the source covers.
 */
export const suppressEntry = entryOf('Suppressions', 'suppress', {
  ...SUPPRESSION_OPERATORS,
  summary: 'Suppress a recipient',
  description:
    'Stops all messages, all except OTPs, or only promotional ones. Without `scope`, it stops everything that the source covers. Each source can have one suppression of a recipient, which can be extended to a wider scope.',
  success: 'The recipient is suppressed.',
  mutation: true,
  effect: 'ends',
  noStepUp: NO_STEP_UP.STOPS,
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      to: toField,
      source: defaulted(suppressionSource, 'operator'),
      reason: reasonField,
    },
    { scope: suppressionScope },
  ),
  result: mutationResult({ suppression: suppressionShape }, {}),
})

export const suppress = mutation(suppressEntry, {
  lock: 'exclusive',
  inspect: ({ to, source = 'operator', scope }, _, needs) => [
    ...recipientProblems(needs, to),
    ...(scope === undefined || coversScope(widestScope(source), scope) ? [] : [tooWide]),
  ],
  run: async (unit, { request, nowMs }, needs) => {
    const { to, source, scope = widestScope(source), reason } = request
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const about = suppressedRecipient(needs, to)
    if (E.isLeft(about)) return about
    if ((await unit.organizations.lock(organizationId.right)) === undefined) return notFound
    const slot = { organizationId: organizationId.right, recipient: about.right.recipient, source }
    const { maskedTo } = about.right
    const suppressionId = needs.ids.next('sup')
    const wanted = { suppressionId, ...slot, maskedTo, scope, reason, createdAtMs: nowMs }
    const done = await suppressRecipient(needs, unit, wanted, { evidence: reason, givenAtMs: nowMs })
    if (E.isLeft(done)) return done
    return E.right({
      result: { suppression: suppressionView(done.right.suppression) },
      about: aboutOf(done.right, reason),
    })
  },
})

/** Ends a suppression; others of the same recipient stay. NotFound for an unknown one. */
export const unsuppressEntry = entryOf('Suppressions', 'unsuppress', {
  ...SUPPRESSION_OPERATORS,
  audiences: ['adminConsole'],
  keyKinds: [],
  summary: 'Remove a suppression',
  description: 'Other suppressions of the same recipient stay in effect.',
  mutation: true,
  effect: 'changes',
  noStepUp: NO_STEP_UP.SWITCHES,
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest({ suppressionId: suppressionIdField, reason: reasonField }, {}),
  result: mutationResult({ suppression: suppressionShape }, {}),
})

export const unsuppress = mutation(unsuppressEntry, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }, needs) => {
    const suppressionId = knownId('sup', request.suppressionId)
    if (E.isLeft(suppressionId)) return suppressionId
    const suppression = await unit.suppressions.lock(suppressionId.right)
    if (suppression === undefined) return notFound
    const evidence = { evidence: request.reason, givenAtMs: nowMs }
    const done = releaseRecipient(needs, unit, suppression, 'support', evidence)
    return E.right({
      result: { suppression: suppressionView(suppression) },
      about: aboutOf(done, request.reason),
    })
  },
})

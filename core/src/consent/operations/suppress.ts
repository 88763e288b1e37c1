import { suppressionView } from './views.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { suppressedBy, type Suppression } from '../domain/suppression.js'
import { consentEvents } from '../domain/consent-event.js'
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

/** The audit event's data about a suppression; it doesn't contain the recipient. */
const aboutOf = ({ suppressionId, organizationId, source, scope }: Suppression, reason: string) => ({
  target: suppressionId,
  organizationId,
  details: { source, scope },
  reason,
})

/**
 * Suppresses all or promotional messages of an Organization to a recipient, in both environments. NotFound
 * for an unknown Organization; Conflict if the source already suppresses this.
 */
export const suppressEntry = entryOf('Suppressions', 'suppress', {
  ...SUPPRESSION_OPERATORS,
  summary: 'Suppress a recipient',
  description:
    'Stops all messages or only promotional ones. Each source can have one suppression of a recipient. A promotional one can be extended to all messages.',
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
      scope: defaulted(suppressionScope, 'all'),
      reason: reasonField,
    },
    {},
  ),
  result: mutationResult({ suppression: suppressionShape }, {}),
})

export const suppress = mutation(suppressEntry, {
  lock: 'exclusive',
  inspect: ({ to }, _, needs) => recipientProblems(needs, to),
  run: async (unit, { request, nowMs }, needs) => {
    const { to, source, scope, reason } = request
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const about = suppressedRecipient(needs, to)
    if (E.isLeft(about)) return about
    if ((await unit.organizations.lock(organizationId.right)) === undefined) return notFound
    const slot = { organizationId: organizationId.right, recipient: about.right.recipient, source }
    const before = await unit.suppressions.lockSlot(slot)
    const { maskedTo } = about.right
    const suppressionId = needs.ids.next('sup')
    const wanted = { suppressionId, ...slot, maskedTo, scope, reason, createdAtMs: nowMs }
    const suppression = suppressedBy(before, wanted)
    if (E.isLeft(suppression)) return suppression
    if (before === undefined) unit.suppressions.add(suppression.right)
    else unit.suppressions.replace(suppression.right)
    for (const event of consentEvents('consent.opted_out', suppression.right)) unit.events.leave(event)
    return E.right({
      result: { suppression: suppressionView(suppression.right) },
      about: aboutOf(suppression.right, reason),
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
  run: async (unit, { request }) => {
    const suppressionId = knownId('sup', request.suppressionId)
    if (E.isLeft(suppressionId)) return suppressionId
    const suppression = await unit.suppressions.lock(suppressionId.right)
    if (suppression === undefined) return notFound
    unit.suppressions.remove(suppressionId.right)
    for (const event of consentEvents('consent.opted_in', suppression)) unit.events.leave(event)
    return E.right({
      result: { suppression: suppressionView(suppression) },
      about: aboutOf(suppression, request.reason),
    })
  },
})

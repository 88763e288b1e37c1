import { organizationsOf } from '../../domain/inbound/recipient-organization.js'
import { receivedEvents } from '../../domain/inbound/received-event.js'
import { inboundView } from './views.js'
import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import { parseWriter } from '../../../channels/parse-writer.js'
import { recipientIdKey } from '../../../consent/domain/recipient-id.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import { E } from '../../../fp.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { RegisteredChange } from '../../../consent/use-cases/change-consent.js'
import {
  applyConsentChange,
  endProvisional,
  makeCertain,
  personById,
  suppressedPerson,
} from '../../use-cases/inbound/apply-consent-change.js'
import { confirmDecision } from '../../use-cases/inbound/confirm-decision.js'
import {
  type CallOf,
  type FurtherAct,
  mutation,
  type OperationNeeds,
} from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { recipientText, suppressionScope } from '../../../consent/operations/shapes.js'
import { inboundShape, inboundId as inboundIdField } from './shapes.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { INBOUND_CONSOLE } from './entry-parts.js'

/**
 * Assigns an inbound message to an Organization and a person, and applies the opt-in or opt-out in it.
 * NotFound if there is no such message or Organization; Conflict if its Organization is already known, or
 * still being determined, and nothing else is to be decided; InvalidRequest if the person isn't known and
 * not named.
 */
export const assignInboundMessageEntry = entryOf('Inbound', 'assignInboundMessage', {
  ...INBOUND_CONSOLE,
  summary: 'Assign an inbound message to an Organization',
  description:
    'Works for messages that are `unassigned` or have a `task`. An opt-out or opt-in in the text takes effect then, and ends the hold of the sender. An opt-out that counted for several Organizations ends for the others. A confirmation of the app follows. `to` names the person if the provider did not. `optOut` makes an `unclear` message an opt-out.',
  mutation: true,
  effect: 'changes',
  noStepUp: NO_STEP_UP.MESSAGES,
  controls: ['reason'],
  refusals: ['Conflict', 'NotFound'],
  request: mutationRequest(
    { inboundId: inboundIdField, organizationId: organizationIdField, reason },
    { to: recipientText, optOut: suppressionScope },
  ),
  result: mutationResult({ message: inboundShape }, {}),
})

type Call = CallOf<typeof assignInboundMessageEntry>

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const unnamed = invalidRequest([
  bodyProblem('/to', 'required', 'The person is not known: `to` must name their number or email address.'),
])
const notAddressable = invalidRequest([
  bodyProblem(
    '/to',
    'format',
    'Must be a valid international number with a leading +, or one email address.',
  ),
])

/** The person who wrote the message, as the super admin or the provider names them. */
const personOf = ({ phoneNumbers }: OperationNeeds, to: string | undefined, { from }: StoredInbound) => {
  const countryOf = (e164: string): string | undefined => phoneNumbers.countryOf(e164)
  const named = to === undefined ? undefined : parseAnyRecipient(to, countryOf)
  if (to !== undefined && named === undefined) return E.left(notAddressable)
  return E.right(named ?? parseWriter(from ?? '', countryOf))
}

/** The message as the super admin decided it, before its opt-out is applied. */
const decided = (
  needs: OperationNeeds,
  { request: { to, optOut } }: Call,
  message: StoredInbound,
): E.Either<Refusal, StoredInbound> => {
  const isUnclear = message.task === 'unclear' && optOut !== undefined
  const consentChange = isUnclear ? ({ wants: 'stop', scope: optOut } as const) : message.consentChange
  const person = personOf(needs, to, message)
  if (E.isLeft(person)) return person
  if (consentChange?.wants === 'stop' && person.right === undefined) return E.left(unnamed)
  const task = message.task === 'unclear' && !isUnclear ? message.task : undefined
  return E.right({ ...message, from: person.right?.to ?? message.from, consentChange, task })
}

/** Whether there is something to decide: the Organization, the person, or whether it is an opt-out. */
const isDecidable = ({ request: { optOut } }: Call, { state, task }: StoredInbound): boolean => {
  if (state === 'pending') return false
  return state === 'unassigned' || task === 'unattributed' || (task === 'unclear' && optOut !== undefined)
}

/** The person of the vendor's id is known from now on. */
const rememberPerson = async (
  { digests, clock }: OperationNeeds,
  unit: UnitOfWork,
  { providerAccountId, userId, from }: StoredInbound,
): Promise<void> => {
  if (userId === undefined) return
  const key = recipientIdKey(providerAccountId, userId, digests.sha256)
  const before = await unit.recipientIds.lock(key)
  if (before === undefined || before.number !== undefined) return
  unit.recipientIds.replace({ ...before, number: from, learnedAtMs: clock.nowMs() })
}

/** The Organizations besides the message's own that have its sender. */
const othersOf = async (unit: UnitOfWork, message: StoredInbound): Promise<readonly OrganizationId[]> => {
  const owners = organizationsOf(await unit.configurations.by(message.providerAccountId), message)
  return owners.filter((organizationId) => organizationId !== message.organizationId)
}

/** Applies the opt-out or opt-in of an assigned message; an opt-out no longer counts for the other Organizations. */
const apply = async (
  needs: OperationNeeds,
  unit: UnitOfWork,
  message: StoredInbound,
): Promise<readonly RegisteredChange[]> => {
  const { consentChange, organizationId } = message
  const recipient = parseWriter(message.from ?? '', (e164) => needs.phoneNumbers.countryOf(e164))
  if ((await unit.heldSenders.lock(message.inboundId)) !== undefined)
    unit.heldSenders.remove(message.inboundId)
  if (consentChange === undefined || recipient === undefined || organizationId === undefined) return []
  await rememberPerson(needs, unit, message)
  const person = suppressedPerson(needs, recipient)
  const own = await applyConsentChange(needs, unit, organizationId, message, consentChange, person)
  const isStop = consentChange.wants === 'stop'
  const certain = isStop ? await makeCertain(unit, organizationId, message, person) : undefined
  const changed = own?.suppression ?? certain
  await confirmDecision(needs, unit, message, { organizationId, person: recipient.to, changed })
  const done = [own]
  if (isStop)
    for (const other of await othersOf(unit, message))
      for (const suppressed of [person, personById(needs, message)])
        if (suppressed !== undefined) done.push(await endProvisional(needs, unit, other, message, suppressed))
  return done.filter((one) => one !== undefined)
}

/** The audit event of a changed suppression. In the chain of another Organization, it has no word about this one. */
const furtherOf = ({ action, suppression, details }: RegisteredChange, own: OrganizationId): FurtherAct => {
  const { suppressionId: target, organizationId } = suppression
  const act = { action, target, details }
  return organizationId === own ? act : { ...act, organizationId, reason: suppression.reason }
}

export const assignInboundMessage = mutation(assignInboundMessageEntry, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { request } = call
    const inboundId = knownId('inb', request.inboundId)
    if (E.isLeft(inboundId)) return inboundId
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    if ((await unit.organizations.lock(organizationId.right)) === undefined) return notFound
    const message = await unit.inbound.lock(inboundId.right)
    if (message === undefined) return notFound
    const isOther = message.organizationId !== undefined && message.organizationId !== organizationId.right
    if (isOther || !isDecidable(call, message)) return conflict
    const decision = decided(needs, call, message)
    if (E.isLeft(decision)) return decision
    const assigned = { ...decision.right, organizationId: organizationId.right, state: 'assigned' } as const
    unit.inbound.replace(assigned)
    if (message.organizationId === undefined)
      for (const event of receivedEvents(assigned, organizationId.right, [])) unit.events.leave(event)
    const done = await apply(needs, unit, assigned)
    const { phoneNumbers } = needs
    return E.right({
      result: { message: inboundView(assigned, (e164) => phoneNumbers.countryOf(e164)) },
      about: {
        target: inboundId.right,
        organizationId: organizationId.right,
        details: {},
        reason: request.reason,
      },
      further: done.map((one) => furtherOf(one, organizationId.right)),
    })
  },
})

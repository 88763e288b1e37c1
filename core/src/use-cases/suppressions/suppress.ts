import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import { parseRecipient } from '../../domain/recipients/recipient.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import {
  recipientDigest,
  type Suppression,
  suppressionKey,
  type SuppressionKey,
} from '../../domain/suppressions/suppression.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { checkReason, type Order } from '../operators/order.js'
import { requireOrganization } from '../operators/require-organization.js'

/** An order about somebody to whom an Organization sends. */
export interface SuppressionOrder extends Order {
  readonly organizationId: OrganizationId
  /** A telephone number with a leading `+`, for all its channels, or an email address. */
  readonly to: string
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests' | 'phoneNumbers'>

const notAddressable: FieldProblem = {
  location: 'body',
  field: '/to',
  code: 'format',
  message: 'Must be a valid international number with a leading +, or one email address.',
}

/** The entry that the order is about. The address itself is kept nowhere, nor told. */
const keyOf = (
  { digests, phoneNumbers }: Needs,
  { organizationId, to, reason }: SuppressionOrder,
): E.Either<Refusal, SuppressionKey> => {
  const channel = to.includes('@') ? 'email' : 'sms'
  const recipient = parseRecipient(channel, to, (e164) => phoneNumbers.countryOf(e164))
  const problems = [...(recipient === undefined ? [notAddressable] : []), ...checkReason(reason)]
  if (recipient === undefined || problems.length > 0) return E.left(invalidRequest(problems))
  return E.right({ organizationId, recipient: recipientDigest(recipient.to, digests.sha256) })
}

const eventOf = (
  { ids, clock }: Needs,
  action: string,
  key: SuppressionKey,
  { actor, reason }: SuppressionOrder,
): AuditEvent => ({
  auditId: ids.next('aud'),
  actor,
  action,
  target: suppressionKey(key),
  organizationId: key.organizationId,
  reason,
  atMs: clock.nowMs(),
  details: {},
})

/**
 * Sends somebody nothing more in an Organization's name: its sends to him are refused with DestinationNotAllowed
 * (decisions 2). InvalidRequest for what is no recipient, NotFound for an unknown Organization, Conflict for somebody
 * who is suppressed.
 */
export const suppress =
  (needs: Needs) =>
  (order: SuppressionOrder): TE.TaskEither<Refusal | Outage, Suppression> =>
  async () => {
    const key = keyOf(needs, order)
    if (E.isLeft(key)) return key
    const required = await requireOrganization(needs.storage)(order.organizationId, undefined)()
    if (E.isLeft(required)) return required
    const event = eventOf(needs, 'suppression.add', key.right, order)
    const suppression = { ...key.right, reason: order.reason, createdAtMs: event.atMs }
    const added = await needs.storage.suppressions.add(suppression, event)()
    if (E.isLeft(added)) return added
    return added.right ? E.right(suppression) : E.left(refusal('Conflict'))
  }

/** Lets an Organization send to somebody again. NotFound for somebody who is not suppressed. */
export const unsuppress =
  (needs: Needs) =>
  (order: SuppressionOrder): TE.TaskEither<Refusal | Outage, void> =>
  async () => {
    const key = keyOf(needs, order)
    if (E.isLeft(key)) return key
    const event = eventOf(needs, 'suppression.remove', key.right, order)
    const removed = await needs.storage.suppressions.remove(key.right, event)()
    if (E.isLeft(removed)) return removed
    return removed.right ? E.right(undefined) : E.left(refusal('NotFound'))
  }

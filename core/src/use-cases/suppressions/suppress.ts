import { parseAnyRecipient } from '../../domain/channels/any-recipient.js'
import type { OrganizationId } from '../../domain/ids/id.js'
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
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import { checkReason, type Order } from '../operators/order.js'

/** An order about somebody to whom an Organization sends. */
export interface SuppressionOrder extends Order {
  readonly organizationId: OrganizationId
  /** A telephone number with a leading `+`, for all its channels, or an email address. */
  readonly to: string
}

type Needs = OrderNeeds & Pick<Ports, 'digests' | 'phoneNumbers'>

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
  const recipient = parseAnyRecipient(to, (e164) => phoneNumbers.countryOf(e164))
  const problems = [...(recipient === undefined ? [notAddressable] : []), ...checkReason(reason)]
  if (recipient === undefined || problems.length > 0) return E.left(invalidRequest(problems))
  return E.right({ organizationId, recipient: recipientDigest(recipient.to, digests.sha256) })
}

const about = (key: SuppressionKey) => ({
  target: suppressionKey(key),
  organizationId: key.organizationId,
  details: {},
})

/**
 * Sends somebody nothing more in an Organization's name: its sends to him are refused with DestinationNotAllowed
 * (docs/contract#suppressions). InvalidRequest for what is no recipient, NotFound for an unknown Organization,
 * Conflict for somebody who is suppressed.
 */
export const suppress =
  (needs: Needs) =>
  (order: SuppressionOrder): TE.TaskEither<Refusal | Outage, Suppression> =>
  async () => {
    const key = keyOf(needs, order)
    if (E.isLeft(key)) return key
    return carryOut(needs)(order, {
      action: 'suppression.add',
      work: async (unit, nowMs) => {
        const organization = await unit.organizations.lock(order.organizationId)
        if (organization === undefined) return E.left(refusal('NotFound'))
        if ((await unit.suppressions.lock(key.right)) !== undefined) return E.left(refusal('Conflict'))
        const suppression = { ...key.right, reason: order.reason, createdAtMs: nowMs }
        unit.suppressions.add(suppression)
        return E.right({ about: about(key.right), result: suppression })
      },
    })()
  }

/** Lets an Organization send to somebody again. NotFound for somebody who is not suppressed. */
export const unsuppress =
  (needs: Needs) =>
  (order: SuppressionOrder): TE.TaskEither<Refusal | Outage, void> =>
  async () => {
    const key = keyOf(needs, order)
    if (E.isLeft(key)) return key
    return carryOut(needs)(order, {
      action: 'suppression.remove',
      work: async (unit) => {
        if ((await unit.suppressions.lock(key.right)) === undefined) return E.left(refusal('NotFound'))
        unit.suppressions.remove(key.right)
        return E.right({ about: about(key.right), result: undefined })
      },
    })()
  }

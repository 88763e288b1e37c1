import { type Refusal, refusal } from '../../../domain/refusals/refusal.js'
import type { Ticket } from '../../../domain/support/ticket.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import type { AuthorizedCall } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { membershipOf } from '../running/membership-of.js'

/** The ticket that the request names, locked; NotFound for another Organization's as for one that there is not. */
export const lockedTicket = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly ticketId: string }>,
): Promise<E.Either<Refusal, Ticket>> => {
  const ticketId = knownId('tkt', call.request.ticketId)
  if (E.isLeft(ticketId)) return ticketId
  const ticket = await unit.tickets.lock(ticketId.right)
  return ticket?.organizationId === membershipOf(call).organization.organizationId
    ? E.right(ticket)
    : E.left(refusal('NotFound'))
}

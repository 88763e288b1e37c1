import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { Ticket } from '../domain/ticket.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { AuthorizedCall } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'

/** The requested ticket, locked; NotFound for an unknown one or another Organization's. */
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

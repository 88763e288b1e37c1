import type { ChatId, TicketId, UserId } from '../../kernel/ids/id.js'
import { supportOperations } from './operations.js'
import { balanceView } from '../../tenancy/operations/organizations/views.js'
import { chatView, ticketView } from './views.js'
import { isInUse } from '../../tenancy/domain/app-state.js'
import { E } from '../../fp.js'
import type { SupportQueue } from '../../platform/ports/administration-storage.js'
import { absent, type DoneOf, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byEitherId } from '../../runner/use-cases/positions.js'

interface Entry {
  readonly id: TicketId | ChatId
  readonly shown: DoneOf<typeof supportOperations.listSupportQueue>['result']['waiting'][number]
}

/** Identifiers are in the order of time, whatever they are of. */
const ageOf = ({ id }: Entry): string => id.slice('tkt_'.length)

/** Tickets and chats in one queue, oldest first. */
const queueOf = ({ tickets, chats }: SupportQueue): readonly Entry[] =>
  [
    ...tickets.map((ticket): Entry => ({
      id: ticket.ticketId,
      shown: { kind: 'ticket', ticket: ticketView(ticket) },
    })),
    ...chats.map((chat): Entry => ({ id: chat.chatId, shown: { kind: 'chat', chat: chatView(chat) } })),
  ].sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))

/** What waits for an operator, oldest first. */
export const listSupportQueue = listing(supportOperations.listSupportQueue, {
  positions: byEitherId('tkt', 'cht'),
  query: ({ request }) => E.right({ priority: request.priority }),
  read: async ({ priority }, { position, readAhead }, { storage }) => {
    const read = await storage.administration.waiting(priority, position, readAhead)()
    return E.isLeft(read) ? read : E.right({ ...read.right, value: queueOf(read.right.value) })
  },
  positionOf: ({ id }) => id,
  show: (queue) => ({ waiting: queue.map((entry) => entry.shown) }),
})

interface Case {
  readonly id: TicketId | ChatId
  readonly shown: DoneOf<typeof supportOperations.listSupportCases>['result']['cases'][number]
}

/** Tickets and chats in one list, newest first. */
const casesOf = ({ tickets, chats }: SupportQueue): readonly Case[] =>
  [
    ...tickets.map((ticket): Case => ({
      id: ticket.ticketId,
      shown: { kind: 'ticket', operatorId: ticket.operatorId ?? null, ticket: ticketView(ticket) },
    })),
    ...chats.map((chat): Case => ({
      id: chat.chatId,
      shown: { kind: 'chat', operatorId: chat.operatorId ?? null, chat: chatView(chat) },
    })),
  ].sort((one, other) => (one.id.slice(4) < other.id.slice(4) ? 1 : -1))

/** Tickets and chats, over or not, newest first: all, or the open ones that are assigned to the caller. */
export const listSupportCases = listing(supportOperations.listSupportCases, {
  positions: byEitherId('tkt', 'cht'),
  query: ({ request, facts }): E.Either<never, { readonly operatorId: UserId | undefined }> =>
    E.right({ operatorId: request.mine === true ? facts.user.userId : undefined }),
  read: async ({ operatorId }, { position: before, readAhead: limit }, { storage }) => {
    const read = await storage.administration.supportCases({ operatorId, before, limit })()
    return E.isLeft(read) ? read : E.right({ ...read.right, value: casesOf(read.right.value) })
  },
  positionOf: ({ id }) => id,
  show: (cases) => ({ cases: cases.map((one) => one.shown) }),
})

/** The customer of a ticket or a chat: name, apps and balances. */
export const getSupportCustomer = reading(supportOperations.getSupportCustomer, {
  read: async ({ request }, { storage }) => {
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const read = await storage.administration.organization(organizationId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    if (value === undefined) return absent(epoch)
    const { organization, apps, accounts } = value
    return shown(epoch, {
      organizationId: organization.organizationId,
      displayName: organization.displayName,
      status: organization.status,
      apps: apps.map((app) => ({
        appId: app.appId,
        name: app.name,
        environment: app.environment,
        status: isInUse(app) ? ('active' as const) : ('disabled' as const),
      })),
      balances: accounts.map(balanceView),
    })
  },
})

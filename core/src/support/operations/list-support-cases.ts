import type { ChatId, TicketId, UserId } from '../../kernel/ids/id.js'
import { chatView, ticketView } from './views.js'
import { E } from '../../fp.js'
import type { SupportQueue } from '../../platform/ports/administration-storage.js'
import type { DoneOf } from '../../runner/use-cases/implementation.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byEitherId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_OPERATORS } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { flag } from '../../kernel/codecs/flag.js'
import { list } from '../../kernel/codecs/list.js'
import { supportCaseShape } from './shapes.js'

export const listSupportCasesEntry = entryOf('Support', 'listSupportCases', {
  ...SUPPORT_OPERATORS,
  summary: 'List tickets and chats of all Organizations',
  description:
    'Lists open and closed ones, newest first. A chat is assigned to the first super admin who claims it or writes in it, a ticket to the first who replies.',
  success: 'A page of tickets and chats.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgain('act'),
  request: pageRequest(
    {},
    {
      mine: flag({
        description: '`true` returns only open ones that are assigned to the caller. Default: all.',
      }),
    },
  ),
  result: pageResult({
    cases: list(supportCaseShape, { description: 'The tickets and chats on this page.' }),
  }),
})

interface Case {
  readonly id: TicketId | ChatId
  readonly shown: DoneOf<typeof listSupportCasesEntry>['result']['cases'][number]
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

export const listSupportCases = listing(listSupportCasesEntry, {
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

import { chatView } from './views.js'
import { E } from '../../fp.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { CHATS_AT_WEBSITE } from './entry-parts.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { list } from '../../kernel/codecs/list.js'
import { chatShape } from './shapes.js'

export const listCustomerSupportChatsEntry = entryOf('Support', 'listCustomerSupportChats', {
  ...CHATS_AT_WEBSITE,
  summary: "List an Organization's chats",
  description: 'Lists open and closed chats, newest first.',
  tenant: 'organizationId',
  request: pageRequest({ organizationId: organizationIdField }, {}),
  result: pageResult({ chats: list(chatShape, { description: 'The chats on this page.' }) }),
})

export const listCustomerSupportChats = listing(listCustomerSupportChatsEntry, {
  positions: byId('cht'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: ({ organizationId }, { position, readAhead }, { storage }) =>
    storage.support.chats(organizationId, position, readAhead)(),
  positionOf: ({ chatId }) => chatId,
  show: (chats) => ({ chats: chats.map(chatView) }),
})

import type { supportOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as attachments from './attachments.js'
import * as chats from './chats.js'
import * as operators from './operators.js'
import * as operatorsChats from './operators-chats.js'
import * as operatorsTickets from './operators-tickets.js'
import * as findTickets from './find-tickets.js'
import * as tickets from './tickets.js'

/** What carries out the operations of support. */
export const supportImplementations = {
  ...attachments,
  ...chats,
  ...operators,
  ...operatorsChats,
  ...operatorsTickets,
  ...findTickets,
  ...tickets,
} satisfies ImplementationsOf<typeof supportOperations>

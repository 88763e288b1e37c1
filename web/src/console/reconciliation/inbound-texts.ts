import { PRODUCT_NAME } from '../../language/product.js'

/** The texts of the list of inbound messages. */
export const INBOUND_TEXTS = {
  tab: 'Inbound messages',
  from: 'From',
  text: 'Text',
  to: 'To',
  organization: 'Organization',
  state: 'State',
  received: 'Received',
  actions: 'Actions',
  states: { pending: 'matching', assigned: 'assigned', unassigned: 'unassigned' },
  wants: { stop: 'opted out', start: 'opted in again', help: 'asked for help' },
  wantsPromotional: {
    stop: 'opted out of promotions',
    start: 'opted in to promotions',
    help: 'asked for help',
  },
  missingParts: (count: number) => (count === 1 ? '1 part missing' : `${count} parts missing`),
  emptyTitle: 'No inbound messages',
  empty:
    'Replies to your sender IDs are listed here for 90 days. STOP opts a person out, START opts them in again.',
  task: 'To decide',
  tasks: { unclear: 'is it an opt-out?', unattributed: 'opt-out of an unknown person; promotions on hold' },
  assign: 'Assign…',
  assignTitle: 'Which Organization is this message for?',
  assignLead: `Select the Organization that the person wrote to, and name the person if the provider didn’t. ${PRODUCT_NAME} then follows the message: STOP opts them out.`,
  assignDo: 'Assign the message',
  assigned: 'Message assigned',
  dismiss: 'Dismiss…',
  dismissTitle: 'Dismiss this message?',
  dismissLead: 'Nobody is opted out because of it, and promotions of the sender are sent again.',
  dismissDo: 'Dismiss the message',
  dismissed: 'Message dismissed',
} as const

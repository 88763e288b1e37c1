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
  wants: { stop: 'opted out', start: 'opted in again' },
  wantsPromotional: { stop: 'opted out of promotions', start: 'opted in to promotions' },
  emptyTitle: 'No inbound messages',
  empty:
    'Replies to your sender IDs are listed here for 90 days. STOP opts the sender out, START opts them in again.',
  assign: 'Assign…',
  assignTitle: 'Which Organization is this message for?',
  assignLead: `Select the Organization that the person wrote to. ${PRODUCT_NAME} then follows the message: STOP opts them out.`,
  assignDo: 'Assign the message',
  assigned: 'Message assigned',
} as const

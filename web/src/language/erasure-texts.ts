/** The texts about erasures of recipients. */
export const ERASURE_TEXTS = {
  tab: 'Erasures',
  title: 'Erasures, newest first',
  record: 'Erasure',
  state: 'State',
  states: { running: 'Running', done: 'Done' },
  messages: 'Messages',
  inbound: 'Inbound messages',
  waiting: 'Still being sent',
  asked: 'Requested',
  requestedBy: 'Requested by',
  you: 'You',
  support: 'Support',
  ended: 'Done',
  erase: 'Erase recipient…',
  eraseTitle: 'Erase a recipient',
  eraseLead:
    'Erases the number or address, the values of the messages and the texts that the person wrote. Amounts, usage and opt-outs stay. You can’t undo this.',
  eraseDo: 'Erase recipient',
  started: 'Erasure started',
  none: 'No erasures',
  noneText: 'Erase the data of a recipient here, for example if they ask for it.',
} as const

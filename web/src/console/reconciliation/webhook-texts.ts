/** The texts of the list of webhook endpoints. */
export const WEBHOOK_LIST_TEXTS = {
  tab: 'Webhook endpoints',
  endpoint: 'Endpoint',
  organization: 'Organization',
  state: 'State',
  states: { active: 'active', failing: 'failing', disabled: 'disabled' },
  reasons: {
    person: 'by a person',
    gone: 'it responded with 410',
    failing: 'no success for five days',
  },
  waiting: 'Events waiting',
  since: 'Failing since',
  lastFailure: 'Last failed attempt',
  status: (status: number) => `status ${status}`,
  noCause: 'no response',
  receiver: 'Event receiver',
  receiverStates: { active: 'active', failing: 'failing', disabled: 'not in use' },
  receiverCounts: (apps: number, waiting: number) => `Apps: ${apps}. Events waiting: ${waiting}.`,
  receiverFails: (apps: number) => `Failing for ${apps} of them, last with`,
  created: 'Created',
  emptyTitle: 'No webhook endpoints in this state',
  empty:
    'Endpoints of all Organizations are listed here. Only their Organization sees their responses, and can change them.',
} as const

/** What to do about a refusal, by its code. A code that is new to this program has none. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthenticated: 'It is unknown, revoked or over: make a new one at the website, then postrider-dev login.',
  invalid_credentials: 'Address or password is wrong, or the person is not active.',
  action_not_granted: 'Make a credential with that action at the website.',
  channel_not_granted: 'Make a credential with that channel at the website.',
  scope_mismatch: 'Send by a credential of that app, from an address that the app allows.',
  operation_not_allowed: 'The Agent key does not have it on its list, or only people may do it.',
  permission_denied: 'Ask an owner of the Organization for a role that may.',
  organization_suspended: 'Ask your operator why.',
  channel_not_active:
    'Ask your operator to open the channel, or look whether the app is stopped or may not use it.',
  destination_not_allowed:
    'The country is not among those of the app, or the recipient is suppressed or blocked: see both at the website.',
  template_unavailable: 'Look at the website under which id it is approved, and for which channel.',
  sender_unavailable: 'Ask your operator to map a sender to the app for this channel.',
  price_unavailable: 'Ask your operator for a price of this channel and country.',
  provider_unavailable: 'It may pass by itself; else ask your operator.',
  budget_exceeded: 'Raise the budget at the website, or wait until its period ends.',
  insufficient_balance: 'Ask your operator to credit the Organization.',
  too_many_requests: 'Wait, and send more slowly.',
  service_unavailable: 'Wait, and do the same again.',
  approval_required: 'Another person has to decide.',
  idempotency_conflict: 'Under this key something else was sent: give another --key.',
  conflict: 'Read the record anew: somebody changed it.',
  not_found: 'It is not there, or it is another Organization’s.',
  route_not_found: 'Does --url lead to the service?',
  unexpected_answer: 'Does --url lead to the service, and not to a page before it?',
  no_answer: 'Look by postrider-dev why.',
}

/** What to do about it. */
export const adviceOn = (code: string): string | undefined => ADVICE[code]

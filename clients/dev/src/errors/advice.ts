/** What to do about a refusal, by its code. Codes that are unknown to this program have no advice. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthenticated:
    'The credential is unknown, revoked or expired. Create a new one at the website, then run postrider-dev login.',
  invalid_credentials: 'The email address or password is wrong, or the account is disabled.',
  action_not_granted: 'Create a credential with that permission at the website.',
  channel_not_granted: 'Create a credential with that channel at the website.',
  scope_mismatch: 'Use a credential of that app, and send from an IP address that the app allows.',
  operation_not_allowed: 'The Agent key doesn’t include this operation, or only people can do it.',
  permission_denied: 'Ask an owner of the Organization for a role with this permission.',
  organization_suspended: 'Ask support why.',
  channel_not_active: 'Ask support to open the channel. Check whether the app is paused or restricted.',
  destination_not_allowed:
    'The app doesn’t allow this country, or the recipient has opted out or is blocked. Check both at the website.',
  template_unavailable: 'Check the ID and channel of the approved template at the website.',
  sender_unavailable: 'Ask support for a sender ID of this channel for the app.',
  price_unavailable: 'Ask support for a price of this channel and country.',
  provider_unavailable: 'Wait and try again. If it continues, ask support.',
  budget_exceeded: 'Raise the budget at the website, or wait until its period ends.',
  insufficient_balance: 'Request credit at the website.',
  too_many_requests: 'Wait, then send more slowly.',
  service_unavailable: 'Wait, then try again.',
  approval_required: 'Another person has to approve this.',
  idempotency_conflict: 'This key was used for a different request. Use another --key.',
  conflict: 'The record has changed. Read it again, then retry.',
  not_found: 'The record doesn’t exist, or belongs to another Organization.',
  route_not_found: 'Check that --url is the URL of the service.',
  unexpected_answer: 'Check that --url is the URL of the service and not of a proxy page.',
  no_answer: 'Run postrider-dev why to find the cause.',
}

/** The advice for a code. */
export const adviceOn = (code: string): string | undefined => ADVICE[code]

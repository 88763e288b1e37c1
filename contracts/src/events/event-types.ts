import type { ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { EventType } from '@postrider/core/feed/domain/event-note'
import {
  appData,
  balanceData,
  budgetData,
  consentData,
  credentialData,
  gapData,
  messageData,
  otpData,
  receivedData,
  templateData,
  testData,
} from './event-data.js'

/** The description of a type of events, for documents. */
export interface EventDescription {
  /** What happened, as a short sentence without a period. */
  readonly summary: string
  /** When the event comes, and what a receiver does with it. */
  readonly description: string
  /** The shape of `data`. */
  readonly data: ShapeField
  /** An example of `data`. */
  readonly example: Readonly<Record<string, unknown>>
}

const MESSAGE = {
  messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
  channel: 'sms',
  acceptedAt: '2026-11-21T08:30:00.000Z',
  updatedAt: '2026-11-21T08:30:02.125Z',
  clientReference: 'order-10024',
} as const

type Billing = 'provisional' | 'settled' | 'released'

const ofMessage = (
  summary: string,
  description: string,
  state: string,
  billing: Billing,
  more: EventDescription['example'] = {},
): EventDescription => ({
  summary,
  description,
  data: messageData,
  example: {
    ...MESSAGE,
    state,
    billing: { status: billing, amountMinor: 35, currency: 'INR' },
    ...more,
  },
})

const SUPPRESSION = {
  suppressionId: 'sup_01k9x7c2v5n8q4r6t0w3y1z5bd',
  to: '+91******3210',
  source: 'opt_out',
  scope: 'all',
  createdAt: '2026-11-21T08:30:00.000Z',
} as const

const ofTemplate = (
  summary: string,
  description: string,
  state: string,
  more: EventDescription['example'] = {},
): EventDescription => ({
  summary,
  description,
  data: templateData,
  example: { templateId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd', version: 2, state, channel: 'sms', ...more },
})

const ofApp = (summary: string, description: string): EventDescription => ({
  summary,
  description,
  data: appData,
  example: { appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd', by: 'organization' },
})

const GAP = { fromSequence: 1_206, toSequence: 101_206 } as const

/** The types of events, in the order of the documentation (docs/api/events#types). */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventType, EventDescription>> = {
  'message.accepted': ofMessage(
    'Postrider accepted a message',
    'The message is stored and its price is reserved. No provider has it yet.',
    'ACCEPTED',
    'provisional',
    { updatedAt: MESSAGE.acceptedAt },
  ),
  'message.submitted': ofMessage(
    'A provider has a message',
    'A provider accepted the message and now delivers it.',
    'SUBMITTED',
    'provisional',
  ),
  'message.unconfirmed': ofMessage(
    'The outcome of a provider call is unknown',
    'The provider may have the message or not. A later event has the outcome. Wait for it before you send another message.',
    'UNCONFIRMED',
    'provisional',
  ),
  'message.delivered': ofMessage(
    'A message was delivered',
    "The provider's delivery report (DLR) says that the message reached the handset or inbox.",
    'DELIVERED',
    'settled',
  ),
  'message.read': ofMessage(
    'A message was read',
    'The recipient read the message. Only channels with read receipts have this event, for example WhatsApp.',
    'READ',
    'settled',
    { channel: 'whatsapp' },
  ),
  'message.failed': ofMessage(
    "A message didn't arrive",
    '`state` is `UNDELIVERED`, `FAILED` or `EXPIRED`, and `failureCode` has the reason. After `outcome_unknown`, the message may have arrived.',
    'FAILED',
    'released',
    { failureCode: 'provider_rejected', failure: { providerCode: '30005' } },
  ),
  'message.canceled': ofMessage(
    'A message was canceled',
    'The message was stopped before a provider had it. Nothing is charged.',
    'CANCELLED',
    'released',
    { failureCode: 'cancelled' },
  ),
  'message.received': {
    summary: 'A person wrote to a sender of the app',
    description:
      'An inbound message (MO) arrived. The event has neither its text nor its author. `wants` and `scope` are there if the text is an opt-out or opt-in keyword.',
    data: receivedData,
    example: {
      inboundId: 'inb_01k9x7c2v5n8q4r6t0w3y1z5bd',
      to: '+447700900123',
      receivedAt: '2026-11-21T08:30:00.000Z',
      wants: 'stop',
      scope: 'all',
    },
  },
  'consent.opted_out': {
    summary: 'A recipient opted out',
    description:
      'A recipient opted out, complained, or was suppressed by support. Postrider refuses further sends to the recipient.',
    data: consentData,
    example: SUPPRESSION,
  },
  'consent.opted_in': {
    summary: 'A suppression has ended',
    description: 'The recipient may be written to again, for example after a START.',
    data: consentData,
    example: SUPPRESSION,
  },
  'otp.verified': {
    summary: 'A passcode was verified',
    description: 'A one-time passcode (OTP) was verified. `challengeId` is that of the send.',
    data: otpData,
    example: {
      challengeId: 'otp_01k9x7c2v5n8q4r6t0w3y1z5bd',
      messageId: MESSAGE.messageId,
      channel: 'sms',
      verifiedAt: '2026-11-21T08:30:00.000Z',
    },
  },
  'template.approved': ofTemplate(
    'A version of a template was approved',
    'The version can be used for sends. Each app of the Organization gets the event.',
    'approved',
  ),
  'template.rejected': ofTemplate(
    'A version of a template was rejected',
    '`reasonCode` has the reason. Correct the template and submit it again.',
    'rejected',
    { reasonCode: 'variable_not_tagged' },
  ),
  'template.paused': ofTemplate(
    'A template was paused',
    'A provider or support paused the template. Sends with it are refused with `template_unavailable`.',
    'paused',
  ),
  'balance.low': {
    summary: 'The balance is low',
    description: 'The available balance fell below the threshold of its alert.',
    data: balanceData,
    example: { currency: 'INR', availableMinor: 4_820, thresholdMinor: 5_000 },
  },
  'budget.threshold_reached': {
    summary: 'A budget reached a percentage',
    description:
      'A send raised the use of a budget to one of its `alertPercents`, for the first time in its period. If one send reaches several, the event has the highest. A budget with `block` has the event for 100 percent when it refuses a send for the first time, also if `usedMinor` is below the limit. The app of the budget gets the event, or else each app of the environment.',
    data: budgetData,
    example: {
      budgetId: 'bud_01k9x7c2v5n8q4r6t0w3y1z5bd',
      percent: 80,
      usedMinor: 80_020,
      limitMinor: 100_000,
      currency: 'INR',
      period: 'month',
      periodEnd: '2026-12-01T00:00:00.000Z',
      action: 'block',
    },
  },
  'credential.expiring': {
    summary: 'A server credential expires in a week',
    description:
      'Rotate the credential before `expiresAt`. The event comes once for each credential of the app that is valid for more than a week. A credential that was rotated has none.',
    data: credentialData,
    example: {
      credentialId: 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd',
      label: 'order service',
      expiresAt: '2026-11-28T08:30:00.000Z',
    },
  },
  'app.paused': ofApp(
    'An app was paused',
    'The Organization or support stopped the app. Its sends are refused until it is resumed.',
  ),
  'app.resumed': ofApp('An app can send again', 'The Organization or support resumed the app.'),
  'webhook.test': {
    summary: 'A webhook endpoint is tested',
    description:
      'A member or an Agent called `sendTestEvent`. Only the named endpoint gets the event, so that you can try your receiver.',
    data: testData,
    example: { endpointId: 'whe_01k9x7c2v5n8q4r6t0w3y1z5bd' },
  },
  'events.gap': {
    summary: 'Sequences were skipped',
    description:
      'The database was restored from a backup, and the sequences of the range are never used. Check the messages that you sent since the backup.',
    data: gapData,
    example: GAP,
  },
}

/** A complete event as an example. */
export const eventExample = (type: EventType): Readonly<Record<string, unknown>> => ({
  id: 'evt_01k9x7c2v5n8q4r6t0w3y1z5bd',
  type,
  sequence: type === 'events.gap' ? GAP.toSequence + 1 : 1205,
  occurredAt: '2026-11-21T08:30:02.125Z',
  organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
  appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
  environment: 'production',
  data: EVENT_DESCRIPTIONS[type].example,
})

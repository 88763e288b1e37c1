import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { identifier, messageId, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { currency, minor } from '@postrider/core/kernel/codecs/money'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { SUPPRESSION_SCOPES, SUPPRESSION_SOURCES } from '@postrider/core/consent/domain/suppression'
import { suppressionId } from '@postrider/core/consent/operations/shapes'
import { inboundId } from '@postrider/core/messaging/operations/inbound/shapes'
import { messageShape } from '@postrider/core/messaging/operations/messages/message-view'
import { openSet } from '@postrider/core/kernel/codecs/open-set'
import { OPT_WANTS } from '@postrider/core/providers/domain/inbound/inbound-message'
import { budgetId } from '@postrider/core/ledger/operations/money/shapes'
import { appId } from '@postrider/core/runner/domain/fields/tenancy'
import { endpointId } from '@postrider/core/webhooks/operations/shapes'
import { challengeId } from '../otp/challenge-id.js'

const { required: always, optional: sometimes } = messageShape

/** The data of events about the state of a message. */
export const messageData = open(
  { messageId, state: always.state, channel: always.channel },
  {
    acceptedAt: always.acceptedAt,
    billing: always.billing,
    ...sometimes,
    to: text({
      description: 'The recipient. Only at webhook endpoints with `includeRecipient`.',
      example: '+919876543210',
    }),
  },
  {
    name: 'MessageEventData',
    description:
      'The message as it was after the event. Of a message that was deleted since, only `messageId`, `state`, `channel` and `failureCode` remain.',
  },
)

/** The data of the event about an inbound message. */
export const receivedData = open(
  {
    inboundId,
    to: text({ description: 'Sender of yours that the person wrote to.', example: '+447700900123' }),
    receivedAt: timestamp('Time at which Postrider received it.'),
  },
  {
    writtenAt: timestamp('Time at which the person wrote it, if the provider reports it.'),
    wants: text({
      ...openSet('Request of the person, if the text is a keyword such as STOP', OPT_WANTS),
      example: 'stop',
    }),
    scope: text({ ...openSet('Messages that the keyword is about', SUPPRESSION_SCOPES), example: 'all' }),
  },
  { name: 'ReceivedEventData', description: 'The inbound message, without its text and its author.' },
)

/** The data of events about consents. */
export const consentData = open(
  {
    suppressionId,
    to: text({ description: 'The recipient, masked.', example: '+91******3210' }),
    source: text({
      description:
        'Cause of the suppression: support (`operator`), an opt-out (`opt_out`), or a `complaint`. Accept unknown values.',
      openSet: SUPPRESSION_SOURCES,
      example: 'opt_out',
    }),
    scope: text({ ...openSet('Messages that it blocks', SUPPRESSION_SCOPES), example: 'all' }),
    createdAt: timestamp('Time at which the suppression was created.'),
  },
  {},
  { name: 'ConsentEventData', description: 'The suppression that was created or ended.' },
)

/** The data of the event about a verified passcode. */
export const otpData = open(
  {
    challengeId,
    messageId,
    channel: text({ ...openSet('Channel of the message', CHANNEL_NAMES), example: 'sms' }),
    verifiedAt: timestamp('Time at which the passcode was verified.'),
  },
  {},
  { name: 'OtpEventData', description: 'The OTP challenge that was solved.' },
)

/** The data of events about templates. */
export const templateData = open(
  {
    templateId: identifier('ID of the template.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    version: integer({ min: 1, description: 'Number of the version.', example: 2 }),
    state: text({
      ...openSet('State of the version', ['approved', 'rejected', 'paused']),
      example: 'approved',
    }),
    channel: text({ ...openSet('Channel of the template', CHANNEL_NAMES), example: 'sms' }),
  },
  {
    reasonCode: text({ description: 'Reason for a rejection or pause.', example: 'variable_not_tagged' }),
  },
  { name: 'TemplateEventData', description: 'The version of the template, and its new state.' },
)

/** The data of the event about a low balance. */
export const balanceData = open(
  {
    currency,
    availableMinor: minor('Available balance in minor units.'),
    thresholdMinor: minor('Threshold of the alert in minor units.'),
  },
  {},
  { name: 'BalanceEventData', description: 'The balance that fell below its threshold.' },
)

/** The data of the event about a budget. */
export const budgetData = open(
  {
    budgetId,
    percent: integer({
      min: 1,
      max: 100,
      description:
        'Percentage of the limit that was reached, one of `alertPercents` of the budget; 100 also if the budget refused a send.',
      example: 80,
    }),
    usedMinor: minor('Amount reserved and settled for messages of the period, in minor units.'),
    limitMinor: minor('Limit of the budget in minor units.'),
    currency,
    period: text({ ...openSet('Period of the budget', ['day', 'month']), example: 'month' }),
    periodEnd: timestamp('End of the period, when the use starts at 0 again.'),
    action: text({
      ...openSet('Effect of the limit: `block` refuses sends, `alert` does not', ['block', 'alert']),
      example: 'block',
    }),
  },
  {},
  { name: 'BudgetEventData', description: 'The budget, and the percentage that it reached.' },
)

/** The data of the event about a credential that expires soon. */
export const credentialData = open(
  {
    credentialId: identifier('ID of the server credential.', 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    label: text({ description: 'Label of the server credential.', example: 'order service' }),
    expiresAt: timestamp('Time at which it expires.'),
  },
  {},
  { name: 'CredentialEventData', description: 'The server credential, without its secret.' },
)

/** The data of events about apps. */
export const appData = open(
  {
    appId,
    by: text({
      description: 'Side that decided it: the Organization or support (`operator`). Accept unknown values.',
      openSet: ['organization', 'operator'],
      example: 'organization',
    }),
  },
  {},
  { name: 'AppEventData', description: 'The app that was stopped or resumed, and the side that decided it.' },
)

/** The data of the event that tests an endpoint. */
export const testData = open(
  { endpointId },
  {},
  { name: 'TestEventData', description: 'The webhook endpoint that is tested.' },
)

/** The data of the event about skipped sequences. */
export const gapData = open(
  {
    fromSequence: integer({ min: 1, description: 'First sequence that was skipped.', example: 1206 }),
    toSequence: integer({ min: 1, description: 'Last sequence that was skipped.', example: 101_206 }),
  },
  {},
  { name: 'GapEventData', description: 'The skipped sequences.' },
)

import { otpRequest } from '@postrider/core/messaging/domain/messages/otp-request'
import { sendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { acceptedMessage } from '../messages/accepted-message.js'
import { batchAnswer } from '../messages/batch-answer.js'
import { batchRequest } from '../messages/batch-request.js'
import { dryRun } from '../messages/dry-run.js'
import { repeatableHeaders } from '../messages/idempotency-key.js'
import { messageHeaders, sendHeaders } from '../messages/preference.js'
import { otpAnswer } from '../otp/otp-answer.js'
import { verifyAnswer } from '../otp/verify-answer.js'
import { verifyRequest } from '../otp/verify-request.js'
import { bodyErrors, json, protectedErrors, replayHeader } from './answers.js'
import type { Route } from './route.js'

/** All possible errors of a send (docs/contract#error-codes). */
const sendErrors = [
  ...bodyErrors,
  'template_unavailable',
  'action_not_granted',
  'channel_not_granted',
  'scope_mismatch',
  'channel_not_active',
  'organization_suspended',
  'sender_unavailable',
  'price_unavailable',
  'insufficient_balance',
  'budget_exceeded',
  'destination_not_allowed',
  'idempotency_conflict',
  'provider_unavailable',
  ...protectedErrors,
] as const

const deprecated = {
  Deprecation: {
    description: 'There where legacy aliases were used: since when they are deprecated (RFC 9745).',
  },
  Sunset: { description: 'Until when they work (RFC 8594).' },
  Link: { description: 'Where the way out is described.' },
} as const

/** The sending routes of customers' servers: messages, batches, OTPs. */
export const sendingRoutes = {
  sendMessage: {
    method: 'POST',
    path: '/v1/messages',
    operationId: 'sendMessage',
    tag: 'Messages',
    summary: 'Send one message',
    description:
      'Answers 202 once the message is durably accepted and its charge reserved; delivery follows later and is read ' +
      'from the message. After a time-out send the exact request with the exact key again: it never sends twice.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'sends',
    request: { body: sendRequest, headers: messageHeaders },
    answers: [
      json(200, 'A dry run: what the send would come to. Nothing was sent, stored or reserved.', dryRun, {
        'Preference-Applied': {
          description: 'That the preference was understood.',
          values: ['handling=dry-run'],
        },
      }),
      json(
        202,
        'Accepted, or the replay of an earlier acceptance under the same key.',
        acceptedMessage,
        replayHeader,
      ),
    ],
    errors: sendErrors,
    bodyLimitBytes: 256 * 1024,
  },
  sendBatch: {
    method: 'POST',
    path: '/v1/messages/batch',
    operationId: 'sendBatch',
    tag: 'Messages',
    summary: 'Send up to 50 messages',
    description:
      'Accepts the messages of a batch in one durable step. Broken fields, templates, senders and prices fail the whole ' +
      'batch before anything is accepted; a channel, a destination, a budget or the balance refuse single messages. The ' +
      'same batch under the same key replays what was accepted and tries again what was refused.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'sends',
    request: { body: batchRequest, headers: sendHeaders },
    answers: [
      json(202, 'Every message is accepted or replayed.', batchAnswer, { ...replayHeader, ...deprecated }),
      json(207, 'Some messages were refused; the others are accepted or replayed.', batchAnswer, deprecated),
    ],
    errors: sendErrors,
    bodyLimitBytes: 8 * 1024 * 1024,
  },
  sendOtp: {
    method: 'POST',
    path: '/v1/otp',
    operationId: 'sendOtp',
    tag: 'Passcodes',
    summary: 'Send a one-time passcode',
    description:
      'Draws a code, accepts the message that carries it, and begins a challenge, all in one durable step. An earlier ' +
      'challenge of the same app, channel and destination that is pending ends. The code is never answered.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'otp',
    request: { body: otpRequest, headers: sendHeaders },
    answers: [
      json(
        202,
        'Accepted, or the replay of an earlier acceptance under the same key.',
        otpAnswer,
        replayHeader,
      ),
    ],
    errors: sendErrors,
    bodyLimitBytes: 256 * 1024,
  },
  verifyOtp: {
    method: 'POST',
    path: '/v1/otp/verify',
    operationId: 'verifyOtp',
    tag: 'Passcodes',
    summary: 'Verify a one-time passcode',
    description:
      'Answers once that a code is right. Wrong, expired, locked, superseded, used, foreign and unknown all answer the ' +
      'same error. With an Idempotency-Key the same verify may be repeated for 10 minutes and answers the same success.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'verifications',
    request: { body: verifyRequest, headers: repeatableHeaders },
    answers: [json(200, 'The code is right.', verifyAnswer)],
    errors: ['otp_verification_failed', ...bodyErrors, 'action_not_granted', ...protectedErrors],
    bodyLimitBytes: 256 * 1024,
  },
} as const satisfies Record<string, Route>

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

/** All possible errors of a send (docs/api/conventions#error-codes). */
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
    description:
      'Time since which the legacy aliases are deprecated (RFC 9745); present if the request used them.',
    example: '@1793491200',
  },
  Sunset: {
    description: 'Time until which the legacy aliases work (RFC 8594).',
    example: 'Wed, 01 Dec 2027 00:00:00 GMT',
  },
  Link: {
    description: 'URL of the migration guide.',
    example: '</docs#tag/Messages/operation/sendBatch>; rel="deprecation"; type="text/html"',
  },
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
      'Returns 202 once the message is stored durably and its cost reserved. Delivery follows later; read the message to follow its state. After a timeout, repeat the same request with the same key: it never sends twice.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'sends',
    request: { body: sendRequest, headers: messageHeaders },
    answers: [
      json(200, 'The result of a dry run. Nothing was sent, stored or reserved.', dryRun, {
        'Preference-Applied': {
          description: 'The preference that was applied.',
          values: ['handling=dry-run'],
        },
      }),
      json(
        202,
        'The message is accepted, or was accepted by an earlier request with the same key.',
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
      'Accepts the messages of a batch in one durable step. A problem with a field, a template, a sender or a price refuses the whole batch. A problem with a channel, a destination, a budget or the balance refuses only the affected messages. Repeating the batch with the same key replays the accepted messages and tries the refused ones again.',
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
      'Generates a code, accepts the message that carries it, and starts a challenge, in one durable step. A pending challenge of the same app, channel and recipient ends. The code is never returned.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'otp',
    request: { body: otpRequest, headers: sendHeaders },
    answers: [
      json(
        202,
        'The message with the code is accepted, or was accepted by an earlier request with the same key.',
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
      'Checks a code; success is returned once. Codes that are wrong, expired, locked, superseded, used or unknown all get the same error, also codes of another app. With an Idempotency-Key, repeating the same request within 10 minutes returns the same success.',
    boundary: 'server',
    action: 'messages.send',
    rate: 'verifications',
    request: { body: verifyRequest, headers: repeatableHeaders },
    answers: [json(200, 'The code is correct and is now used.', verifyAnswer)],
    errors: ['otp_verification_failed', ...bodyErrors, 'action_not_granted', ...protectedErrors],
    bodyLimitBytes: 256 * 1024,
  },
} as const satisfies Record<string, Route>

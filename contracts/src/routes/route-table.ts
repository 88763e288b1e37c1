import { authCheck } from '../auth/auth-check.js'
import { balance, balanceQuery } from '../accounts/balances.js'
import { usagePage, usageQuery } from '../accounts/usage.js'
import type { Field } from '@postrider/core/domain/codecs/codec'
import { acceptedMessage } from '../messages/accepted-message.js'
import { batchAnswer } from '../messages/batch-answer.js'
import { batchRequest } from '../messages/batch-request.js'
import { dryRun } from '../messages/dry-run.js'
import { repeatableHeaders, sendHeaders } from '../messages/idempotency-key.js'
import { messageLookUp, messageLookUpQuery } from '../messages/message-look-up.js'
import { messagePath } from '../messages/message-path.js'
import { messageProjection } from '../messages/message-projection.js'
import { messageRequest } from '../messages/message-request.js'
import { messageHeaders } from '../messages/preference.js'
import { otpAnswer } from '../otp/otp-answer.js'
import { otpRequest } from '../otp/otp-request.js'
import { verifyAnswer } from '../otp/verify-answer.js'
import { verifyRequest } from '../otp/verify-request.js'
import { health } from '../status/health.js'
import { readiness } from '../status/readiness.js'
import { release } from '../status/release.js'
import type { Answer, Route } from './route.js'

const json = (status: number, description: string, body?: Field, headers?: Answer['headers']): Answer => ({
  status,
  description,
  contentType: 'application/json',
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
})

const brokenHere = ['internal_error', 'service_unavailable'] as const
const protectedErrors = ['unauthenticated', 'too_many_requests', ...brokenHere] as const
const readErrors = ['action_not_granted', ...protectedErrors] as const

const bodyErrors = ['invalid_json', 'invalid_request', 'payload_too_large', 'unsupported_media_type'] as const

/** Everything that may stand against a send (decisions.md 2). */
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

const replayHeader = {
  'Idempotency-Replayed': {
    description: 'There when this is the original acceptance once more.',
    values: ['true'],
  },
} as const

const deprecated = {
  Deprecation: {
    description: 'There where legacy aliases were used: since when they are deprecated (RFC 9745).',
  },
  Sunset: { description: 'Until when they work (RFC 8594).' },
  Link: { description: 'Where the way out is described.' },
} as const

/**
 * The one table of routes. Each entry keeps the exact types of its codecs, so that a handler that reads
 * `ROUTES.sendMessage.request.body` is typed by the contract.
 */
export const ROUTES = {
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
    request: { body: messageRequest, headers: messageHeaders },
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
    rate: 'passcodes',
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
  lookUpMessages: {
    method: 'GET',
    path: '/v1/messages',
    operationId: 'lookUpMessages',
    tag: 'Messages',
    summary: 'Find messages by key or reference',
    description:
      'Tells whether a send went through, without sending again. Exactly one of the parameters must be given.',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: messageLookUpQuery },
    answers: [json(200, "The messages of the credential's app.", messageLookUp)],
    errors: ['invalid_request', ...readErrors],
    bodyLimitBytes: 0,
  },
  getMessage: {
    method: 'GET',
    path: '/v1/messages/{messageId}',
    operationId: 'getMessage',
    tag: 'Messages',
    summary: 'Read one message',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { path: messagePath },
    answers: [json(200, 'The message as it stands.', messageProjection)],
    errors: ['not_found', ...readErrors],
    bodyLimitBytes: 0,
  },
  checkCredential: {
    method: 'GET',
    path: '/v1/auth/check',
    operationId: 'checkCredential',
    tag: 'Credentials',
    summary: 'Show what the credential may do',
    boundary: 'server',
    rate: 'reads',
    request: {},
    answers: [json(200, 'The effective scope of the credential.', authCheck)],
    errors: ['organization_suspended', ...protectedErrors],
    bodyLimitBytes: 0,
  },
  getBalance: {
    method: 'GET',
    path: '/v1/balances',
    operationId: 'getBalance',
    tag: 'Money',
    summary: "Read the Organization's balance",
    boundary: 'server',
    action: 'billing.read',
    rate: 'reads',
    request: { query: balanceQuery },
    answers: [json(200, 'The balance; zeros for a currency without an account.', balance)],
    errors: ['invalid_request', ...readErrors],
    bodyLimitBytes: 0,
  },
  listUsage: {
    method: 'GET',
    path: '/v1/usage',
    operationId: 'listUsage',
    tag: 'Money',
    summary: "List the app's financial activity",
    description:
      'The range must lie within one UTC calendar month, span at most 31 days, and not reach into the future.',
    boundary: 'server',
    action: 'usage.read',
    rate: 'reads',
    request: { query: usageQuery },
    answers: [json(200, 'A page of entries.', usagePage)],
    errors: ['invalid_request', ...readErrors],
    bodyLimitBytes: 0,
  },
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Whether the process is up',
    boundary: 'none',
    request: {},
    answers: [json(200, 'It is.', health)],
    errors: [],
    bodyLimitBytes: 0,
  },
  getReadiness: {
    method: 'GET',
    path: '/v1/readiness',
    operationId: 'getReadiness',
    tag: 'Service',
    summary: 'Whether requests should be sent here',
    boundary: 'none',
    request: {},
    answers: [json(200, 'Ready.', readiness), json(503, 'Not ready; the body says what fails.', readiness)],
    errors: [],
    bodyLimitBytes: 0,
  },
  getRelease: {
    method: 'GET',
    path: '/v1/release',
    operationId: 'getRelease',
    tag: 'Service',
    summary: 'What is running',
    boundary: 'none',
    request: {},
    answers: [json(200, 'The release descriptor.', release)],
    errors: [],
    bodyLimitBytes: 0,
  },
  getContract: {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getContract',
    tag: 'Service',
    summary: 'This document',
    boundary: 'none',
    request: {},
    answers: [json(200, 'The OpenAPI 3.1 contract.')],
    errors: [],
    bodyLimitBytes: 0,
  },
  readContract: {
    method: 'GET',
    path: '/docs',
    operationId: 'readContract',
    tag: 'Service',
    summary: 'This document as a page to read',
    boundary: 'none',
    request: {},
    answers: [{ status: 200, description: 'The page.', contentType: 'text/html' }],
    errors: [],
    bodyLimitBytes: 0,
  },
} as const satisfies Record<string, Route>

/** The same routes, to be walked. */
export const ROUTE_LIST: readonly Route[] = Object.values(ROUTES)

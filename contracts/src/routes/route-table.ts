import { authCheck } from '../auth/auth-check.js'
import { balance, balanceQuery } from '../accounts/balances.js'
import { usagePage, usageQuery } from '../accounts/usage.js'
import type { Field } from '../codecs/codec.js'
import { acceptedMessage } from '../messages/accepted-message.js'
import { sendHeaders } from '../messages/idempotency-key.js'
import { messageLookUp, messageLookUpQuery } from '../messages/message-look-up.js'
import { messagePath } from '../messages/message-path.js'
import { messageProjection } from '../messages/message-projection.js'
import { messageRequest } from '../messages/message-request.js'
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
    request: { body: messageRequest, headers: sendHeaders },
    answers: [
      json(202, 'Accepted, or the replay of an earlier acceptance under the same key.', acceptedMessage, {
        'Idempotency-Replayed': {
          description: 'There when this is the original acceptance once more.',
          values: ['true'],
        },
      }),
    ],
    errors: [
      'invalid_json',
      'invalid_request',
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
      'payload_too_large',
      'unsupported_media_type',
      'provider_unavailable',
      ...protectedErrors,
    ],
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

import { messageShape } from '@postrider/core/messaging/operations/messages/message-view'
import { authCheck } from '../auth/auth-check.js'
import { balance, balanceQuery } from '../accounts/balances.js'
import { usagePage, usageQuery } from '../accounts/usage.js'
import { eventPage, eventQuery } from '../events/event-page.js'
import { messageLookUp, messageLookUpQuery } from '../messages/message-look-up.js'
import { messageListQuery, messagePage } from '../messages/message-list.js'
import { testMessagePage, testMessagesQuery } from '../messages/test-messages.js'
import { messagePath } from '../messages/message-path.js'
import { json, protectedErrors } from './answers.js'
import type { Route } from './route.js'

const readErrors = ['action_not_granted', ...protectedErrors] as const

/** The reading routes of customers' servers: messages, their credential, balances and usage. */
export const readingRoutes = {
  lookUpMessages: {
    method: 'GET',
    path: '/v1/messages',
    operationId: 'lookUpMessages',
    tag: 'Messages',
    summary: 'Find messages by key or reference',
    description:
      'Shows whether a send was accepted, without sending again. Pass exactly one of `idempotencyKey` and `clientReference`.',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: messageLookUpQuery },
    answers: [json(200, "The messages of the credential's app that match.", messageLookUp)],
    errors: ['invalid_request', ...readErrors],
    bodyLimitBytes: 0,
  },
  listRecentMessages: {
    method: 'GET',
    path: '/v1/messages/recent',
    operationId: 'listRecentMessages',
    tag: 'Messages',
    summary: 'List messages of the app',
    description:
      "Lists the messages of the credential's app in its environment, newest first, without their recipients. A page may have fewer messages than `limit`, even none; the last page is the one with a null `nextCursor`. Each 25 messages of `limit` count as one read.",
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: messageListQuery },
    answers: [json(200, 'A page of messages, newest first.', messagePage)],
    errors: ['invalid_request', ...readErrors],
    bodyLimitBytes: 0,
  },
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'Read events of the app',
    description:
      "Returns the events of the credential's app in the order of their sequence, which has no gaps. With `wait`, the request is held until an event arrives or the time is over. Events are kept for 30 days by default. If events after `after` were deleted, the response is `events_expired`. Each 100 events of `limit` count as one read.",
    boundary: 'server',
    action: 'events.read',
    rate: 'reads',
    request: { query: eventQuery },
    answers: [json(200, 'A page of events.', eventPage)],
    errors: ['invalid_request', 'events_expired', ...readErrors],
    bodyLimitBytes: 0,
  },
  getMessage: {
    method: 'GET',
    path: '/v1/messages/{messageId}',
    operationId: 'getMessage',
    tag: 'Messages',
    summary: 'Read one message',
    description:
      "Returns the state, the charge, and the failure code of a message of the credential's app. Use it to follow the delivery.",
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { path: messagePath },
    answers: [json(200, 'The current state of the message.', messageShape)],
    errors: ['not_found', ...readErrors],
    bodyLimitBytes: 0,
  },
  listSandboxMessages: {
    method: 'GET',
    path: '/v1/test/messages',
    operationId: 'listSandboxMessages',
    tag: 'Messages',
    summary: 'List what the sandbox delivered',
    description:
      'Lists what the sandbox delivered for the app, newest first, with the texts and OTPs that recipients would read. Needs a credential of the test environment; a production credential gets `permission_denied`. The newest 1,000 messages of an app are kept for a day.',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: testMessagesQuery },
    answers: [json(200, 'A page of test messages, newest first.', testMessagePage)],
    errors: ['invalid_request', 'permission_denied', ...readErrors],
    bodyLimitBytes: 0,
  },
  checkCredential: {
    method: 'GET',
    path: '/v1/auth/check',
    operationId: 'checkCredential',
    tag: 'Credentials',
    summary: 'Show what the credential may do',
    description:
      'Returns the Organization, app, environment, actions and channels of the credential. Use it to check a configuration.',
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
    description: 'Returns the balance in the environment of the credential and one currency.',
    boundary: 'server',
    action: 'billing.read',
    rate: 'reads',
    request: { query: balanceQuery },
    answers: [json(200, 'The balance; all amounts are 0 for a currency without an account.', balance)],
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
      "Lists reservations, settlements and releases of the app's messages. The range must be within one UTC calendar month, span at most 31 days, and not end in the future.",
    boundary: 'server',
    action: 'usage.read',
    rate: 'reads',
    request: { query: usageQuery },
    answers: [json(200, 'A page of ledger entries.', usagePage)],
    errors: ['invalid_request', ...readErrors],
    bodyLimitBytes: 0,
  },
} as const satisfies Record<string, Route>

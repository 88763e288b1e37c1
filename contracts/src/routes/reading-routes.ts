import { messageShape } from '@postrider/core/messaging/operations/messages/shapes'
import { authCheck } from '../auth/auth-check.js'
import { balance, balanceQuery } from '../accounts/balances.js'
import { usagePage, usageQuery } from '../accounts/usage.js'
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
      'Tells whether a send went through, without sending again. Exactly one of the parameters must be given.',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: messageLookUpQuery },
    answers: [json(200, "The messages of the credential's app.", messageLookUp)],
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
      "The messages of the credential's app in its environment, newest first, without their recipients. A page may have fewer " +
      'messages than `limit`, even none, while there are more: only `nextCursor` says which is the last. Each 25 messages ' +
      'of `limit` count as one read.',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: messageListQuery },
    answers: [json(200, 'A page of messages.', messagePage)],
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
    answers: [json(200, 'The message as it stands.', messageShape)],
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
      'Only for credentials of the test environment; a credential of production gets `permission_denied`. Newest first, ' +
      'with the texts and one-time passcodes that recipients read. The newest 1,000 of an app are kept for a day.',
    boundary: 'server',
    action: 'messages.read',
    rate: 'reads',
    request: { query: testMessagesQuery },
    answers: [json(200, 'A page of test messages.', testMessagePage)],
    errors: ['invalid_request', 'permission_denied', ...readErrors],
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
} as const satisfies Record<string, Route>

import { controlAnswer, controlBody, controlErrors, controlPath } from './control-call.js'
import { OPERATION_BODY_BYTES, PUBLIC_BODY_BYTES } from './body-limit.js'
import { recoveryAnswer, recoveryRequest } from '../sessions/recovery.js'
import { session } from '../sessions/session.js'
import { refreshRequest, sessionRequest } from '../sessions/session-request.js'
import { signOutQuery } from '../sessions/sign-out.js'
import { bodyErrors, brokenHere, json, protectedErrors, replayHeader } from './answers.js'
import type { Route } from './route.js'

/** The routes for people: sessions, recovery, and control operations. */
export const peopleRoutes = {
  createSession: {
    method: 'POST',
    path: '/v1/sessions',
    operationId: 'createSession',
    tag: 'Sessions',
    summary: 'Sign in',
    description:
      "Returns the same error for a wrong address, a wrong password and a user who isn't active. After too many failures from an address or a client, it returns 429 for a while.",
    boundary: 'none',
    request: { body: sessionRequest },
    answers: [json(200, 'The session is created.', session)],
    errors: [
      ...bodyErrors,
      'invalid_credentials',
      'second_factor_required',
      'too_many_requests',
      ...brokenHere,
    ],
    bodyLimitBytes: PUBLIC_BODY_BYTES,
  },
  refreshSession: {
    method: 'POST',
    path: '/v1/sessions/refresh',
    operationId: 'refreshSession',
    tag: 'Sessions',
    summary: 'Renew a session',
    description:
      'Exchanges a refresh token for a new pair of tokens. A refresh token can be used once. A second use within 10 seconds returns the same new tokens; a later one ends the session.',
    boundary: 'none',
    request: { body: refreshRequest },
    answers: [json(200, 'The session is renewed; the previous refresh token is spent.', session)],
    errors: [...bodyErrors, 'unauthenticated', ...brokenHere],
    bodyLimitBytes: PUBLIC_BODY_BYTES,
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/sessions',
    operationId: 'endSession',
    tag: 'Sessions',
    summary: 'Sign out',
    description:
      'Ends the session of the access token, together with its refresh token. No host accepts either of them in requests that start after the response. A session that has already ended gets 401.',
    boundary: 'user',
    rate: 'control',
    request: { query: signOutQuery },
    answers: [{ status: 204, description: 'The session has ended.', contentTypes: [] }],
    errors: ['invalid_request', ...protectedErrors],
    bodyLimitBytes: 0,
  },
  recoverPassword: {
    method: 'POST',
    path: '/v1/password-recovery',
    operationId: 'recoverPassword',
    tag: 'Sessions',
    summary: 'Request a password reset link',
    description: 'Returns the same response whether or not the address is known.',
    boundary: 'none',
    request: { body: recoveryRequest },
    answers: [
      json(
        202,
        'The request is received. If the address is known, it gets an email with a link that works once, for 30 minutes.',
        recoveryAnswer,
      ),
    ],
    errors: [...bodyErrors, ...brokenHere],
    bodyLimitBytes: PUBLIC_BODY_BYTES,
  },
  runControlOperation: {
    method: 'POST',
    path: '/v1/control/{operation}',
    operationId: 'runControlOperation',
    tag: 'Account',
    summary: 'Run a Customer control operation',
    description:
      'Each operation has its own path and description; this one describes what they have in common.',
    boundary: 'user',
    rate: 'control',
    request: { path: controlPath, body: controlBody },
    answers: [json(200, 'The result of the operation, with `requestId`.', controlAnswer, replayHeader)],
    errors: controlErrors,
    bodyLimitBytes: OPERATION_BODY_BYTES,
  },
} as const satisfies Record<string, Route>

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
      'A wrong address, a wrong password and a user who is not active answer the same. Too many failures of an address ' +
      'or a client are answered 429 for a while.',
    boundary: 'none',
    request: { body: sessionRequest },
    answers: [json(200, 'Signed in.', session)],
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
      'A refresh token is used once. A second use within 10 seconds answers the same successor; any later one ends the ' +
      'session.',
    boundary: 'none',
    request: { body: refreshRequest },
    answers: [json(200, 'Renewed.', session)],
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
      'Ends the session of the access token, its refresh token with it; no request that begins after the answer is ' +
      'taken with either, by any host. What was signed out already is answered 401.',
    boundary: 'user',
    rate: 'control',
    request: { query: signOutQuery },
    answers: [{ status: 204, description: 'Signed out.', contentTypes: [] }],
    errors: ['invalid_request', ...protectedErrors],
    bodyLimitBytes: 0,
  },
  recoverPassword: {
    method: 'POST',
    path: '/v1/password-recovery',
    operationId: 'recoverPassword',
    tag: 'Sessions',
    summary: 'Ask for a link to choose a new password',
    description: 'Answers the same whether or not the address is known.',
    boundary: 'none',
    request: { body: recoveryRequest },
    answers: [
      json(202, 'Taken. A known address is sent a link that works once, for 30 minutes.', recoveryAnswer),
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
      'Each operation is described under a path of its own; this one tells what they have in common.',
    boundary: 'user',
    rate: 'control',
    request: { path: controlPath, body: controlBody },
    answers: [json(200, 'The result of the operation, with `requestId`.', controlAnswer, replayHeader)],
    errors: controlErrors,
    bodyLimitBytes: OPERATION_BODY_BYTES,
  },
} as const satisfies Record<string, Route>

import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { superAdminShape } from '../people/shapes.js'
import { currentPassword, newPassword, ownSessionShape, recoveryCodes, sessionId } from './shapes.js'

const OWN = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
} as const

/** People have it wherever they are signed in by a cookie. */
const OF_ANYBODY = { ...OWN, audiences: ['customerWebsite', 'adminConsole'] } as const

/** By what people come in: about the caller alone, and for people alone (docs/contract#admin-operations). */
export const accessOperations = operationsAbout('Access', {
  getOwnAccess: {
    ...OWN,
    summary: 'Show who is signed in, and what they may do',
    mutation: false,
    effect: 'reads',
    controls: [],
    request: readRequest({}, {}),
    result: readResult({ superAdmin: superAdminShape }, {}),
  },
  changePassword: {
    ...OF_ANYBODY,
    summary: 'Choose another password',
    description: 'It takes the present one. Every other session of the caller ends.',
    mutation: true,
    effect: 'changes',
    noStepUp: NO_STEP_UP.PROVED,
    controls: [],
    refusals: ['InvalidCredentials', 'TooManyRequests'],
    request: mutationRequest({ currentPassword, newPassword }, {}),
    result: mutationResult({}, {}),
  },
  listOwnSessions: {
    ...OF_ANYBODY,
    summary: 'List where the caller is signed in: over the API, at the website and at the console',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgain('act'),
    request: readRequest({}, {}),
    result: readResult({ sessions: list(ownSessionShape) }, {}),
  },
  endOwnSession: {
    ...OF_ANYBODY,
    summary: 'End one of the caller’s sessions',
    description: 'It takes the password. The present one too: that is to sign out.',
    mutation: true,
    effect: 'ends',
    noStepUp: NO_STEP_UP.PROVED,
    controls: [],
    refusals: ['NotFound', 'InvalidCredentials', 'TooManyRequests'],
    request: mutationRequest({ sessionId, currentPassword }, {}),
    result: mutationResult({}, {}),
  },
  endOwnSessions: {
    ...OF_ANYBODY,
    summary: 'Sign the caller out everywhere',
    description: 'It takes the password. The present session ends too.',
    mutation: true,
    effect: 'ends',
    noStepUp: NO_STEP_UP.PROVED,
    controls: [],
    refusals: ['InvalidCredentials', 'TooManyRequests'],
    request: mutationRequest({ currentPassword }, {}),
    result: mutationResult({ ended: integer({ min: 0, description: 'How many sessions ended.' }) }, {}),
  },
  renewRecoveryCodes: {
    ...OWN,
    stepUp: true,
    summary: 'Replace the caller’s recovery codes by ten new ones',
    description: 'The old ones work no more. The new ones are shown once.',
    mutation: true,
    effect: 'ends',
    controls: ['reason'],
    request: mutationRequest({ reason }, {}),
    result: mutationResult({ recoveryCodes }, {}),
  },
} as const satisfies Entries)

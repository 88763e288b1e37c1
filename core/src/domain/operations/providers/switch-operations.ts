import { integer } from '../../codecs/integer.js'
import { list } from '../../codecs/list.js'
import { defaulted } from '../../codecs/defaulted.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, readRequest, readResult } from '../entries/request.js'
import { blockedDestinationShape, breakerPrefix, destinationPrefix, prefixBlockShape } from './shapes.js'
import { appId } from '../fields/places.js'
import { appShape } from '../apps/shapes.js'
import { reason } from '../fields/written-texts.js'

const BREAK_GLASS = {
  subject: 'Providers',
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.providers',
  whileSuspended: true,
  mutation: true,
  controls: ['reason'],
  refusals: ['NotFound'],
} as const

const APP = {
  ...BREAK_GLASS,
  request: mutationRequest({ appId, reason }, {}),
  result: mutationResult({ app: appShape }, {}),
} as const

const DESTINATION = {
  ...BREAK_GLASS,
  request: mutationRequest({ prefix: destinationPrefix, reason }, {}),
  result: mutationResult({ destination: blockedDestinationShape }, {}),
} as const

/** What stops messages at once, and what takes it back: for people alone (docs/contract#kill-switches). */
export const adminSwitchOperations = {
  stopApp: {
    ...APP,
    summary: 'Stop an app',
    description: 'Its sends are refused, and what no provider has taken yet is cancelled.',
  },
  resumeApp: {
    ...APP,
    summary: 'Let a stopped app send again',
    description: 'What was cancelled stays so.',
  },
  blockDestination: {
    ...DESTINATION,
    summary: 'Send nothing to numbers that begin so',
    description: 'Sends to them are refused, and what no provider has taken yet is cancelled.',
  },
  unblockDestination: {
    ...DESTINATION,
    summary: 'Send to numbers that begin so again',
    description: 'What was cancelled stays so.',
  },
  listPrefixBlocks: {
    ...BREAK_GLASS,
    summary: 'List what the toll-fraud breaker blocks',
    description: 'Newest first.',
    mutation: false,
    controls: [],
    refusals: [],
    request: readRequest({ limit: defaulted(integer({ min: 1, max: 100 }), 100) }, {}),
    result: readResult({ prefixBlocks: list(prefixBlockShape) }, {}),
  },
  liftPrefixBlock: {
    ...BREAK_GLASS,
    summary: 'Lift a block of the toll-fraud breaker',
    description: 'What was sent before counts no more.',
    request: mutationRequest({ appId, prefix: breakerPrefix, reason }, {}),
    result: mutationResult({ prefixBlock: prefixBlockShape }, {}),
  },
} as const satisfies Record<string, Operation>

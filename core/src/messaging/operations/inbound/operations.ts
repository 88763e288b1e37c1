import { list } from '../../../kernel/codecs/list.js'
import { runAgain, runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { inboundId, inboundShape, inboundState, receivedShape } from './shapes.js'

const CONSOLE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

/** Of an Organization's own people, who sit at the website. */
const WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'messages.read',
  whileSuspended: true,
} as const

/** What people write to senders (docs/contract#inbound-messages). */
export const inboundOperations = operationsAbout('Inbound', {
  listInboundMessages: {
    ...CONSOLE,
    summary: 'List what people wrote to senders',
    description: 'The newest first, of 90 days; who wrote is masked.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgainForAll('inbound'),
    request: pageRequest({}, { organizationId, state: inboundState }),
    result: pageResult({ messages: list(inboundShape) }),
  },
  listReceivedMessages: {
    ...WEBSITE,
    summary: 'List what people wrote to the senders of an Organization',
    description: 'The newest first, of 90 days; who wrote is masked.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgain('inbound'),
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ messages: list(receivedShape) }),
  },
  assignInboundMessage: {
    ...CONSOLE,
    summary: 'Say whose a message is that somebody wrote',
    description: 'One that is unassigned; what its writer wants is done then.',
    mutation: true,
    effect: 'changes',
    noStepUp: NO_STEP_UP.MESSAGES,
    controls: ['reason'],
    refusals: ['Conflict', 'NotFound'],
    request: mutationRequest({ inboundId, organizationId, reason }, {}),
    result: mutationResult({ message: inboundShape }, {}),
  },
} as const satisfies Entries)

import { list } from '../../codecs/list.js'
import { runAgainForAll } from '../entries/live-readings.js'
import { type Entries, operationsAbout } from '../entries/operation.js'
import { mutationRequest, mutationResult, pageRequest, pageResult } from '../entries/request.js'
import { organizationId } from '../fields/tenancy.js'
import { reason } from '../fields/written-texts.js'
import { inboundId, inboundShape, inboundState } from './shapes.js'

const CONSOLE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

/** What people write to senders (docs/contract#inbound-messages). */
export const inboundOperations = operationsAbout('Inbound', {
  listInboundMessages: {
    ...CONSOLE,
    summary: 'List what people wrote to senders',
    description: 'The newest first, of 90 days; who wrote is masked.',
    mutation: false,
    controls: [],
    live: runAgainForAll('inbound'),
    request: pageRequest({}, { organizationId, state: inboundState }),
    result: pageResult({ messages: list(inboundShape) }),
  },
  assignInboundMessage: {
    ...CONSOLE,
    summary: 'Say whose a message is that somebody wrote',
    description: 'One that is unassigned; what its writer wants is done then.',
    mutation: true,
    controls: ['reason'],
    refusals: ['Conflict', 'NotFound'],
    request: mutationRequest({ inboundId, organizationId, reason }, {}),
    result: mutationResult({ message: inboundShape }, {}),
  },
} as const satisfies Entries)

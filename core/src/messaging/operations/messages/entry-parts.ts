import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { FAILURE_CODES, MESSAGE_STATES } from '../../../kernel/messages/message-state.js'
import { from, to } from '../../../runner/domain/fields/epoch-bounds.js'
import { appId, environment } from '../../../runner/domain/fields/tenancy.js'

export const MESSAGES_READING = {
  tenant: 'none',
  permission: 'admin.messages',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const
export const MESSAGE_DECISION = {
  tenant: 'none',
  permission: 'admin.messages',
  mutation: true,
  whileSuspended: true,
  refusals: ['Conflict', 'NotFound'],
} as const
export const MESSAGES_EVERYWHERE = { audiences: ['adminConsole', 'adminAgent'], keyKinds: ['admin'] } as const
export const MESSAGES_CONSOLE = { audiences: ['adminConsole'], keyKinds: [] } as const

/** For an Organization's members at the website. */
export const MESSAGES_WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'messages.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** Filters for an Organization's messages. */
export const HISTORY_FILTERS = {
  appId,
  channel: literalUnion(CHANNEL_NAMES, {
    description: 'Returns only messages of this channel. Default: all channels.',
  }),
  state: literalUnion(MESSAGE_STATES, {
    description: 'Returns only messages that are in this state now. Default: all states.',
  }),
  failureCode: literalUnion(FAILURE_CODES, {
    description: 'Returns only messages with this failure code. Default: all messages.',
  }),
  environment,
  from,
  to,
} as const

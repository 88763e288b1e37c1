import type { Channel } from '@postrider/core/channels/channels'
import type { MessageState } from '@postrider/core/kernel/messages/message-state'

/** The states that a list can be filtered by, in the order of a message's life. */
export const STATES_SHOWN = [
  'ACCEPTED',
  'SUBMITTED',
  'UNCONFIRMED',
  'DELIVERED',
  'READ',
  'UNDELIVERED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
] as const satisfies readonly MessageState[]

/** The channels that a list can be filtered by. */
export const CHANNELS_SHOWN = ['sms', 'whatsapp', 'email'] as const satisfies readonly Channel[]

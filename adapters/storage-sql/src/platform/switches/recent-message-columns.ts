import { messages } from '../../messaging/messages/table.js'

/** What of a message that was accepted says whether a switch would hit its like. */
export const recentMessageColumns = messages.pick(
  'organizationId',
  'appId',
  'environment',
  'channel',
  'to',
  'charge',
  'acceptedAtMs',
)

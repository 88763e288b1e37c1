import { messages } from '../../messaging/messages/table.js'

/** The properties of an accepted message that show whether a switch would affect similar ones. */
export const recentMessageColumns = messages.pick(
  'organizationId',
  'appId',
  'environment',
  'channel',
  'to',
  'charge',
  'acceptedAtMs',
)

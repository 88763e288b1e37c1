import { type Refusal, refusalSaying } from './refusal.js'

/** The credential lacks an action; the message names it. */
export const actionNotGranted = (action: string): Refusal =>
  refusalSaying('ActionNotGranted', `The credential doesn't grant the action ${action}.`)

/** Events after the position were deleted; the message has the oldest sequence that is kept. */
export const eventsExpired = (oldest: number): Refusal => ({
  _tag: 'EventsExpired',
  fields: [
    {
      location: 'query',
      field: '/after',
      code: 'too_small',
      message: `Events up to ${oldest - 1} were deleted. The oldest available sequence is ${oldest}.`,
    },
  ],
  message: `The oldest available sequence is ${oldest}. Continue with \`after=${oldest - 1}\`.`,
})

/** The app restricts IP addresses, and the caller's isn't one of them. */
export const addressNotAllowed: Refusal = refusalSaying(
  'ActionNotGranted',
  "The app doesn't allow requests from this IP address.",
)

/** The credential lacks a channel; the message names it. */
export const channelNotGranted = (channel: string): Refusal =>
  refusalSaying('ChannelNotGranted', `The credential doesn't grant the channel ${channel}.`)

/** The caller lacks a permission; the message names it. */
export const lacksPermission = (permission: string): Refusal =>
  refusalSaying('PermissionDenied', `This needs the permission ${permission}.`)

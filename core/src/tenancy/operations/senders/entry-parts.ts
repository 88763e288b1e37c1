import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { configuredChannel } from '../apps/configuration-shapes.js'

/** For operations of super admins in person on senders and on the rules for them. */
export const SENDERS_ADMIN = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.providers',
  whileSuspended: true,
  controls: [],
} as const

/** For changes of an app's senders. */
export const SENDER_CHANGE = {
  ...SENDERS_ADMIN,
  mutation: true,
  effect: 'changes',
  stepUp: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
} as const

/** The app's channel that is changed, and the version of its configuration. */
export const senderChangeFields = {
  organizationId,
  appId,
  channel: configuredChannel,
  version,
  reason,
} as const

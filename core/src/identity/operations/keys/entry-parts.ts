import { flag } from '../../../kernel/codecs/flag.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { name } from '../../../runner/domain/fields/written-texts.js'

export const KEYS_INTERACTIVE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.agentKeys',
  whileSuspended: true,
} as const

export const AGENT_KEYS = {
  ...KEYS_INTERACTIVE,
  mutation: true,
  controls: ['reason'],
  stepUp: true,
} as const

/** For customers who manage the keys of their Organization (docs/api/access#agent-keys). */
export const CUSTOMERS_OWN_KEYS = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'agentKeys.manage',
  mutation: true,
  controls: ['reason'],
} as const

export const keyLabel = name('Purpose of the key, for people.', 'nightly report')

/** The lifetime of a key; a bootstrap key always lasts a day. */
export const KEY_LIFE = {
  expiresAt: timestamp('Time at which the key expires. Default: a year from now.'),
  acknowledgeNeverExpires: flag({
    description: '`true` creates a key that never expires. Default: the key expires.',
  }),
} as const

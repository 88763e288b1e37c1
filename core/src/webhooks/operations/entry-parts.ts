import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'

/** For people who manage the endpoints of apps. */
export const ENDPOINTS = {
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'apps.manage',
} as const

/** For Agents too. They read deliveries with listWebhookDeliveries, because each tool makes their list longer. */
export const ENDPOINTS_AGENTS_TOO = {
  ...ENDPOINTS,
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
} as const

/** For super admins in person, over all Organizations. */
export const ENDPOINTS_EVERYWHERE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

export const oneAppOf = { organizationId, appId } as const

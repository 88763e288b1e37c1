export const MONEY = {
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'billing.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** For super admins' operations on an Organization's money. */
const ADMIN = {
  tenant: 'none',
  permission: 'admin.billing',
  whileSuspended: true,
} as const

export const MONEY_PERSON = { ...ADMIN, audiences: ['adminConsole'], keyKinds: [] } as const
export const MONEY_AGENTS_TOO = {
  ...ADMIN,
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
} as const

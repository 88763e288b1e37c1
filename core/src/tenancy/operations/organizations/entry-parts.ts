export const ORGANIZATIONS_ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.organizations',
  whileSuspended: true,
  controls: [],
} as const

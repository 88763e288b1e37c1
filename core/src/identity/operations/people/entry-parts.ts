export const PEOPLE_INTERACTIVE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.users',
  whileSuspended: true,
} as const

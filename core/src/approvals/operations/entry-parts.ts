export const APPROVALS_ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
} as const

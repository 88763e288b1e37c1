export const SUPPRESSION_OPERATORS = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

export const INBOUND_CONSOLE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

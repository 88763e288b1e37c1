export const BULK = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  mutation: true,
  whileSuspended: true,
  controls: ['reason'],
  refusals: ['Conflict', 'NotFound'],
} as const

export const PRICING = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.pricing',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

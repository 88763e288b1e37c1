export const PROVIDERS_ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.providers',
  whileSuspended: true,
  controls: [],
} as const

/** What only a person with a proved identity does. */
export const PROVIDERS_INTERACTIVE = {
  ...PROVIDERS_ADMIN,
  audiences: ['adminConsole'],
  keyKinds: [],
} as const

/** What stops messages at once, and takes it back: for people alone (docs/contract#kill-switches). */
export const BREAK_GLASS = {
  ...PROVIDERS_INTERACTIVE,
  mutation: true,
  controls: ['reason'],
  refusals: ['NotFound'],
} as const

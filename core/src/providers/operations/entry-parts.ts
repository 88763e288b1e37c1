export const PROVIDERS_ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.providers',
  whileSuspended: true,
  controls: [],
} as const

/** For operations that only a person with a proved identity may perform. */
export const PROVIDERS_INTERACTIVE = {
  ...PROVIDERS_ADMIN,
  audiences: ['adminConsole'],
  keyKinds: [],
} as const

/** For emergency stops and undoing them: only for people (docs/api/admin#emergency-stops). */
export const BREAK_GLASS = {
  ...PROVIDERS_INTERACTIVE,
  mutation: true,
  controls: ['reason'],
  refusals: ['NotFound'],
} as const

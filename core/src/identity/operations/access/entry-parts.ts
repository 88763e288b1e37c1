export const OWN_ACCESS = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
} as const

/** People have it wherever they are signed in by a cookie. */
export const ACCESS_OF_ANYBODY = { ...OWN_ACCESS, audiences: ['customerWebsite', 'adminConsole'] } as const

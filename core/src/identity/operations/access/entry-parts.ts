export const OWN_ACCESS = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
} as const

/** For people who are signed in with a cookie, at the website or the console. */
export const ACCESS_OF_ANYBODY = { ...OWN_ACCESS, audiences: ['customerWebsite', 'adminConsole'] } as const

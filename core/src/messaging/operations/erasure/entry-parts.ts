/** For the owners of an Organization. */
export const ERASURE_WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'organization.manage',
  whileSuspended: true,
} as const

/** For super admins in person. */
export const ERASURE_CONSOLE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

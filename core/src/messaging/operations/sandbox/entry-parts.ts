/** For people who could create a credential of the app, which reads the same. */
export const SANDBOX_WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'credentials.manage',
  whileSuspended: true,
  controls: [],
  refusals: ['NotFound'],
} as const

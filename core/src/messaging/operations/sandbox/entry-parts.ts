/** For people who can create a credential of the app, because the credential can read the same data. */
export const SANDBOX_WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'credentials.manage',
  whileSuspended: true,
  controls: [],
  refusals: ['NotFound'],
} as const

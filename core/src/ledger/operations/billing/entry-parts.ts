/** What customers' people look at in the website (docs/contract#website-operations). */
export const BILLING_READING = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'billing.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/**
 * For read operations of an Organization's members at the website (docs/api/operations#website-operations).
 */
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

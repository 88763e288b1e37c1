/**
 * The steps from an empty Organization to a message that the sandbox delivered
 * (docs/api/sandbox#start-checklist).
 */
export const START_STEPS = [
  'organization',
  'project',
  'app',
  'prepared',
  'template',
  'credential',
  'accepted',
  'delivered',
] as const

/** The items that the platform may lack for a first message; customers can't provide them. */
export const WANTS = [
  'sandbox_account',
  'starter_templates',
  'list_price',
  'entitlement',
  'test_credit',
] as const

/** The side that completes a step: the Organization's own people, or the super admins. */
export const GIVERS = ['customer', 'operator'] as const

/** The further steps to production (docs/api/sandbox#production-checklist). */
export const PRODUCTION_STEPS = [
  'project',
  'app',
  'billing_profile',
  'entitlement',
  'sender',
  'template',
  'price',
  'money',
] as const

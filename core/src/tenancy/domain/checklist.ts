/** The steps from an empty Organization to a message that the sandbox delivered (docs/contract#start-checklist). */
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

/** What the platform may lack for a first message, which no customer can give. */
export const WANTS = [
  'sandbox_account',
  'starter_templates',
  'list_price',
  'entitlement',
  'test_credit',
] as const

/** Who gives something: the Organization's own people, or the operators of the platform. */
export const GIVERS = ['customer', 'operator'] as const

/** The steps from there to production (docs/contract#production-checklist). */
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

import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import type { OperationName, OPERATIONS } from '@postrider/core/assembly/registry'

/** All kinds of callers of an Agent operation, named by what is special about the key or its sponsor. */
export const KEY_HOLDERS = [
  'nobody',
  'a malformed key',
  'an unknown key',
  'a server credential',
  'an access token',
  'a revoked key',
  'an expired key',
  'a bootstrap key',
  'a bootstrap key that was spent',
  'a key without the operation',
  'a key of another Organization',
  'a key of an owner',
  'a key of an admin',
  'a key of a developer',
  'a key of a billing member',
  'a key of a viewer',
  'a key of a user who was disabled a moment ago',
  'a key of a member who left a moment ago',
  'a key of an admin who became a viewer a moment ago',
  'a key of the owner of a suspended Organization',
] as const

export type KeyHolder = (typeof KEY_HOLDERS)[number]

type Expected = 200 | ErrorCode

type Row = Readonly<Record<KeyHolder, Expected>>

type Audience<K extends OperationName> = (typeof OPERATIONS)[K]['audiences'][number]

/** The operations that customer Agents call. */
export type AgentOperation = {
  [K in OperationName]: 'customerAgent' extends Audience<K> ? K : never
}[OperationName]

const strangers = {
  nobody: 'unauthenticated',
  'a malformed key': 'unauthenticated',
  'an unknown key': 'unauthenticated',
  'a server credential': 'unauthenticated',
  'an access token': 'unauthenticated',
  'a revoked key': 'unauthenticated',
  'an expired key': 'unauthenticated',
} as const

type RoleName = 'owner' | 'admin' | 'developer' | 'billing' | 'viewer'

/** Keys of members with these roles. For a key of another organization, the record doesn't exist. */
const roles = (...allowed: readonly RoleName[]): Row => {
  const of = (role: RoleName): Expected => (allowed.includes(role) ? 200 : 'permission_denied')
  return {
    ...strangers,
    'a bootstrap key': 'operation_not_allowed',
    'a bootstrap key that was spent': 'operation_not_allowed',
    'a key without the operation': 'operation_not_allowed',
    'a key of another Organization': 'not_found',
    'a key of an owner': of('owner'),
    'a key of an admin': of('admin'),
    'a key of a developer': of('developer'),
    'a key of a billing member': of('billing'),
    'a key of a viewer': of('viewer'),
    'a key of a user who was disabled a moment ago': 'permission_denied',
    'a key of a member who left a moment ago': 'permission_denied',
    'a key of an admin who became a viewer a moment ago': of('viewer'),
    'a key of the owner of a suspended Organization': of('owner'),
  }
}

const notWhileSuspended = (row: Row): Row => ({
  ...row,
  'a key of the owner of a suspended Organization': 'organization_suspended',
})

const everyRole = roles('owner', 'admin', 'developer', 'billing', 'viewer')
const helped = roles('owner', 'admin', 'developer', 'billing')
const building = roles('owner', 'admin', 'developer')

/** Operations for bootstrap keys only. */
const bootstrap: Row = {
  ...strangers,
  'a bootstrap key': 200,
  'a bootstrap key that was spent': 'unauthenticated',
  'a key without the operation': 'operation_not_allowed',
  'a key of another Organization': 'operation_not_allowed',
  'a key of an owner': 'operation_not_allowed',
  'a key of an admin': 'operation_not_allowed',
  'a key of a developer': 'operation_not_allowed',
  'a key of a billing member': 'operation_not_allowed',
  'a key of a viewer': 'operation_not_allowed',
  'a key of a user who was disabled a moment ago': 'operation_not_allowed',
  'a key of a member who left a moment ago': 'operation_not_allowed',
  'a key of an admin who became a viewer a moment ago': 'operation_not_allowed',
  'a key of the owner of a suspended Organization': 'operation_not_allowed',
}

/**
 * Every operation of customer Agents against every key, for records of the first tenant; only the key of a
 * suspended organization asks for its own. Written manually from docs/api/operations#agent-operations. An
 * operation without a row does not compile, and neither does a row without a cell.
 */
export const AGENT_MATRIX: Readonly<Record<AgentOperation, Row>> = {
  createOrganization: bootstrap,
  // It returns only the caller's own data.
  getCustomerContext: { ...everyRole, 'a key of another Organization': 200 },
  createCustomerBrand: notWhileSuspended(building),
  createProject: notWhileSuspended(building),
  registerApp: notWhileSuspended(building),
  saveCustomerTemplateDraft: notWhileSuspended(building),
  submitCustomerTemplateDraftForReview: notWhileSuspended(building),
  listCustomerTemplateDrafts: building,
  listCustomerMessageTemplates: building,
  saveCustomerAppBillingProfile: notWhileSuspended(roles('owner', 'admin', 'billing')),
  listOrganizationMembers: everyRole,
  listOrganizationBudgets: roles('owner', 'admin', 'billing', 'viewer'),
  saveOrganizationBudget: roles('owner', 'admin', 'billing'),
  createServerCredential: notWhileSuspended(roles('owner', 'admin', 'developer')),
  listServerCredentials: roles('owner', 'admin', 'developer'),
  createWebhookEndpoint: notWhileSuspended(building),
  listWebhookEndpoints: building,
  updateWebhookEndpoint: notWhileSuspended(building),
  rotateWebhookSecret: notWhileSuspended(building),
  disableWebhookEndpoint: building,
  enableWebhookEndpoint: notWhileSuspended(building),
  deleteWebhookEndpoint: building,
  sendTestEvent: notWhileSuspended(building),
  listWebhookDeliveries: building,
  replayWebhookEvents: notWhileSuspended(building),
  getCustomerBalance: roles('owner', 'admin', 'billing', 'viewer'),
  listCustomerBillingActivity: roles('owner', 'admin', 'billing', 'viewer'),
  listCustomerMessageHistory: roles('owner', 'admin', 'developer', 'viewer'),
  recordConsent: building,
  listOrganizationConsents: roles('owner', 'admin', 'developer', 'viewer'),
  createSupportTicket: helped,
  listCustomerSupportTickets: helped,
  getCustomerSupportTicket: helped,
  appendCustomerSupportReply: helped,
}

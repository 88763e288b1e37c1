import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import type { OperationName, OPERATIONS } from '@postrider/core/assembly/registry'

/** All kinds of callers of a control operation, named by what is special about them. */
export const CALLERS = [
  'nobody',
  'a malformed bearer',
  'an unknown access token',
  'a server credential',
  'an Agent key',
  'a refresh token',
  'an expired session',
  'an ended session',
  'a disabled user',
  'a user without any Organization',
  'an owner',
  'an admin',
  'a developer',
  'a billing member',
  'a viewer',
  'an owner of another Organization',
  'a member who was revoked a moment ago',
  'an admin who became a viewer a moment ago',
  'the owner of a suspended Organization',
] as const

export type CallerKind = (typeof CALLERS)[number]

/** The expected response of a cell: 200, or an error code. */
export type Expected = 200 | ErrorCode

type Row = Readonly<Record<CallerKind, Expected>>

type Audience<K extends OperationName> = (typeof OPERATIONS)[K]['audiences'][number]

/** The operations that people call. */
export type ControlOperation = {
  [K in OperationName]: 'customerControl' extends Audience<K> ? K : never
}[OperationName]

const strangers = {
  nobody: 'unauthenticated',
  'a malformed bearer': 'unauthenticated',
  'an unknown access token': 'unauthenticated',
  'a server credential': 'unauthenticated',
  'an Agent key': 'unauthenticated',
  'a refresh token': 'unauthenticated',
  'an expired session': 'unauthenticated',
  'an ended session': 'unauthenticated',
  'a disabled user': 'unauthenticated',
} as const

/** Everyone who is signed in. */
const signedIn: Row = {
  ...strangers,
  'a user without any Organization': 200,
  'an owner': 200,
  'an admin': 200,
  'a developer': 200,
  'a billing member': 200,
  'a viewer': 200,
  'an owner of another Organization': 200,
  'a member who was revoked a moment ago': 200,
  'an admin who became a viewer a moment ago': 200,
  'the owner of a suspended Organization': 200,
}

type RoleName = 'owner' | 'admin' | 'developer' | 'billing' | 'viewer'

/**
 * Members with these roles, including members of a suspended organization. For others, the record doesn't
 * exist.
 */
const roles = (...allowed: readonly RoleName[]): Row => {
  const as = (role: RoleName): Expected => (allowed.includes(role) ? 200 : 'permission_denied')
  return {
    ...strangers,
    'a user without any Organization': 'not_found',
    'an owner': as('owner'),
    'an admin': as('admin'),
    'a developer': as('developer'),
    'a billing member': as('billing'),
    'a viewer': as('viewer'),
    'an owner of another Organization': 'not_found',
    'a member who was revoked a moment ago': 'not_found',
    'an admin who became a viewer a moment ago': as('viewer'),
    'the owner of a suspended Organization': as('owner'),
  }
}

/** Operations that require an active organization. */
const notWhileSuspended = (row: Row): Row => ({
  ...row,
  'the owner of a suspended Organization': 'organization_suspended',
})

/**
 * Every control operation against every caller, for records of the first tenant; only the owner of a
 * suspended organization asks for their own. Written manually from docs/api/operations#control-operations. An
 * operation without a row does not compile, and neither does a row without a cell.
 */
export const CONTROL_MATRIX: Readonly<Record<ControlOperation, Row>> = {
  getCustomerContext: signedIn,
  getPlatformConfig: signedIn,
  getClientReleasePolicy: signedIn,
  createOrganization: signedIn,
  // The invitation is for another person.
  acceptOrganizationInvitation: { ...signedIn, 'an owner of another Organization': 'not_found' },
  listOrganizationMembers: roles('owner', 'admin', 'developer', 'billing', 'viewer'),
  inviteOrganizationMember: notWhileSuspended(roles('owner', 'admin')),
  revokeOrganizationMember: roles('owner', 'admin'),
  registerApp: notWhileSuspended(roles('owner', 'admin', 'developer')),
  disableApp: roles('owner', 'admin', 'developer'),
  enableApp: notWhileSuspended(roles('owner', 'admin', 'developer')),
  createServerCredential: notWhileSuspended(roles('owner', 'admin', 'developer')),
  listServerCredentials: roles('owner', 'admin', 'developer'),
  rotateServerCredential: notWhileSuspended(roles('owner', 'admin', 'developer')),
  revokeServerCredential: roles('owner', 'admin', 'developer'),
  createWebhookEndpoint: notWhileSuspended(roles('owner', 'admin', 'developer')),
  listWebhookEndpoints: roles('owner', 'admin', 'developer'),
  updateWebhookEndpoint: notWhileSuspended(roles('owner', 'admin', 'developer')),
  rotateWebhookSecret: notWhileSuspended(roles('owner', 'admin', 'developer')),
  disableWebhookEndpoint: roles('owner', 'admin', 'developer'),
  enableWebhookEndpoint: notWhileSuspended(roles('owner', 'admin', 'developer')),
  deleteWebhookEndpoint: roles('owner', 'admin', 'developer'),
  sendTestEvent: notWhileSuspended(roles('owner', 'admin', 'developer')),
  listWebhookDeliveries: roles('owner', 'admin', 'developer'),
  getWebhookDelivery: roles('owner', 'admin', 'developer'),
  replayWebhookEvents: notWhileSuspended(roles('owner', 'admin', 'developer')),
  getCustomerBalance: roles('owner', 'admin', 'billing', 'viewer'),
  listCustomerBillingActivity: roles('owner', 'admin', 'billing', 'viewer'),
  listOrganizationBudgets: roles('owner', 'admin', 'billing', 'viewer'),
  saveOrganizationBudget: roles('owner', 'admin', 'billing'),
  deleteOrganizationBudget: roles('owner', 'admin', 'billing'),
  getBalanceAlert: roles('owner', 'admin', 'billing', 'viewer'),
  setBalanceAlert: roles('owner', 'admin', 'billing'),
  listCustomerMessageHistory: roles('owner', 'admin', 'developer', 'viewer'),
  cancelMessage: roles('owner', 'admin', 'developer'),
  replyToTestMessage: roles('owner', 'admin', 'developer'),
  createChatRequest: roles('owner', 'admin', 'developer', 'billing'),
  sendChatMessage: roles('owner', 'admin', 'developer', 'billing'),
  listChatMessages: roles('owner', 'admin', 'developer', 'billing'),
  closeChat: roles('owner', 'admin', 'developer', 'billing'),
  escalateChatToTicket: roles('owner', 'admin', 'developer', 'billing'),
  createSupportTicket: roles('owner', 'admin', 'developer', 'billing'),
  listCustomerSupportTickets: roles('owner', 'admin', 'developer', 'billing'),
  getCustomerSupportTicket: roles('owner', 'admin', 'developer', 'billing'),
  appendCustomerSupportReply: roles('owner', 'admin', 'developer', 'billing'),
  generateAttachmentUploadUrl: roles('owner', 'admin', 'developer', 'billing'),
  registerTicketAttachment: roles('owner', 'admin', 'developer', 'billing'),
  getTicketAttachmentDownloadUrl: roles('owner', 'admin', 'developer', 'billing'),
}

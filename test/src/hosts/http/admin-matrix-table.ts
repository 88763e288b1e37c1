import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import type { OperationName, OPERATIONS } from '@postrider/core/assembly/registry'
import { ADMIN_PERMISSIONS, type AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { ERASURE_CASES } from './admin-erasure-cases.js'
import { MESSAGE_CASES } from './admin-message-cases.js'
import { SENDER_CASES } from './admin-sender-cases.js'
import type { AdminKeyHolder, OperatorHolder } from './admin-callers.js'

type Audience<K extends OperationName> = (typeof OPERATIONS)[K]['audiences'][number]

/** The operations of super admins. */
export type AdminOperation = {
  [K in OperationName]: 'adminConsole' extends Audience<K> ? K : never
}[OperationName]

export type Heard = 200 | ErrorCode

/** A call that all callers make, and the expected response for allowed ones. */
export interface AdminCase {
  /** The required permission. Any one of several is enough; an empty list requires only a super admin. */
  readonly permission: AdminPermission | readonly AdminPermission[]
  /** `person`: only people in a session, never keys. */
  readonly by: 'agents too' | 'person'
  /** Whether a recently confirmed second factor is required. */
  readonly isDangerous?: true
  readonly body: object
  readonly heard: Heard
}

const reason = 'For the matrix.'
const nobodys = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`

const fourEyed = { by: 'agents too', isDangerous: true } as const
const deciding = ['admin.users', 'admin.pricing', 'admin.billing'] as const
const money = { organizationId: nobodys('org'), currency: 'INR', amountMinor: 1, reason }
const price = {
  organizationId: nobodys('org'),
  channel: 'email',
  destinationPrefix: '*',
  currency: 'INR',
  unitAmountMinor: 1,
  effectiveFrom: '2100-01-01T00:00:00.000Z',
  reason,
}
/** A prefix that the matrix blocks before it starts. */
export const BLOCKED_PREFIX = '+999'

const organizationId = nobodys('org')
const switched = { organizationId, version: 1, reason }
const organizations = { permission: 'admin.organizations', by: 'agents too' } as const
const providers = { permission: 'admin.providers', by: 'agents too' } as const
const glass = { permission: 'admin.providers', by: 'person', heard: 'not_found' } as const
const account = { providerAccountId: nobodys('pac'), version: 1, reason }
const support = { permission: 'admin.support', by: 'agents too' } as const
const own = { permission: [], by: 'person' } as const
const talk = { permission: 'admin.support', by: 'person', heard: 'not_found' } as const
const byPerson = { permission: 'admin.messages', by: 'person' } as const
const people = { permission: 'admin.users', by: 'person' } as const
const [user, wrong] = [{ userId: nobodys('usr'), version: 1, reason }, { currentPassword: 'wrong' }]
const template = { permission: 'admin.templates.review', by: 'person' } as const
const review = { ...template, isDangerous: true } as const
const starter = { name: 'matrix', language: 'en', content: { text: 'Hello.' } }
const version = { draftId: nobodys('tpl'), version: 1, reason }

const key = { permission: 'admin.agentKeys', by: 'person', isDangerous: true } as const

const newKey = { label: 'matrix', reason }
const billing = { permission: 'admin.billing' } as const

/**
 * A call of every super admin operation that changes nothing: the records that it names don't exist. Written
 * manually from docs/api/admin; an operation without a case does not compile.
 */
export const ADMIN_CASES: Readonly<Record<AdminOperation, AdminCase>> = {
  createAgentKey: {
    ...key,
    body: {
      kind: 'bootstrap',
      sponsorEmail: 'nobody@example.com',
      allowlist: ['createOrganization'],
      ...newKey,
    },
    heard: 'not_found',
  },
  createAdminAgentKey: { ...key, body: { ...newKey, allowlist: ['nothing'] }, heard: 'invalid_request' },
  rotateAgentKey: { ...key, body: { agentKeyId: nobodys('agk'), reason }, heard: 'not_found' },
  revokeAgentKey: { ...key, body: { agentKeyId: nobodys('agk'), reason }, heard: 'not_found' },
  getOverview: { permission: ADMIN_PERMISSIONS, by: 'agents too', body: {}, heard: 200 },
  getRestoration: { permission: 'admin.users', by: 'person', body: {}, heard: 200 },
  releaseRestoredMessages: {
    permission: 'admin.messages',
    by: 'person',
    isDangerous: true,
    body: { decision: 'send', messageIds: [nobodys('msg')], reason },
    heard: 200,
  },
  endRestoration: {
    permission: 'admin.users',
    by: 'person',
    isDangerous: true,
    body: { rightsVersion: '0'.repeat(32), reason },
    heard: 'conflict',
  },
  listDriftingAccounts: { ...billing, by: 'person', body: {}, heard: 200 },
  runReconciliation: {
    ...billing,
    by: 'agents too',
    body: { organizationId: nobodys('org'), reason },
    heard: 'not_found',
  },
  restoreAccountFigures: {
    ...billing,
    by: 'person',
    isDangerous: true,
    body: { organizationId: nobodys('org'), currency: 'INR', version: 1, reason },
    heard: 'not_found',
  },
  listPriceVersions: { permission: 'admin.pricing', by: 'agents too', body: {}, heard: 200 },
  previewPrice: {
    permission: 'admin.pricing',
    by: 'person',
    body: {
      organizationId: null,
      channel: 'email',
      destinationPrefix: '*',
      currency: 'INR',
      unitAmountMinor: 1,
    },
    heard: 200,
  },
  proposePriceVersion: { ...fourEyed, permission: 'admin.pricing', body: price, heard: 'not_found' },
  proposeBalanceCredit: { ...fourEyed, permission: 'admin.billing', body: money, heard: 'not_found' },
  proposeBalanceAdjustment: { ...fourEyed, permission: 'admin.billing', body: money, heard: 'not_found' },
  listApprovals: { permission: deciding, by: 'agents too', body: {}, heard: 200 },
  decideApproval: {
    ...fourEyed,
    permission: deciding,
    body: { approvalId: nobodys('apr'), version: 1, decision: 'approve', reason },
    heard: 'not_found',
  },
  listAgentKeys: { permission: 'admin.agentKeys', by: 'person', body: { limit: 1 }, heard: 200 },
  listOrganizations: { ...organizations, body: { limit: 1 }, heard: 200 },
  findApps: { ...organizations, body: { limit: 1 }, heard: 200 },
  findWebhookEndpoints: { permission: 'admin.messages', by: 'person', body: { limit: 1 }, heard: 200 },
  getOrganization: { ...organizations, body: { organizationId }, heard: 'not_found' },
  inviteCustomer: {
    isDangerous: true,
    ...organizations,
    by: 'person',
    body: { email: 'customer@example.com', reason },
    heard: 200,
  },
  suspendOrganization: { ...organizations, isDangerous: true, body: switched, heard: 'not_found' },
  reactivateOrganization: { ...organizations, body: switched, heard: 'not_found' },
  setOrganizationEntitlement: {
    isDangerous: true,
    ...organizations,
    body: { organizationId, channel: 'sms', enabled: true, version: 1, reason },
    heard: 'not_found',
  },
  listProviderKinds: { ...providers, body: {}, heard: 200 },
  listProviderAccounts: { ...providers, body: {}, heard: 200 },
  getProviderHealth: { ...providers, body: {}, heard: 200 },
  setAppServiceConfiguration: {
    isDangerous: true,
    ...providers,
    body: {
      organizationId,
      appId: nobodys('app'),
      channel: 'sms',
      sender: { header: 'MATRIX' },
      providerAccountIds: [nobodys('pac')],
      reason,
    },
    heard: 'not_found',
  },
  ...MESSAGE_CASES,
  ...SENDER_CASES,
  saveProviderAccount: {
    ...glass,
    isDangerous: true,
    body: {
      ...account,
      name: 'matrix',
      kind: 'smtp',
      channels: ['email'],
      settings: {},
      maxConcurrent: 1,
      timeoutMs: 1_000,
    },
  },
  rotateCallbackToken: { ...glass, isDangerous: true, body: account },
  stopProviderAccount: { ...glass, body: account },
  resumeProviderAccount: { ...glass, body: account },
  stopApp: { ...glass, body: { appId: nobodys('app'), reason } },
  resumeApp: { ...glass, body: { appId: nobodys('app'), reason } },
  blockDestination: { ...glass, body: { prefix: BLOCKED_PREFIX, reason }, heard: 'conflict' },
  unblockDestination: { ...glass, body: { prefix: '+998', reason } },
  testProviderAccount: {
    ...glass,
    isDangerous: true,
    body: {
      providerAccountId: nobodys('pac'),
      channel: 'sms',
      to: '+4915123456789',
      sender: { header: 'MATRIX' },
      reason,
    },
  },
  getProviderTest: { ...glass, body: { testId: nobodys('pts') } },
  listUnreadableCallbacks: { ...glass, body: {}, heard: 200 },
  previewSwitch: {
    ...glass,
    permission: ['admin.providers'], // The permission that throwing the switch requires.
    body: { operation: 'stopApp', target: nobodys('app') },
  },
  listStopped: { ...glass, permission: ['admin.providers', 'admin.organizations'], body: {}, heard: 200 },
  listPrefixBlocks: { ...glass, body: {}, heard: 200 },
  liftPrefixBlock: { ...glass, body: { appId: nobodys('app'), prefix: '+9981234', reason } },
  listSupportQueue: { ...support, body: { limit: 1 }, heard: 200 },
  listSupportCases: { ...support, body: { limit: 1 }, heard: 200 },
  findSupportTickets: { ...talk, body: { text: 'nothing of this kind', limit: 1 }, heard: 200 },
  getSupportCustomer: { ...talk, body: { organizationId } },
  replySupportTicket: {
    ...support,
    body: { ticketId: nobodys('tkt'), text: 'Hello.', reason },
    heard: 'not_found',
  },
  resolveSupportTicket: { ...support, body: { ticketId: nobodys('tkt'), reason }, heard: 'not_found' },
  closeSupportTicket: { ...support, body: { ticketId: nobodys('tkt'), reason }, heard: 'not_found' },
  getSupportTicket: { ...talk, body: { ticketId: nobodys('tkt') } },
  getSupportAttachmentUrl: { ...talk, body: { ticketId: nobodys('tkt'), attachmentId: nobodys('att') } },
  getSupportChat: { ...talk, body: { chatId: nobodys('cht') } },
  takeSupportChat: { ...talk, body: { chatId: nobodys('cht') } },
  sayInSupportChat: { ...talk, body: { chatId: nobodys('cht'), text: 'Hello.' } },
  endSupportChat: { ...talk, body: { chatId: nobodys('cht'), reason } },
  listSuppressions: {
    permission: 'admin.messages',
    by: 'agents too',
    body: { organizationId: nobodys('org'), limit: 1 },
    heard: 200,
  },
  suppress: {
    permission: 'admin.messages',
    by: 'agents too',
    body: { organizationId: nobodys('org'), to: '+919876543210', reason },
    heard: 'not_found',
  },
  ...ERASURE_CASES,
  listConsents: { ...byPerson, body: { organizationId: nobodys('org') }, heard: 200 },
  listInboundMessages: { permission: 'admin.messages', by: 'person', body: { limit: 1 }, heard: 200 },
  assignInboundMessage: {
    ...byPerson,
    body: { inboundId: nobodys('inb'), organizationId: nobodys('org'), reason },
    heard: 'not_found',
  },
  dismissInboundMessage: { ...byPerson, body: { inboundId: nobodys('inb'), reason }, heard: 'not_found' },
  unsuppress: { ...byPerson, body: { suppressionId: nobodys('sup'), reason }, heard: 'not_found' },
  listAuditEvents: { permission: 'admin.audit', by: 'agents too', body: { limit: 1 }, heard: 200 },
  listSuperAdmins: { ...people, body: { limit: 1 }, heard: 200 },
  setSuperAdminPermissions: {
    ...people,
    isDangerous: true,
    body: { ...user, permissions: [] },
    heard: 'not_found',
  },
  resetSecondFactor: { ...people, isDangerous: true, body: user, heard: 'not_found' },
  disableUser: { isDangerous: true, ...people, body: user, heard: 'not_found' },
  endUserSessions: { isDangerous: true, ...people, body: { email: 'a@b.cd', reason }, heard: 'not_found' },
  enableUser: { isDangerous: true, ...people, body: user, heard: 'not_found' },
  getOwnAccess: { ...own, body: {}, heard: 200 },
  changePassword: {
    ...own,
    body: { currentPassword: 'not theirs', newPassword: 'password1234' },
    heard: 'invalid_request',
  },
  listOwnSessions: { ...own, body: {}, heard: 200 },
  endOwnSession: { ...own, body: { sessionId: nobodys('ses'), ...wrong }, heard: 'invalid_credentials' },
  endOwnSessions: { ...own, body: wrong, heard: 'invalid_credentials' },
  renewRecoveryCodes: { ...own, isDangerous: true, body: { reason }, heard: 200 },
  listTemplateReviews: { ...template, by: 'agents too', body: {}, heard: 200 },
  getTemplateReview: { ...template, body: { draftId: nobodys('tpl') }, heard: 'not_found' },
  decideTemplateReview: { ...review, body: { ...version, decision: 'approve' }, heard: 'not_found' },
  recordTemplateRegistration: {
    ...template,
    body: { ...version, registration: { dlt: { entityId: '1', templateId: '1', header: 'ACMEIN' } } },
    heard: 'not_found',
  },
  refuseTemplateRegistration: {
    ...template,
    body: { ...version, enteredAt: '2026-11-21T08:30:00.000Z' },
    heard: 'not_found',
  },
  switchTemplate: { ...template, body: { ...version, to: 'retired' }, heard: 'not_found' },
  listStarterTemplates: { ...template, body: {}, heard: 200 },
  // Refused because of its version, so that nothing is added.
  saveStarterTemplate: {
    isDangerous: true,
    ...template,
    body: { ...starter, channel: 'sms', category: 'transactional', version: 99, reason },
    heard: 'conflict',
  },
  addStarterTemplates: { ...template, body: { reason }, heard: 200 },
}

const STRANGERS = [
  'nobody',
  'a malformed admin key',
  'an unknown admin key',
  'a server credential',
  'an access token of a super admin',
  'a revoked admin key',
  'an expired admin key',
] as const

const MIGHTY = [
  'an admin key of a super admin who may everything',
  'an admin key of a super admin who may this alone',
] as const

const POWERLESS = [
  'an admin key of a super admin who may everything else',
  'an admin key of a super admin who was disabled a moment ago',
  'an admin key of a super admin who lost their permissions a moment ago',
  'an admin key of somebody who is no super admin',
] as const

const among = (holders: readonly string[], holder: string): boolean => holders.includes(holder)

/** The expected response for a key. */
export const heardByKey = ({ by, heard }: AdminCase, holder: AdminKeyHolder): Heard => {
  if (among(STRANGERS, holder)) return 'unauthenticated'
  if (by === 'person') return 'operation_not_allowed'
  if (among(MIGHTY, holder)) return heard
  return among(POWERLESS, holder) ? 'permission_denied' : 'operation_not_allowed'
}

/** The expected response for a person in a session. */
export const heardInPerson = (
  { permission, isDangerous, heard }: AdminCase,
  holder: OperatorHolder,
): Heard => {
  switch (holder) {
    case 'a person who is signed in, and is a super admin':
      return 'not_found'
    case 'a super admin who may everything':
    case 'a super admin who may this alone':
      return heard
    case 'a super admin who confirmed a second factor six minutes ago':
      return isDangerous === true ? 'permission_denied' : heard
    case 'a super admin who may everything else':
    case 'a super admin who lost their permissions a moment ago':
      return permission.length === 0 ? heard : 'permission_denied'
    case 'a super admin who confirmed a second factor twelve hours ago':
    case 'a super admin who was disabled a moment ago':
    case 'a super admin whose password was changed a moment ago':
      return 'unauthenticated'
  }
}

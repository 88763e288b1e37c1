import type { Node, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import { compile } from '@postrider/core/kernel/codecs/compile'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { answerFor, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { operationOf, OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { ADMIN_PERMISSIONS, PERMISSIONS } from '@postrider/core/identity/domain/people/roles'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'
import { brokenFields } from '../kernel/codecs/broken-fields.js'

const everyOperation: ReadonlyArray<readonly [string, Operation]> = Object.entries(OPERATIONS)
const isAdmins = ([, { audiences }]: readonly [string, Operation]) =>
  audiences.some((audience) => audience === 'adminConsole' || audience === 'adminAgent')
/** The operations for customers and for super admins. */
const operations = everyOperation.filter((entry) => !isAdmins(entry))
const adminOperations = everyOperation.filter(isAdmins)
const names = ({ required, optional }: ShapeNode) => Object.keys({ ...required, ...optional })

// Source: docs/api/operations#control-operations.
const control =
  'acceptOrganizationInvitation appendCustomerSupportReply closeChat createChatRequest createOrganization ' +
  'createServerCredential createSupportTicket escalateChatToTicket generateAttachmentUploadUrl ' +
  'getClientReleasePolicy getCustomerBalance getCustomerContext getCustomerSupportTicket getPlatformConfig ' +
  'getTicketAttachmentDownloadUrl inviteOrganizationMember listChatMessages listCustomerBillingActivity ' +
  'listCustomerMessageHistory listCustomerSupportTickets listOrganizationBudgets listOrganizationMembers ' +
  'listServerCredentials registerApp registerTicketAttachment revokeOrganizationMember revokeServerCredential ' +
  'rotateServerCredential saveOrganizationBudget sendChatMessage'

// Source: docs/api/operations#agent-operations.
const customerAgent =
  'appendCustomerSupportReply createCustomerBrand createOrganization createProject createServerCredential ' +
  'createSupportTicket getCustomerBalance getCustomerContext getCustomerSupportTicket ' +
  'listCustomerBillingActivity listCustomerMessageHistory listCustomerMessageTemplates ' +
  'listCustomerSupportTickets listCustomerTemplateDrafts listOrganizationBudgets listOrganizationMembers ' +
  'listOrganizationConsents listServerCredentials recordConsent registerApp saveCustomerAppBillingProfile ' +
  'saveCustomerTemplateDraft saveOrganizationBudget submitCustomerTemplateDraftForReview'

// Source: docs/api/admin.
const adminAgent =
  'listOrganizations getOrganization suspendOrganization reactivateOrganization setOrganizationEntitlement ' +
  'listProviderAccounts getProviderHealth setAppServiceConfiguration listPriceVersions proposePriceVersion ' +
  'proposeBalanceCredit proposeBalanceAdjustment listApprovals decideApproval listTemplateReviews listMessages ' +
  'getMessageTrace resolveUnconfirmedMessage listDeadLetters requeueDeadLetter runReconciliation ' +
  'listSupportQueue replySupportTicket resolveSupportTicket closeSupportTicket listAuditEvents ' +
  'listSuppressions suppress getOverview'

// The bodies of docs/api/operations#control-operations. A `?` marks an optional field. Bodies with a limit
// and a cursor are pages.
const bodies: Readonly<Record<string, string>> = {
  getCustomerContext: '',
  getPlatformConfig: '',
  getClientReleasePolicy: 'platform version',
  createOrganization: 'displayName legalName brandName projectName environment',
  inviteOrganizationMember: 'organizationId email role',
  acceptOrganizationInvitation: 'token',
  listOrganizationMembers: 'organizationId page',
  revokeOrganizationMember: 'organizationId reason userId? invitationId? revokeCreated?',
  registerApp: 'organizationId brandId projectId name platform restrictions',
  createServerCredential:
    'organizationId brandId projectId appId environment actions channels expiresAt label',
  listServerCredentials: 'organizationId appId? page',
  rotateServerCredential: 'organizationId credentialId overlapSeconds? reason',
  revokeServerCredential: 'organizationId credentialId reason',
  createWebhookEndpoint:
    'organizationId appId url description? types? includeRecipient? ordering? withPublicKey?',
  listWebhookEndpoints: 'organizationId appId? page',
  updateWebhookEndpoint: 'organizationId endpointId version url? description? types? includeRecipient?',
  rotateWebhookSecret: 'organizationId endpointId version overlapSeconds? withPublicKey?',
  disableWebhookEndpoint: 'organizationId endpointId version',
  enableWebhookEndpoint: 'organizationId endpointId version',
  deleteWebhookEndpoint: 'organizationId endpointId version reason',
  sendTestEvent: 'organizationId endpointId',
  listWebhookDeliveries: 'organizationId endpointId sequence? isDelivered? page',
  getWebhookDelivery: 'organizationId endpointId sequence',
  replayWebhookEvents: 'organizationId endpointId fromSequence? toSequence? failedSince?',
  getCustomerBalance: 'organizationId currency environment?',
  listCustomerBillingActivity: 'organizationId currency from to environment? type? appId? page',
  listOrganizationBudgets: 'organizationId environment?',
  saveOrganizationBudget:
    'organizationId scope period currency limitMinor action environment? budgetId? version? alertPercents?',
  deleteOrganizationBudget: 'organizationId budgetId version',
  getBalanceAlert: 'organizationId currency environment?',
  setBalanceAlert: 'organizationId currency environment? thresholdMinor?',
  disableApp: 'organizationId appId version reason',
  enableApp: 'organizationId appId version reason',
  cancelMessage: 'organizationId messageId reason',
  replyToTestMessage: 'organizationId messageId text',
  listCustomerMessageHistory:
    'organizationId appId? channel? state? failureCode? environment? from? to? page',
  createChatRequest: 'organizationId subject text',
  sendChatMessage: 'chatId text',
  listChatMessages: 'chatId page',
  closeChat: 'chatId',
  escalateChatToTicket: 'chatId priority',
  createSupportTicket: 'organizationId subject text category priority',
  listCustomerSupportTickets: 'organizationId status? page',
  getCustomerSupportTicket: 'ticketId',
  appendCustomerSupportReply: 'ticketId text',
  generateAttachmentUploadUrl: 'organizationId fileName contentType sizeBytes sha256',
  registerTicketAttachment: 'ticketId attachmentId',
  getTicketAttachmentDownloadUrl: 'ticketId attachmentId',
  saveCustomerAppBillingProfile:
    'organizationId appId legalName addressLine1 city countryCode billingEmail taxId? addressLine2? region? ' +
    'postalCode? version?',
  createCustomerBrand: 'organizationId name',
  createProject: 'organizationId brandId name environment',
  saveCustomerTemplateDraft:
    'organizationId channel name category language content variables? draftId? version? variantOf?',
  submitCustomerTemplateDraftForReview: 'organizationId draftId version',
  listCustomerTemplateDrafts: 'organizationId state? channel? page',
  listCustomerMessageTemplates: 'organizationId page',
}

// Source: docs/api/operations#control-operations. Operations that aren't listed here need a session or a
// membership.
const permissions: Readonly<Record<string, string>> = {
  'members.manage': 'inviteOrganizationMember revokeOrganizationMember',
  'apps.manage':
    'createCustomerBrand createProject registerApp createWebhookEndpoint listWebhookEndpoints ' +
    'updateWebhookEndpoint rotateWebhookSecret disableWebhookEndpoint enableWebhookEndpoint ' +
    'deleteWebhookEndpoint sendTestEvent listWebhookDeliveries getWebhookDelivery replayWebhookEvents ' +
    'disableApp enableApp cancelMessage',
  'credentials.manage':
    'createServerCredential listServerCredentials rotateServerCredential revokeServerCredential ' +
    'replyToTestMessage',
  'billing.read': 'getCustomerBalance listCustomerBillingActivity listOrganizationBudgets getBalanceAlert',
  'billing.manage':
    'saveOrganizationBudget deleteOrganizationBudget setBalanceAlert saveCustomerAppBillingProfile',
  'messages.read': 'listCustomerMessageHistory',
  'templates.manage':
    'saveCustomerTemplateDraft submitCustomerTemplateDraftForReview listCustomerTemplateDrafts ' +
    'listCustomerMessageTemplates',
  'support.use':
    'createChatRequest sendChatMessage listChatMessages closeChat escalateChatToTicket createSupportTicket ' +
    'listCustomerSupportTickets getCustomerSupportTicket appendCustomerSupportReply generateAttachmentUploadUrl ' +
    'registerTicketAttachment getTicketAttachmentDownloadUrl',
}

const writtenBody = (shape: ShapeNode): readonly string[] => {
  const isPage = 'cursor' in shape.optional
  const mustBe = Object.entries(shape.required).map(([name, node]) =>
    node._tag === 'Defaulted' ? `${name}?` : name,
  )
  const mayBe = Object.keys(shape.optional).map((name) => `${name}?`)
  const own = [...mustBe, ...mayBe].filter(
    (name) => name !== 'requestId?' && !(isPage && ['limit?', 'cursor?'].includes(name)),
  )
  return isPage ? [...own, 'page'] : own
}

describe('The registry of operations', () => {
  // The authorization matrix says who can call every other operation.
  it('has the control operations of the contract, in alphabetical order', () => {
    expect(operationsFor('customerControl')).to.include.members(control.split(' '))
    expect(operationsFor('customerControl')).to.deep.equal([...operationsFor('customerControl')].sort())
  })

  it('gives Agents the operations that the contract lists', () => {
    expect(operationsFor('customerAgent')).to.include.members(customerAgent.split(' '))
    expect(operationsFor('adminAgent')).to.include.members(adminAgent.split(' '))
  })

  it('finds an operation only for callers with access, and ignores names that every object has', () => {
    expect(operationOf('customerControl', 'registerApp')).to.equal('registerApp')
    for (const name of ['saveCustomerAppBillingProfile', 'toString', '__proto__', 'registerapp', ''])
      expect(operationOf('customerControl', name), name).to.equal(undefined)
  })

  it('lets each kind of key call exactly the operations for Agents', () => {
    for (const [name, { audiences, keyKinds }] of operations) {
      const kinds = name === 'createOrganization' ? ['bootstrap'] : ['customer']
      expect(keyKinds, name).to.deep.equal(audiences.includes('customerAgent') ? kinds : [])
    }
  })

  it('has the bodies of docs/api/operations#control-operations', () => {
    for (const [name, { request }] of operations.filter(([one]) => one in bodies))
      expect(writtenBody(request), name).to.have.members((bodies[name] ?? '').split(' ').filter(Boolean))
  })

  it('asks for the permissions of docs/api/operations#control-operations', () => {
    for (const [name, { permission }] of operations.filter(([one]) => one in bodies)) {
      const [expected] =
        Object.entries(permissions).find(([, listed]) => listed.split(' ').includes(name)) ?? []
      expect(permission, name).to.equal(expected)
      if (permission !== undefined) expect(PERMISSIONS, name).to.include(permission)
    }
  })

  it('requires a requestId for every mutation, and for no read', () => {
    for (const [name, { mutation, request, result }] of operations) {
      expect('requestId' in request.optional, name).to.equal(mutation)
      expect(request.required, name).not.to.have.property('requestId')
      expect('replayed' in result.optional, name).to.equal(mutation)
    }
  })

  it('marks reads as such, and gives every mutation the extent of its effect', () => {
    for (const [name, { mutation, effect }] of everyOperation)
      expect(effect === 'reads', name).to.equal(!mutation)
    const ending = everyOperation.filter(([, { effect }]) => effect === 'ends').map(([name]) => name)
    expect(ending).to.include.members(['suspendOrganization', 'revokeServerCredential', 'decideApproval'])
    // An operation whose name says that it removes something is marked so here.
    const named = everyOperation.filter(([name]) =>
      /^(revoke|delete|end|close|stop|disable|suspend)[A-Z]/.test(name),
    )
    for (const [name, { effect }] of named) expect(effect, name).to.equal('ends')
  })

  it('names exactly the fields of the body as controls', () => {
    for (const [name, { controls, request }] of operations) {
      expect(controls.includes('reason'), name).to.equal('reason' in request.required)
      const fields: Readonly<Record<string, Node>> = { ...request.required, ...request.optional }
      expect(controls.includes('version'), name).to.equal(fields['version']?._tag === 'Integer')
    }
  })

  it('finds the tenant of every operation in its body', () => {
    for (const [name, { tenant, request }] of operations)
      for (const place of ['organizationId', 'ticketId', 'chatId'])
        if (place === tenant) expect(request.required, name).to.have.property(place)
        else expect(names(request), name).not.to.include(place)
  })

  it('refuses a suspended Organization only the operations that start something', () => {
    const waiting = operations.filter(([, { whileSuspended }]) => !whileSuspended).map(([name]) => name)
    expect(waiting).to.include.members([
      'inviteOrganizationMember',
      'createCustomerBrand',
      'createProject',
      'registerApp',
      'createServerCredential',
      'rotateServerCredential',
      'saveCustomerAppBillingProfile',
      'saveCustomerTemplateDraft',
      'submitCustomerTemplateDraftForReview',
    ])
  })

  it('refuses an unknown property, and sixty-five of them', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`p${at}`, 1]))
    for (const [name, { request }] of operations) {
      const decode = compile(request)
      expect(brokenFields(decode({ more: 1 }, 'body')), name).to.include('/more unknown')
      expect(E.isLeft(decode(many, 'body')), name).to.equal(true)
    }
  })

  it('has an optional overlap, with a default of one hour', () => {
    const body = { organizationId: 'org_1', credentialId: 'crd_1', reason: 'leaked' }
    const decoded = compile(OPERATIONS.rotateServerCredential.request)(body, 'body')
    expect(decoded).to.deep.equal(E.right({ ...body, overlapSeconds: 3600 }))
  })

  it('removes either a member or an invitation', () => {
    const decode = compile(OPERATIONS.revokeOrganizationMember.request)
    const body = { organizationId: 'org_1', reason: 'left' }
    expect(brokenFields(decode(body, 'body'))).to.deep.equal(['/userId required'])
    expect(brokenFields(decode({ ...body, userId: 'usr_1', invitationId: 'inv_1' }, 'body'))).to.deep.equal([
      '/invitationId not_allowed',
    ])
  })
})

describe('The super admin operations', () => {
  it('are available to no other caller', () => {
    for (const [name, { audiences, keyKinds }] of adminOperations) {
      expect(audiences, name).to.include('adminConsole')
      expect(audiences, name).not.to.include('customerControl')
      expect(audiences, name).not.to.include('customerAgent')
      expect(keyKinds, name).to.deep.equal(audiences.includes('adminAgent') ? ['admin'] : [])
    }
  })

  it('need a permission of super admins, for any tenant', () => {
    // Deciding a proposal needs the permission for making it, reading a switch the permission for setting it,
    // and an overview has a part for each permission.
    const byKind: readonly string[] = [
      'listApprovals',
      'decideApproval',
      'previewSwitch',
      'listStopped',
      'getOverview',
    ]
    for (const [name, { subject, permission, tenant, whileSuspended }] of adminOperations) {
      // An operation about the caller only needs a super admin.
      if (byKind.includes(name) || subject === 'Access') expect(permission, name).to.equal(undefined)
      else expect(ADMIN_PERMISSIONS, name).to.include(permission)
      expect(tenant, name).to.equal('none')
      expect(whileSuspended, name).to.equal(true)
    }
  })

  it('need a reason for every change, and the version if a record has one', () => {
    // A reply to a customer adds something and removes nothing.
    const talking: readonly string[] = ['takeSupportChat', 'sayInSupportChat', 'previewBulk']
    const ofThemselves: readonly string[] = ['changePassword', 'endOwnSession', 'endOwnSessions']
    for (const [name, { mutation, controls, request, result }] of adminOperations) {
      const needsReason = mutation && ![...talking, ...ofThemselves].includes(name)
      expect(controls.includes('reason'), name).to.equal(needsReason)
      expect('reason' in request.required, name).to.equal(needsReason)
      expect(controls.includes('version'), name).to.equal(names(request).includes('version'))
      expect('requestId' in request.optional, name).to.equal(mutation)
      expect('replayed' in result.optional, name).to.equal(mutation)
    }
  })

  it('need a recently confirmed second factor if two people have to agree', () => {
    for (const [name, { controls, stepUp }] of adminOperations)
      if (controls.includes('makerChecker')) expect(stepUp, name).to.equal(true)
  })

  it("at the console need a fresh second factor, or document why they don't", () => {
    const undecided = adminOperations
      .filter(([, { audiences, mutation }]) => mutation && audiences.includes('adminConsole'))
      .filter(([, { stepUp, noStepUp }]) => (stepUp === true) === (noStepUp !== undefined))
    expect(undecided.map(([name]) => name)).to.deep.equal([])
    for (const name of [
      'disableUser',
      'revealRecipient',
      'setAppServiceConfiguration',
      'suspendOrganization',
    ])
      expect(adminOperations.find(([one]) => one === name)?.[1].stepUp, name).to.equal(true)
  })

  it('are only for people if they approve templates, or create or end access', () => {
    for (const [name, { permission, audiences, mutation }] of adminOperations)
      if (
        mutation &&
        ['admin.templates.review', 'admin.agentKeys', 'admin.users'].includes(String(permission))
      )
        expect(audiences, name).to.deep.equal(['adminConsole'])
  })
})

describe('The operations at the website', () => {
  it("are the API operations for people and the website's own, without those of Agents and super admins", () => {
    const named = everyOperation.filter(
      ([, { audiences }]) => audiences.includes('customerControl') || audiences.includes('customerWebsite'),
    )
    expect(operationsFor('customerWebsite')).to.deep.equal(named.map(([name]) => name).sort())
    expect(operationsFor('customerWebsite')).to.include.members([...operationsFor('customerControl')])
    for (const name of operationsFor('customerControl'))
      expect(operationOf('customerWebsite', name)).to.equal(name)
    for (const name of ['listAuditEvents', 'createAgentKey', 'toString'])
      expect(operationOf('customerWebsite', name)).to.equal(undefined)
  })

  it("include operations of Agents that the API doesn't give people: Brands, Projects, templates and billing profiles", () => {
    const ofAgents = operationsFor('customerAgent')
    expect(operationsFor('customerWebsite')).to.include.members([...ofAgents])
  })

  it('have the same request and response shapes as the API for people', () => {
    const { getCustomerBalance } = OPERATIONS
    expect(requestFor('customerWebsite', getCustomerBalance)).to.equal(getCustomerBalance.request)
    const shownAs = (audience: 'customerWebsite' | 'customerControl') =>
      names(answerFor(audience, getCustomerBalance))
    expect(shownAs('customerWebsite')).to.deep.equal(shownAs('customerControl'))
  })
})

describe('The shapes of an operation', () => {
  it('match the registry for a signed-in customer, and the response has the request id', () => {
    const { getCustomerBalance } = OPERATIONS
    expect(requestFor('customerControl', getCustomerBalance)).to.equal(getCustomerBalance.request)
    expect(Object.keys(answerFor('customerControl', getCustomerBalance).required)).to.deep.equal([
      ...Object.keys(getCustomerBalance.result.required),
      'requestId',
    ])
  })

  it('always require a requestId from an Agent, and confirm success', () => {
    for (const name of operationsFor('customerAgent')) {
      const request = requestFor('customerAgent', OPERATIONS[name])
      expect(request.required, name).to.have.property('requestId')
      expect(request.optional, name).not.to.have.property('requestId')
      expect(request.closed, name).to.equal(true)
      expect(answerFor('customerAgent', OPERATIONS[name]).required, name).to.include.keys(
        'success',
        'requestId',
      )
    }
    const decode = compile(requestFor('customerAgent', OPERATIONS.getCustomerContext))
    expect(brokenFields(decode({}, 'body'))).to.deep.equal(['/requestId required'])
    expect(brokenFields(decode({ requestId: 'agent-call-1' }, 'body'))).to.deep.equal([])
  })
})

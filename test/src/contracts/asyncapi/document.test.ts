import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import { CLOSE_CODES } from '@postrider/contracts/live/close-codes'
import { builtDocument } from '../built-document.js'
import { asyncApiText } from '@postrider/contracts/asyncapi/document-text'
import { operatorOperationsText } from '@postrider/contracts/capabilities/operator-operations'
import { CHANGE_KINDS } from '@postrider/core/feed/domain/change'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { VOCABULARY } from '@postrider/wiring/providers'

interface Components {
  readonly messages: Readonly<
    Record<string, { readonly examples?: ReadonlyArray<{ readonly payload: unknown }> }>
  >
}

/**
 * The live reads, by how they are updated and what changes concern them, written manually next to the
 * registry.
 */
const LIVE: Readonly<Record<string, readonly string[]>> = {
  getCustomerContext: ['again', 'act'],
  listMessages: ['tail', 'message'],
  listCustomerMessageHistory: ['tail', 'message'],
  getOrganizationMessageTrace: ['again', 'message', 'receipt', 'deadLetter', 'act'],
  getDeliveryOutcomes: ['again'],
  getOrganizationFailures: ['again'],
  listReceivedMessages: ['again', 'inbound'],
  listOrganizationSuppressions: ['again', 'act'],
  listOrganizationConsents: ['again', 'act'],
  getMessageTrace: ['again', 'message', 'receipt', 'deadLetter', 'act'],
  listDeadLetters: ['again', 'deadLetter', 'message'],
  listOrphanReceipts: ['again', 'receipt', 'act'],
  listContradictoryReceipts: ['again', 'receipt', 'act'],
  listUnreadableCallbacks: ['again', 'receipt'],
  listDriftingAccounts: ['again', 'account', 'act'],
  listApprovals: ['again', 'act'],
  listAuditEvents: ['again', 'act'],
  listAgentKeys: ['again', 'act'],
  listOrganizations: ['again', 'act'],
  findApps: ['again', 'act'],
  getOrganization: ['again', 'act', 'account'],
  listSuperAdmins: ['again', 'act'],
  listOrganizationAgentKeys: ['again', 'act'],
  listOrganizationMembers: ['again', 'act'],
  listOrganizationRoles: ['again', 'act'],
  listOwnInvitations: ['again', 'act'],
  listOwnSessions: ['again', 'act'],
  listChatMessages: ['again', 'act'],
  listCustomerSupportChats: ['again', 'act'],
  getCustomerSupportChat: ['again', 'act'],
  listCustomerSupportTickets: ['again', 'act'],
  findCustomerSupportTickets: ['again', 'act'],
  getCustomerSupportTicket: ['again', 'act'],
  listBootstrapAgentKeys: ['again', 'act'],
  listServerCredentials: ['again', 'act'],
  listWebhookEndpoints: ['again', 'act'],
  findWebhookEndpoints: ['again', 'act'],
  listApps: ['again', 'act'],
  getApp: ['again', 'act'],
  getCustomerBalance: ['again', 'account'],
  listCustomerBalances: ['again', 'account'],
  listCustomerBillingActivity: ['again', 'account'],
  listOrganizationBudgets: ['again', 'budget'],
  listDailyUsage: ['again', 'act'],
  listCustomerPrices: ['again', 'act'],
  getBalanceAlert: ['again', 'act'],
  getCustomerAppBillingProfile: ['again', 'act'],
  getRestoration: ['again', 'act', 'message'],
  listPriceVersions: ['again', 'act'],
  listProviderAccounts: ['again', 'act'],
  getOverview: ['again', 'message', 'act', 'receipt', 'deadLetter', 'account', 'prefixBlock'],
  getProviderHealth: ['again', 'message', 'act'],
  listStopped: ['again', 'act'],
  listPrefixBlocks: ['again', 'prefixBlock', 'act'],
  listSupportQueue: ['again', 'act'],
  listSupportCases: ['again', 'act'],
  findSupportTickets: ['again', 'act'],
  getSupportCustomer: ['again', 'act', 'account'],
  getSupportTicket: ['again', 'act'],
  getSupportChat: ['again', 'act'],
  listSuppressions: ['again', 'act'],
  listConsents: ['again', 'act'],
  listInboundMessages: ['again', 'inbound'],
  listCustomerTemplateDrafts: ['again', 'act'],
  listCustomerMessageTemplates: ['again', 'act'],
  listStarterTemplates: ['again', 'act'],
  getStartChecklist: ['again', 'act', 'message'],
  getProductionChecklist: ['again', 'act', 'account'],
  getCustomerTemplateDraft: ['again', 'act'],
  listCustomerTemplateVersions: ['again', 'act'],
  listTemplateReviews: ['again', 'act'],
  listTestMessages: ['again', 'message'],
  getTemplateReview: ['again', 'act'],
  getBulk: ['again', 'act'],
  listAppSenders: ['again', 'act'],
  listSenderRegistrations: ['again', 'act'],
  listSenderRules: ['again', 'act'],
  checkSenderDomains: ['again', 'act'],
}

describe('The documents of the console', () => {
  it('match the registry', () => {
    const operations = operatorOperationsText(VOCABULARY)
    expect(builtDocument('asyncapi.json') === asyncApiText(VOCABULARY), 'npm run build').to.equal(true)
    expect(builtDocument('operator-operations.json') === operations, 'npm run build').to.equal(true)
  })

  it('name every operation of super admins, including those only for people', () => {
    const { operations } = JSON.parse(builtDocument('asyncapi.json')) as {
      operations: Record<string, unknown>
    }
    const named = Object.keys(operations).filter((name) => !name.includes('.'))
    expect(named.sort()).to.deep.equal([...operationsFor('adminConsole')])
  })

  it('have an example of each frame, which its own rules accept', () => {
    const { components } = JSON.parse(builtDocument('asyncapi.json')) as { components: Components }
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'socket', components })
    for (const [name, { examples = [] }] of Object.entries(components.messages)) {
      const validate = ajv.compile({ $ref: `socket#/components/messages/${name}/payload` })
      expect(examples.length, name).to.be.greaterThan(0)
      for (const { payload } of examples)
        expect(validate(payload), `${name}: ${JSON.stringify(validate.errors)}`).to.equal(true)
    }
  })

  it('list the close codes, each with what the client does', () => {
    const { channels } = JSON.parse(builtDocument('asyncapi.json')) as {
      channels: { console: { 'x-close-codes': unknown } }
    }
    expect(channels.console['x-close-codes']).to.deep.equal(Object.values(CLOSE_CODES))
  })
})

describe('A live read', () => {
  const entries: readonly Operation[] = Object.values(OPERATIONS)

  it('is in this list, with its update mode and its kinds of change', () => {
    const live = entries.flatMap(({ name, live: how }) =>
      how === undefined ? [] : [[name, [how.by, ...how.kinds]]],
    )
    expect(Object.fromEntries(live)).to.deep.equal(LIVE)
  })

  it('changes nothing, and every kind of change concerns one', () => {
    for (const { name, live, mutation } of entries)
      expect(live === undefined || !mutation, name).to.equal(true)
    const kinds = new Set(entries.flatMap(({ live }) => live?.kinds ?? []))
    expect(CHANGE_KINDS.filter((kind) => !kinds.has(kind))).to.deep.equal([])
  })
})

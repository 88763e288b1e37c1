import { expect } from 'chai'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { NOWHERE } from '../../hosts/set-up/an-installation.js'
import { openWebsiteScene, type WebsiteBrowser, type WebsiteScene } from './website-scene.js'

const reason = 'It is no longer needed.'

describe('Two members of one organization on the website', () => {
  let scene: WebsiteScene
  let watching: WebsiteBrowser
  let token: string
  before(async () => {
    scene = await openWebsiteScene()
    watching = await scene.browserOf(scene.owner)
    const [, colleaguesToken] = await scene.cookieOf(await scene.person('Asha Rao', 'admin'))
    token = colleaguesToken
  })
  after(() => scene.close())

  /** An operation of the colleague's page. */
  const done = async <K extends OperationName>(operation: K, body: object): Promise<ResultOf<K>> => {
    const { postrider } = scene.at
    const caller = await right(postrider.personSessions.find(token))
    const named = { organizationId: scene.made.organizationId, ...body }
    return (await right(postrider.runOperation(caller, operation, named, NOWHERE))).result
  }
  const content = () => watching.page.locator('#content')
  const row = (text: string) => content().locator('tbody tr', { hasText: text })
  const shows = (text: string): Promise<void> => row(text).first().waitFor()
  const at = async (path: string): Promise<void> => {
    await watching.go(path)
    await content().locator('table, .about').first().waitFor()
    await watching.page.evaluate('globalThis.opened = location.pathname')
  }
  /** Expects that the page wasn't reloaded and has no errors. */
  const stayed = async (): Promise<void> => {
    expect(await watching.page.evaluate('globalThis.opened === location.pathname')).to.equal(true)
    expect(watching.complaints).to.deep.equal([])
  }
  afterEach(stayed)

  it("see each other's apps", async () => {
    const { brandId, projectId } = scene.made
    await at('/apps')
    const named = { brandId, projectId, name: 'Returns', platform: 'server', restrictions: {} }
    const { app } = await done('registerApp', named)
    await shows('Returns')
    const renamed = await done('renameApp', { appId: app.appId, name: 'Refunds', version: app.version })
    await shows('Refunds')
    await done('disableApp', { appId: app.appId, version: renamed.app.version, reason })
    await row('Refunds').getByText('disabled').waitFor()
  })

  it("see each other's credentials and Agent keys", async () => {
    const { brandId, projectId, appId, environment } = scene.made
    await at('/credentials')
    const place = { brandId, projectId, appId, environment, label: 'nightly batch' }
    const powers = { actions: ['messages.send'], channels: ['sms'], expiresAt: isoTime(Date.now() + DAY_MS) }
    const { credential } = await done('createServerCredential', { ...place, ...powers })
    await shows('nightly batch')
    await done('revokeServerCredential', { credentialId: credential.credentialId, reason })
    await row('nightly batch').getByText('revoked').waitFor()
    await at('/agent-keys')
    const key = { allowlist: ['getCustomerBalance'], label: 'nightly report', reason }
    const { agentKey } = await done('createOrganizationAgentKey', key)
    await shows('nightly report')
    await done('revokeOrganizationAgentKey', { agentKeyId: agentKey.agentKeyId, reason })
    await row('nightly report').getByText('revoked').waitFor()
  })

  it("see each other's templates", async () => {
    await at('/templates')
    const text = { channel: 'sms', category: 'transactional', language: 'en', variables: [] }
    const saved = { ...text, name: 'order_returned', content: { text: 'Your order came back.' } }
    const { draft } = await done('saveCustomerTemplateDraft', saved)
    await shows('order_returned')
    const { draftId, version } = draft
    await done('submitCustomerTemplateDraftForReview', { draftId, version })
    await row('order_returned').getByText('in review').waitFor()
  })

  it("see each other's budgets and billing profiles", async () => {
    const { appId, environment } = scene.made
    await at(`/budgets?environment=${environment}`)
    const limit = { currency: 'INR', limitMinor: 123_400, period: 'month', action: 'alert' }
    const { budget } = await done('saveOrganizationBudget', { scope: {}, environment, ...limit })
    await shows('₹1,234.00')
    await done('deleteOrganizationBudget', { budgetId: budget.budgetId, version: budget.version })
    await row('₹1,234.00').waitFor({ state: 'detached' })
    await at('/billing')
    const address = { addressLine1: '1 Market Road', city: 'Bengaluru', countryCode: 'IN' }
    const profile = { legalName: 'Nordlicht Returns', billingEmail: 'bills@example.com', ...address }
    await content().getByRole('region', { name: 'Billing profile' }).waitFor()
    await done('saveCustomerAppBillingProfile', { appId, ...profile })
    await content().getByText('Nordlicht Returns').waitFor()
  })

  it("see each other's member changes and support requests", async () => {
    await at('/members')
    const guest = { email: 'ravi@example.com', role: 'viewer' }
    const { invitation } = await done('inviteOrganizationMember', guest)
    await shows('ravi@example.com')
    await done('revokeOrganizationMember', { invitationId: invitation.invitationId, reason })
    await row('ravi@example.com').waitFor({ state: 'detached' })
    await at('/support')
    const request = {
      subject: 'Late in Kenya',
      text: 'Since today.',
      category: 'technical',
      priority: 'normal',
    }
    await content().getByText('No tickets').waitFor()
    await done('createSupportTicket', request)
    await content().getByText('Late in Kenya').first().waitFor()
  })
})

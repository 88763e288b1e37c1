import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { TemplateId } from '@postrider/core/kernel/ids/id'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { CALLBACK_TOKEN, secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { right } from '@postrider/conformance/outcome'
import { eventually } from '@postrider/conformance/eventually'
import { migratedPostgres } from '../../adapters/storage-postgres/open-postgres.js'
import { createDatabase } from '../../servers/test-database.js'
import { aCustomerKey, askAsAgent, asOperator, aSponsor } from './agents.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { valueIn } from './refusals.js'
import type { TestTenant } from './test-tenant.js'

const WABA = '102290129340398'
const APP_SECRET = 'app-secret'
const ALLOWLIST = ['saveCustomerTemplateDraft', 'submitCustomerTemplateDraftForReview']
const BECAUSE = { reason: 'Read and found well.' }
const VENDOR_TEMPLATE = { name: 'order_shipped', language: 'en_US' }
const DRAFT = {
  channel: 'whatsapp',
  name: 'shipped',
  category: 'transactional',
  language: 'en',
  content: { text: 'Hello {{name}}, it has left.' },
  variables: [{ name: 'name', example: 'Asha' }],
}

interface Named {
  readonly draftId: TemplateId
  readonly version: number
}

const engines = [
  ['SQLite', () => Promise.resolve(undefined)],
  ['MariaDB', createDatabase],
  ['PostgreSQL', migratedPostgres],
] as const

for (const [engine, open] of engines)
  describe(`WhatsApp template updates, on ${engine}`, () => {
    let http: HttpFixture
    let drop: (() => Promise<void>) | undefined
    let tenant: TestTenant
    let account: ProviderAccount
    let token: string
    let bearer: string

    before(async () => {
      const database = await open()
      drop = database?.drop
      http = await openHttpFixture({}, database === undefined ? {} : { storageUrl: database.url })
      token = http.ports.sessionTokens.create('link').token
    })
    after(async () => {
      await http.close()
      await drop?.()
    })
    beforeEach(async () => {
      const secrets = { accessToken: 'a', appSecret: APP_SECRET, verifyToken: 'v', [CALLBACK_TOKEN]: token }
      tenant = await http.openTenant(10_000_000, {
        opened: (bare) => {
          const context = secretsContext(bare.providerAccountId)
          account = {
            ...bare,
            kind: 'whatsapp',
            channels: ['whatsapp'],
            settings: { wabaId: WABA },
            sealedSecrets: http.ports.keyRing.seal(JSON.stringify(secrets), context, undefined),
          }
          return account
        },
      })
      const { organizationId } = tenant.organization
      const sponsor = await aSponsor(http, organizationId)
      bearer = (await aCustomerKey(http, sponsor, organizationId, { allowlist: ALLOWLIST })).bearer
    })

    const asAgent = async (operation: string, body: object): Promise<Reply> => {
      const { organizationId } = tenant.organization
      const reply = await askAsAgent(http, bearer, operation, { organizationId, ...body })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
      return reply
    }
    const named = ({ draftId, version }: Named) => ({ draftId, version, ...BECAUSE })

    /** A version that waits for the vendor, submitted under that name. */
    const pending = async (vendorTemplate?: typeof VENDOR_TEMPLATE): Promise<Named> => {
      const draft = valueIn(await asAgent('saveCustomerTemplateDraft', DRAFT), 'draft') as Named
      await asAgent('submitCustomerTemplateDraftForReview', {
        draftId: draft.draftId,
        version: draft.version,
      })
      const vendorFields = vendorTemplate === undefined ? {} : { vendorTemplate }
      await asOperator(http, 'decideTemplateReview', {
        ...named(draft),
        decision: 'approve',
        ...vendorFields,
      })
      return draft
    }
    const statusOf = async ({ draftId }: Named) => {
      const { draft } = await asOperator(http, 'getTemplateReview', { draftId })
      return [draft.state, draft.history.at(-1)?.actorId, draft.history.at(-1)?.reasonCode]
    }

    /** The vendor's callback, in the bytes that it signed. */
    const report = async (event: string, reason: string): Promise<number> => {
      const value = {
        event,
        message_template_id: 1_689_556_908_129_832,
        message_template_name: VENDOR_TEMPLATE.name,
        message_template_language: 'en-US',
        reason,
      }
      const changes = [{ field: 'message_template_status_update', value }]
      const entry = [{ id: WABA, time: 1_751_247_548, changes }]
      const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
      const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
      const address = `http://127.0.0.1:${http.port}/callbacks/${account.providerAccountId}/${token}`
      return (await fetch(address, { method: 'POST', headers, body })).status
    }

    it('reject pending versions with that name, and approve nothing', async () => {
      const waiting = await pending(VENDOR_TEMPLATE)
      const nameless = await pending()
      expect(await report('APPROVED', 'NONE')).to.equal(200)
      expect(await report('REJECTED', 'INVALID_FORMAT')).to.equal(200)
      await eventually('the vendor’s rejection', async () => (await statusOf(waiting))[0] === 'rejected')
      expect(await statusOf(waiting)).to.deep.equal(['rejected', 'vendor', 'INVALID_FORMAT'])
      const { draft } = await asOperator(http, 'getTemplateReview', { draftId: waiting.draftId })
      expect(draft.history.map(({ state }) => state)).to.deep.equal([
        'draft',
        'internal_review',
        'pending_vendor',
        'rejected',
      ])
      expect((await statusOf(nameless))[0]).to.equal('pending_vendor')
    })

    it('pause registered versions with that name, and resume them', async () => {
      const draft = await pending(VENDOR_TEMPLATE)
      const registration = { whatsapp: { ...VENDOR_TEMPLATE, namespace: 'acme', messageSendTtlSeconds: 120 } }
      const registered = await asOperator(http, 'recordTemplateRegistration', {
        ...named(draft),
        registration,
      })
      expect(registered.draft).to.deep.include({ registration, vendorTemplate: VENDOR_TEMPLATE })
      const status = async () =>
        (await right(http.storage.catalog.app(tenant.app.appId)))?.templates.get(draft.draftId)?.status
      expect(await status()).to.equal('approved')
      expect(await report('PAUSED', 'SECOND_PAUSE')).to.equal(200)
      await eventually('the pause', async () => (await status()) === 'paused')
      expect(await statusOf(draft)).to.deep.equal(['paused', 'vendor', 'SECOND_PAUSE'])
      expect(await report('APPROVED', 'NONE')).to.equal(200)
      await eventually('the end of the pause', async () => (await status()) === 'approved')
    })
  })

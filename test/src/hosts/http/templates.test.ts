import { expect } from 'chai'
import { evidenceOf } from '@postrider/conformance/storage/messaging/traces'
import { isId } from '@postrider/core/kernel/ids/id'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { right } from '@postrider/conformance/outcome'
import { migratedPostgres } from '../../adapters/storage-postgres/open-postgres.js'
import { createDatabase } from '../../servers/test-database.js'
import { DRAFT_BODY } from './agent-requests.js'
import { aCustomerKey, askAsAgent, asOperator, aSponsor } from './agents.js'
import { aSend } from './a-send.js'
import { textAt } from './control-requests.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { PRICE_MINOR, type TestTenant } from './test-tenant.js'
import { valueIn } from './refusals.js'

const ALLOWLIST = [
  'saveCustomerTemplateDraft',
  'submitCustomerTemplateDraftForReview',
  'listCustomerTemplateDrafts',
  'listCustomerMessageTemplates',
]
const BECAUSE = { reason: 'Read and found well.' }
/** One segment, and two variables. */
const FIRST = {
  ...DRAFT_BODY,
  content: { text: 'Hello {{name}}, order {{order}} has left.', dlt: true },
  variables: [
    { name: 'name', type: 'alphanumeric', maxLength: 60, example: 'Asha' },
    { name: 'order', type: 'numeric', example: '10024' },
  ],
}
/** Two segments, and one variable. */
const SECOND = {
  ...FIRST,
  content: { text: `Hello {{name}}. ${'Your order has left. '.repeat(9)}`, dlt: true },
  variables: FIRST.variables.slice(0, 1),
}
const WORKERS = 6

interface Named {
  readonly draftId: string
  readonly version: number
}

const engines = [
  ['SQLite', () => Promise.resolve(undefined)],
  ['MariaDB', createDatabase],
  ['PostgreSQL', migratedPostgres],
] as const

for (const [engine, open] of engines)
  describe(`Templates, on ${engine}`, () => {
    let http: HttpFixture
    let another: HttpFixture | undefined
    let drop: (() => Promise<void>) | undefined
    let tenant: TestTenant
    let bearer: string

    before(async () => {
      const database = await open()
      drop = database?.drop
      const shared = database === undefined ? {} : { storageUrl: database.url }
      http = await openHttpFixture({}, shared)
      // A second process, if the database allows one.
      another = database === undefined ? undefined : await openHttpFixture({}, shared)
    })
    after(async () => {
      await another?.close()
      await http.close()
      await drop?.()
    })
    const beginAs = async (environment: Environment): Promise<void> => {
      tenant = await http.openTenant(10_000_000, { environment, configured: ['email', 'sms'] })
      const { organizationId } = tenant.organization
      const sponsor = await aSponsor(http, organizationId)
      bearer = (await aCustomerKey(http, sponsor, organizationId, { allowlist: ALLOWLIST })).bearer
    }
    beforeEach(() => beginAs('test'))

    const asAgent = async (operation: string, body: object = {}): Promise<Reply> => {
      const { organizationId } = tenant.organization
      const reply = await askAsAgent(http, bearer, operation, { organizationId, ...body })
      expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
      return reply
    }
    const save = async (body: object): Promise<Named> => {
      const reply = await asAgent('saveCustomerTemplateDraft', body)
      return valueIn(reply, 'draft') as Named
    }
    const submit = async ({ draftId, version }: Named): Promise<void> => {
      await asAgent('submitCustomerTemplateDraftForReview', { draftId, version })
    }
    const named = ({ draftId, version }: Named) => ({ draftId, version, ...BECAUSE })
    const register = (draft: Named) =>
      asOperator(http, 'recordTemplateRegistration', {
        ...named(draft),
        registration: { dlt: DLT_REGISTRATION },
      })
    const approve = async (draft: Named): Promise<void> => {
      await submit(draft)
      await asOperator(http, 'decideTemplateReview', { ...named(draft), decision: 'approve' })
      await register(draft)
    }
    const turn = (draft: Named, to: string) =>
      asOperator(http, 'switchTemplate', { ...named(draft), to, reasonCode: 'vendor_asked' })

    const send = (draftId: string, variables: object, at = http): Promise<Reply> =>
      at.call('POST', '/v1/messages', aSend(tenant, { templateId: draftId, variables }))
    const codeOf = (reply: Reply): unknown => (reply.status === 202 ? 202 : valueIn(reply, 'code'))

    it('are written by an Agent, reviewed by people, and sent while approved', async () => {
      const draft = await save(FIRST)
      const values = { name: 'Asha', order: '10024' }
      const sent = async () => codeOf(await send(draft.draftId, values))
      expect(await sent()).to.equal('template_unavailable')
      await approve(draft)
      expect(await sent()).to.equal(202)
      const { body } = await asAgent('listCustomerMessageTemplates')
      expect(JSON.stringify(body)).to.include(draft.draftId)
      await turn(draft, 'paused')
      expect(await sent()).to.equal('template_unavailable')
      await turn(draft, 'approved')
      expect(await sent()).to.equal(202)
      await turn(draft, 'retired')
      expect(await sent()).to.equal('template_unavailable')
      const polled = await asAgent('listCustomerTemplateDrafts', { state: 'retired' })
      expect(JSON.stringify(polled.body)).to.include('vendor_asked')
    })

    it('are rejected by field if incomplete, with an audit entry', async () => {
      const { organizationId } = tenant.organization
      const body = { organizationId, ...FIRST, content: { text: 'Hello {{name}} {{whom}}.', dlt: true } }
      const reply = await askAsAgent(http, bearer, 'saveCustomerTemplateDraft', body)
      expect(reply.status).to.equal(400)
      expect(valueIn(reply, 'fieldErrors')).to.deep.include({
        location: 'body',
        field: '/content/text',
        code: 'unknown',
        message: 'The variable `whom` is not declared.',
      })
      const acts = await right(http.storage.audit.chain(organizationId, 0, 1_000))
      expect(acts.at(-1)).to.include({ action: 'saveCustomerTemplateDraft', outcome: 'refused' })
    })

    it('are not sent to India if they are for other countries', async () => {
      const draft = await save(DRAFT_BODY)
      await submit(draft)
      await asOperator(http, 'decideTemplateReview', { ...named(draft), decision: 'approve' })
      const reply = await send(draft.draftId, { name: 'Asha', order: '1' })
      expect(codeOf(reply)).to.equal('template_unavailable')
    })

    it('approved only for the sandbox are sent in the test environment, never in production', async () => {
      const content = { subject: 'Order {{order}}', text: 'Hello {{name}}.' }
      for (const [environment, sandboxOnly, expected] of [
        ['test', true, 202],
        ['production', true, 'template_unavailable'],
        ['production', false, 202],
      ] as const) {
        await beginAs(environment)
        const draft = await save({ ...DRAFT_BODY, channel: 'email', content })
        await submit(draft)
        const decision = { ...named(draft), decision: 'approve', sandboxOnly }
        await asOperator(http, 'decideTemplateReview', decision)
        const about = { channel: 'email', to: 'asha@example.com', templateId: draft.draftId }
        const sending = aSend(tenant, { ...about, variables: { name: 'Asha', order: '1' } })
        expect(codeOf(await http.call('POST', '/v1/messages', sending)), environment).to.equal(expected)
      }
    })

    /** The stored message. */
    const messageOf = async (reply: Reply): Promise<Message> => {
      const messageId = textAt(reply, 'messageId')
      if (!isId('msg', messageId)) throw new Error(`${messageId} is no message`)
      const message = (await evidenceOf(http.storage, messageId))?.message
      if (message === undefined) throw new Error(`${messageId} is not there`)
      return message
    }

    it('are replaced while messages are accepted: each has either the older or the newer text', async () => {
      const first = await save(FIRST)
      const { draftId } = first
      await approve(first)
      const versionOf = async () =>
        (await right(http.storage.catalog.app(tenant.app.appId)))?.templates.get(draftId)?.templateVersionId
      const older = await versionOf()
      const second = await save({ ...SECOND, draftId, version: 1 })
      await submit(second)
      await asOperator(http, 'decideTemplateReview', { ...named(second), decision: 'approve' })
      const hosts = [http, another ?? http]
      const accepted = { older: [] as Reply[], newer: [] as Reply[] }
      const so = { isOver: false, late: 0 }
      const work = async (at: HttpFixture): Promise<void> => {
        while (!so.isOver || so.late < WORKERS * 4) {
          const isLate = so.isOver
          const [asOlder, asNewer] = await Promise.all([
            send(draftId, { name: 'Asha', order: '10024' }, at),
            send(draftId, { name: 'Asha' }, at),
          ])
          for (const reply of [asOlder, asNewer]) expect(codeOf(reply)).to.be.oneOf([202, 'invalid_request'])
          if (isLate) expect([codeOf(asOlder), codeOf(asNewer)]).to.deep.equal(['invalid_request', 202])
          if (asOlder.status === 202) accepted.older.push(asOlder)
          if (asNewer.status === 202) accepted.newer.push(asNewer)
          if (isLate) so.late += 1
        }
      }
      const working = Array.from({ length: WORKERS }, (_, at) => work(hosts[at % 2] ?? http))
      while (accepted.older.length < WORKERS * 2) await new Promise((resolve) => setTimeout(resolve, 5))
      await register(second)
      so.isOver = true
      await Promise.all(working)
      const newer = await versionOf()
      expect(newer).not.to.equal(older)
      for (const [replies, version, units] of [
        [accepted.older, older, 1],
        [accepted.newer, newer, 2],
      ] as const) {
        expect(replies.length).to.be.above(0)
        for (const reply of replies) {
          const message = await messageOf(reply)
          expect(message.templateVersionId).to.equal(version)
          expect(message.units).to.equal(units)
          expect(message.charge.amountMinor).to.equal(units * PRICE_MINOR)
        }
      }
    })
  })

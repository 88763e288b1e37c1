import { expect } from 'chai'
import { providerTemplates, type ProviderTemplatesOptions } from '@postrider/cli/commands/provider-templates'
import { createTerminal } from '@postrider/command/terminal/terminal'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { templateVersionOf } from '@postrider/core/templates/domain/publish-draft'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import { E } from '@postrider/core/fp'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import {
  answering,
  type ScriptedServer,
  startScriptedServer,
} from '../../adapters/http-calls/scripted-server.js'
import { loopbackNetworks } from '../../builders/loopback-networks.js'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'

const SECRETS = { accessToken: 'EAAJB', appSecret: 'secret', verifyToken: 'token' }

const listed = (name: string, status: string, category: string) => ({
  id: '1',
  name,
  language: 'en_US',
  status,
  category,
  quality_score: { score: 'YELLOW' },
})

describe('postrider provider templates', () => {
  let server: ScriptedServer
  let http: HttpFixture
  let account: ProviderAccount
  let version: TemplateDraft

  before(async () => {
    server = await startScriptedServer()
    http = await openHttpFixture({})
    const tenant = await http.openTenant(10_000_000, {
      opened: (bare) => {
        account = {
          ...bare,
          kind: 'whatsapp',
          name: 'Cloud API',
          channels: ['whatsapp'],
          settings: { wabaId: '102290129340398', baseUrl: server.url },
          sealedSecrets: http.ports.keyRing.seal(
            JSON.stringify(SECRETS),
            secretsContext(bare.providerAccountId),
            undefined,
          ),
        }
        return account
      },
    })
    version = aDraft({
      organizationId: tenant.organization.organizationId,
      content: { channel: 'whatsapp', text: 'Hello {{name}}, your order {{order}} is here.' },
      state: 'approved',
      registration: { channel: 'whatsapp', ...WHATSAPP_REGISTRATION, category: 'utility' },
    })
    await right(
      http.ports.storage.units.transact('exclusive', async (unit) => {
        unit.templateDrafts.add(version)
        const published = templateVersionOf(version)
        if (published !== undefined) unit.templates.add(published)
        return E.right(undefined)
      }),
    )
  })
  after(async () => {
    await http.close()
    await server.close()
  })

  const run = async (options: ProviderTemplatesOptions = {}, accountId = account.providerAccountId) => {
    let [out, err] = ['', '']
    const terminal = createTerminal(
      { write: (text) => (out += text) },
      { write: (text) => (err += text) },
      {},
    )
    const openers = [whatsappOpener({ clock: http.ports.clock, networks: loopbackNetworks })]
    const ports = { ...http.ports, providers: openers }
    const exitCode = await providerTemplates(terminal, accountId, options)({ ports })
    return { exitCode, out, err, cells: out.split('\n').map((line) => line.split(/ {2,}/)) }
  }
  const vendorHas = (...templates: ReadonlyArray<ReturnType<typeof listed>>) =>
    server.answerWith(answering(200, { data: templates }))
  const pending = () =>
    right(http.ports.storage.receipts.pendingTemplates(Date.now() + 60_000, undefined, 10))

  it('shows each template with what is registered here, and changes nothing', async () => {
    vendorHas(listed('order_shipped', 'PAUSED', 'MARKETING'), listed('welcome', 'APPROVED', 'UTILITY'))
    const { exitCode, cells } = await run()
    expect(exitCode).to.equal(0)
    expect(cells.slice(1, 3)).to.deep.equal([
      [
        'order_shipped',
        'en_US',
        'PAUSED',
        'MARKETING',
        'YELLOW',
        `${version.draftId} version 1`,
        'approved',
        'utility',
        'another status, another category',
      ],
      ['welcome', 'en_US', 'APPROVED', 'UTILITY', 'YELLOW', '-', '-', '-', 'not registered here'],
    ])
    expect(await pending()).to.deep.equal([])
  })

  it('applies differences only with --sync, and each once within an hour', async () => {
    vendorHas(listed('order_shipped', 'PAUSED', 'MARKETING'))
    const first = await run({ sync: true })
    expect(first.err).to.match(/A running dispatcher applies 2 changes within a minute\.\n$/)
    expect((await pending()).map(({ name, verdict }) => [name, verdict])).to.deep.equal([
      ['order_shipped', 'paused'],
      ['order_shipped', 'recategorized'],
    ])
    const again = await run({ sync: true })
    expect(again.err).to.match(/0 of 2 changes are new/)
    vendorHas(listed('order_shipped', 'APPROVED', 'UTILITY'))
    expect((await run({ sync: true })).err).to.match(/There is nothing to apply\.\n$/)
  })

  it('names what the vendor lacks', async () => {
    vendorHas()
    const { exitCode, cells } = await run()
    expect(exitCode).to.equal(0)
    expect(cells[1]).to.include.members(['order_shipped', 'not at the vendor'])
  })

  it('fails with the reason, without secrets, and for an account that is not there', async () => {
    server.answerWith(answering(400, { error: { code: 190, message: 'EAAJB expired' } }))
    const refused = await run()
    expect(refused.exitCode).to.equal(1)
    expect(refused.err)
      .to.match(/The templates of Cloud API cannot be read: .*400, 190/)
      .and.not.to.include('EAAJB')
    expect((await run({}, fresh.id('pac'))).err).to.match(/^Provider account pac_\w+ not found\.\n$/)
  })
})

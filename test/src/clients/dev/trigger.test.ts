import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVENT_DESCRIPTIONS } from '@postrider/contracts/events/event-types'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { reportExpiringCredentials } from '@postrider/core/identity/use-cases/credentials/report-expiring-credentials'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { createDispatcherHost, type DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { createMetrics } from '@postrider/wiring/metrics/metrics'
import { expect } from 'chai'
import { repositoryRoot } from '../../architecture/source-files.js'
import { takeIn } from '../../builders/signed-in.js'
import { RELEASE } from '../../hosts/http/http-fixture.js'
import { listeningLog } from '../../hosts/http/listening-log.js'
import { aPerson } from '../../hosts/http/people.js'
import type { TestTenant } from '../../hosts/http/test-tenant.js'
import { type Fault, type FaultyGateway, startFaultyGateway } from '../client/faulty-gateway.js'
import { answerOf, type DevScene, openDevScene, type Ran } from './dev-scene.js'

interface ReadEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

describe('postrider-dev trigger', () => {
  let scene: DevScene
  let tenant: TestTenant
  let dispatcher: DispatcherHost
  let gateway: FaultyGateway
  let message: readonly string[]
  let environment: Readonly<Record<string, string>>
  const noFault = (): Fault => 'none'

  before(async () => {
    scene = await openDevScene()
    const { http } = scene
    tenant = await http.openTenant(1_000_000, {
      opened: (account) => ({
        ...account,
        sealedSecrets: http.ports.keyRing.seal('{}', secretsContext(account.providerAccountId), undefined),
      }),
    })
    const person = await aPerson(http)
    await takeIn(http, tenant.organization.organizationId, person, 'owner')
    const login = ['login', '--url', scene.url, '--email', person.email]
    await scene.runBare(login, { piped: person.password })
    gateway = await startFaultyGateway(http.port, noFault)
    environment = { POSTRIDER_CREDENTIAL: tenant.bearer }
    const template = ['--template', tenant.template.sms.templateId]
    message = [...template, '--to=+919876540000', '--var=name=Asha', '--var=note=It has left.']
    const { ports, postrider } = http
    const { log } = listeningLog()
    const pace = { balanceMs: 200, credentialMs: 200 }
    dispatcher = createDispatcherHost({ ports, postrider, log, gauges: createMetrics(RELEASE), pace })
    await dispatcher.start()
  })
  after(async () => {
    await dispatcher.stop()
    await gateway.stop()
    await scene.close()
  })

  const trigger = (type: string, ...options: readonly string[]): Promise<Ran> =>
    scene.run(['trigger', type, ...options, '-o', 'json'], { environment })

  const triggered = async (type: string, ...options: readonly string[]): Promise<Ran> => {
    const ran = await trigger(type, ...options)
    expect(ran.code, ran.words).to.equal(0)
    return ran
  }

  const events = async (): Promise<readonly ReadEvent[]> => {
    const headers = { Authorization: `Bearer ${tenant.bearer}` }
    const { body } = await scene.http.call('GET', '/v1/events?limit=1000', { headers })
    return (body as { readonly events: readonly ReadEvent[] }).events
  }

  const happens = async (type: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const [name = '', value] = Object.entries(fields)[0] ?? []
    await eventually(type, async () =>
      (await events()).some((event) => event.type === type && event.data[name] === value),
    )
  }

  const called = async (operation: string, body: Readonly<Record<string, string>>) => {
    const data = Object.entries({ organizationId: tenant.organization.organizationId, ...body })
    const args = data.flatMap(([name, value]) => ['-d', `${name}=${value}`])
    const ran = await scene.run(['call', operation, ...args, '-o', 'json'], { environment })
    expect(ran.code, ran.words).to.equal(0)
    return answerOf(ran)
  }

  it('sends to the sandbox number that leads to an event', async () => {
    for (const [type, digits] of [
      ['message.delivered', '0000'],
      ['message.read', '0008'],
      ['message.failed', '0001'],
      ['message.unconfirmed', '0003'],
    ] as const) {
      const args = ['trigger', type, ...message, '-o', 'json']
      const ran = await scene.run(args, { environment: { ...environment, POSTRIDER_URL: gateway.url } })
      expect(ran.code, ran.words).to.equal(0)
      expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).to.include({ to: `+91987654${digits}` })
      await happens(type, { messageId: answerOf(ran)['messageId'] })
    }
    expect((await trigger('message.failed')).words).to.contain('--template')
  })

  it('cancels a message that waits', async () => {
    const { message: canceled } = answerOf(await triggered('message.canceled', ...message))
    await happens('message.canceled', { messageId: (canceled as { messageId: string }).messageId })
  })

  it('replies to a test message', async () => {
    await triggered('message.received', ...message)
    await happens('message.received', { to: 'PSTRDR' })
  })

  it('opts a recipient out and in again', async () => {
    await triggered('consent.opted_out', ...message)
    await happens('consent.opted_out', { source: 'opt_out' })
    await happens('consent.opted_in', { source: 'opt_out' })
    await triggered('consent.opted_in', ...message)
  })

  it('verifies an OTP', async () => {
    const template = ['--template', tenant.otpTemplate.templateId]
    const otp = [...template, '--to=+919876540000', '--var=name=Asha']
    const { challengeId } = answerOf(await triggered('otp.verified', ...otp))
    await happens('otp.verified', { challengeId })
    await triggered('otp.verified', ...otp)
    const without = await trigger('otp.verified', ...otp, '--dry-run')
    expect([without.code, without.out]).to.deep.equal([2, ''])
  })

  it('disables the app and enables it again', async () => {
    const { appId } = tenant.app
    expect(answerOf(await triggered('app.paused'))).to.have.nested.property('app.status', 'active')
    await happens('app.paused', { appId })
    await happens('app.resumed', { appId })
    await triggered('app.resumed')
  })

  it('lets the balance fall below a threshold that it sets, and sets the previous one', async () => {
    const account = { currency: 'INR', environment: 'test' }
    const alert = async () => (await called('getBalanceAlert', account))['thresholdMinor']
    const thresholdOf = async (): Promise<void> => {
      const { length } = (await events()).filter(({ type }) => type === 'balance.low')
      await triggered('balance.low', ...message)
      await eventually(
        'the event',
        async () => (await events()).filter(({ type }) => type === 'balance.low').length === length + 1,
      )
    }
    await thresholdOf()
    expect(await alert()).to.equal(null)
    await called('setBalanceAlert', { ...account, thresholdMinor: '500' })
    await thresholdOf()
    expect(await alert()).to.equal(500)
  })

  it('reaches a budget, and deletes it', async () => {
    const reached = async (): Promise<number> =>
      (await events()).filter(({ type }) => type === 'budget.threshold_reached').length
    for (const times of [1, 2]) {
      await triggered('budget.threshold_reached', ...message)
      await eventually(`event ${times}`, async () => (await reached()) === times)
    }
    expect((await called('listOrganizationBudgets', {}))['budgets']).to.deep.equal([])
  })

  it('creates a credential that expires soon, and revokes earlier ones', async () => {
    const { appId } = tenant.app
    const created = await triggered('credential.expiring', '--app', appId)
    expect(created.out).not.to.include('"secret"')
    const { ports } = scene.http
    const clock = { nowMs: () => Date.now() + 60_000 }
    expect(await right(reportExpiringCredentials({ ...ports, clock })())).to.equal(1)
    const { credentialId } = answerOf(created)['credential'] as { readonly credentialId: string }
    await happens('credential.expiring', { credentialId })
    const active = async (): Promise<readonly string[]> =>
      (
        (await called('listServerCredentials', { appId }))['credentials'] as ReadonlyArray<{
          credentialId: string
          label: string
          status: string
        }>
      )
        .filter(({ label, status }) => label.startsWith('postrider-dev') && status === 'active')
        .map((one) => one.credentialId)
    await triggered('credential.expiring', '--app', appId)
    expect(await active())
      .to.include(credentialId)
      .and.have.lengthOf(2)
    const later = Date.now() + 6 * 60_000
    const { now } = Date
    Date.now = () => later
    try {
      await triggered('credential.expiring', '--app', appId)
    } finally {
      Date.now = now
    }
    const left = await active()
    expect([left.length, left.includes(credentialId)]).to.deep.equal([1, false])
    const without = await trigger('credential.expiring', '--app', 'app_1')
    expect(without.code).to.equal(2)
  })

  it('sends a test event to a webhook endpoint', async () => {
    const { appId } = tenant.app
    const created = await called('createWebhookEndpoint', { appId, url: 'https://example.com/hooks' })
    const { endpointId } = created['endpoint'] as { readonly endpointId: string }
    await triggered('webhook.test', '--endpoint', endpointId)
    await happens('webhook.test', { endpointId })
    expect((await trigger('webhook.test')).code).to.equal(2)
  })

  it('accepts the types that its help and the pages of the types have, and the guide has all types', async () => {
    const help = (await scene.run(['trigger', '--help'])).out
    const completed = (await scene.runBare(['__complete', '--', 'postrider-dev', 'trigger', ''])).out
    const guide = readFileSync(join(repositoryRoot, 'docs/developers-command.md'), 'utf8')
    const types = Object.keys(EVENT_DESCRIPTIONS)
    for (const type of types) {
      expect(guide).to.include(`\`${type}\``)
      expect(help.includes(`  ${type} `), type).to.equal(completed.split('\n').includes(type))
      const page = readFileSync(join(repositoryRoot, `hosts/http/dist/site/events/${type}.md`), 'utf8')
      expect(page.includes(`postrider-dev trigger ${type}`), type).to.equal(help.includes(`  ${type} `))
    }
    expect(types.filter((type) => !help.includes(`  ${type} `))).to.deep.equal([
      'template.approved',
      'template.rejected',
      'template.paused',
      'events.gap',
    ])
    for (const type of ['template.approved', 'events.gap'])
      expect((await trigger(type, ...message)).words).to.contain('message.failed')
  })
})

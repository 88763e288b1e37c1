import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { right } from '@postrider/conformance/outcome'
import { ERROR_GUIDES } from '@postrider/contracts/errors/error-guide'
import { FIELD_GUIDES } from '@postrider/contracts/errors/field-guide'
import { FAILURE_GUIDES } from '@postrider/core/messaging/domain/messages/failure-guide'
import { expect } from 'chai'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from '../../adapters/provider-smtp/test-certificate.js'
import { repositoryRoot } from '../../architecture/source-files.js'
import { saveBudget } from '../../builders/save-budget.js'
import { type DevScene, openDevScene, type Ran } from './dev-scene.js'
import type { HttpFixture } from '../../hosts/http/http-fixture.js'
import type { TestTenant } from '../../hosts/http/test-tenant.js'

const run = promisify(execFile)

/** Codes whose fix names the program's own options. */
const OWN_FIXES: ReadonlySet<string> = new Set(['unauthenticated', 'idempotency_conflict', 'route_not_found'])

interface Looked {
  readonly step: string
  readonly state: string
  readonly says: string
  readonly todo?: string
}

const stepsIn = ({ out }: Ran): ReadonlyMap<string, Looked> =>
  new Map((JSON.parse(out) as readonly Looked[]).map((each) => [each.step, each]))

const namesOf = (steps: ReadonlyMap<string, Looked>, state: string): readonly string[] =>
  [...steps.values()].filter((each) => each.state === state).map(({ step }) => step)

const messageOf = ({ template }: TestTenant, changes: readonly string[] = []): readonly string[] => [
  '--channel=sms',
  '--to=+919876543210',
  `--template=${template.sms.templateId}`,
  '--var=name=Asha',
  '--var=note=It has left.',
  ...changes,
]

/**
 * The problem of a tenant or a message, the step that reports it, and the number of passed steps before it.
 */
type Cause = readonly [
  step: string,
  code: string,
  spoil: (http: HttpFixture, tenant: TestTenant) => Promise<readonly string[] | undefined>,
]

const CAUSES: readonly Cause[] = [
  ['message', 'to: ', async (_, tenant) => messageOf(tenant, ['--to', '919876543210'])],
  [
    'entitlement',
    'organization_suspended',
    async ({ storage }, { organization }) => {
      await right(storage.catalog.save({ organizations: [{ ...organization, status: 'suspended' }] }))
      return undefined
    },
  ],
  [
    'entitlement',
    'channel_not_active',
    async ({ storage }, { app }) => {
      await right(storage.catalog.save({ apps: [{ ...app, status: 'disabled' }] }))
      return undefined
    },
  ],
  [
    'destination',
    'destination_not_allowed',
    async ({ storage }, { app }) => {
      await right(storage.catalog.save({ apps: [{ ...app, restrictions: { allowedCountries: ['GB'] } }] }))
      return undefined
    },
  ],
  ['template', 'template_unavailable', async (_, tenant) => messageOf(tenant, ['--template', 'tpl_none'])],
  ['template', 'variables.more', async (_, tenant) => messageOf(tenant, ['--var', 'more=x'])],
  ['price', 'price_unavailable', async (_, tenant) => messageOf(tenant, ['--to', '+447400123456'])],
]

/** Runs another server meanwhile, and passes its port. */
const withServer = async (server: HttpServer, work: (port: number) => Promise<void>): Promise<void> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const BEFORE = ['address', 'tls', 'service', 'clock']
const ORDER = [
  'message',
  'entitlement',
  'destination',
  'template',
  'sender',
  'price',
  'provider',
  'budget',
  'balance',
]

describe('postrider-dev why', () => {
  let scene: DevScene
  before(async () => {
    scene = await openDevScene()
  })
  after(() => scene.close())

  const whyOf = (tenant: { readonly bearer: string }, args: readonly string[], more: object = {}) =>
    scene.run(['why', ...args, '-o', 'json'], {
      environment: { POSTRIDER_CREDENTIAL: tenant.bearer, ...more },
    })

  /**
   * Expects that all steps before pass, that the step fails with advice, and that later steps are not
   * reported.
   */
  const expectCause = (ran: Ran, step: string, message: string): void => {
    const steps = stepsIn(ran)
    expect([ran.code, namesOf(steps, 'wrong')], ran.out).to.deep.equal([1, [step]])
    const found = steps.get(step)
    expect(found?.says).to.include(message)
    expect(found?.todo ?? '').not.to.equal('')
    const at = ORDER.indexOf(step)
    for (const each of [...BEFORE, ...ORDER.slice(0, at)])
      expect(steps.get(each)?.state, each).to.equal('right')
    for (const each of ORDER.slice(at + 1)) expect(steps.get(each)?.state, each).to.equal('unseen')
    expect(ran.words).to.include(`A send would fail: ${step}`)
  }

  it('lists passed checks in order with price and balance, and sends nothing', async () => {
    const before = await scene.http.written()
    const ran = await whyOf(scene.http.mine, scene.message)
    const steps = stepsIn(ran)
    expect([...steps.keys()]).to.deep.equal([...BEFORE, 'credential', ...ORDER])
    expect([ran.code, namesOf(steps, 'wrong'), namesOf(steps, 'unseen')]).to.deep.equal([0, [], []])
    expect(steps.get('price')?.says).to.include('25 INR')
    expect(steps.get('balance')?.says).to.match(/Left afterwards: \d+ /)
    // The credential of the test expires within a day.
    expect(steps.get('credential')?.state).to.equal('warning')
    expect(await scene.http.written()).to.deep.equal(before)
  })

  for (const [step, message, spoil] of CAUSES)
    it(`reports ${message} at ${step}`, async () => {
      const tenant = await scene.http.openTenant(1_000)
      const args = (await spoil(scene.http, tenant)) ?? messageOf(tenant)
      expectCause(await whyOf(tenant, args), step, message)
    })

  it('reports a missing sender, and a missing provider', async () => {
    const unmapped = await scene.http.openTenant(1_000, { configured: ['email'] })
    expectCause(await whyOf(unmapped, messageOf(unmapped)), 'sender', 'sender_unavailable')
    const closed = await scene.http.openTenant(1_000, { providerStatus: 'disabled' })
    expectCause(await whyOf(closed, messageOf(closed)), 'provider', 'provider_unavailable')
  })

  it('reports a budget that is exceeded, and an insufficient balance', async () => {
    const bounded = await scene.http.openTenant(1_000)
    const { organizationId } = bounded.organization
    const order = { actor: { kind: 'operator', id: 'test' }, organizationId } as const
    const budget = {
      scope: {},
      currency: 'INR',
      action: 'block',
      alertPercents: [80],
      environment: 'test',
    } as const
    await right(saveBudget(scene.http.ports)({ ...order, ...budget, period: 'month', limitMinor: 1 }))
    expectCause(await whyOf(bounded, messageOf(bounded)), 'budget', 'budget_exceeded')
    const poor = await scene.http.openTenant(7)
    const ran = await whyOf(poor, messageOf(poor))
    expectCause(ran, 'balance', 'Available: 7 (minor units)')
  })

  it('reports a credential that is mistyped, expired, or without a permission', async () => {
    const { mine } = scene.http
    const wrong: ReadonlyArray<readonly [string, string]> = [
      ['checksum', mine.bearer.slice(0, -1) + (mine.bearer.endsWith('A') ? 'B' : 'A')],
      ['unauthenticated', (await mine.issue({ expiresAtMs: 1 })).bearer],
      ['not messages.send', (await mine.issue({ actions: ['messages.read'] })).bearer],
      ['the channel sms', (await mine.issue({ channels: ['email'] })).bearer],
    ]
    for (const [message, bearer] of wrong) {
      const ran = await whyOf({ bearer }, scene.message)
      const steps = stepsIn(ran)
      expect([ran.code, namesOf(steps, 'wrong')], ran.out).to.deep.equal([1, ['credential']])
      expect(steps.get('credential')?.says).to.include(message)
      expect(namesOf(steps, 'right')).to.deep.equal(BEFORE)
      expect(ran.out + ran.words).not.to.include(bearer)
    }
  })

  it('explains each error code, field code and failure code, offline', async () => {
    const failures = Object.entries(FAILURE_GUIDES).map(
      ([code, { meaning, causes, advice }]) => [code, { meaning, causes, fix: advice }] as const,
    )
    for (const [code, { meaning, causes, fix }] of [
      ...Object.entries(ERROR_GUIDES),
      ...Object.entries(FIELD_GUIDES),
      ...failures,
    ]) {
      const ran = await scene.run(['why', code, '-o', 'json'], { environment: { POSTRIDER_URL: undefined } })
      const told = JSON.parse(ran.out) as Readonly<Record<string, unknown>>
      expect([ran.code, told['meaning'], told['causes']], code).to.deep.equal([0, meaning, causes])
      if (!OWN_FIXES.has(code)) expect(told['fix'], code).to.equal(fix)
    }
    for (const code of ['bogus', 'toString']) expect((await scene.run(['why', code])).code, code).to.equal(2)
  })

  it('checks what it can without a message', async () => {
    const steps = stepsIn(await whyOf(scene.http.mine, []))
    expect(namesOf(steps, 'wrong')).to.deep.equal([])
    expect(steps.get('entitlement')?.state).to.equal('right')
    expect([steps.get('template')?.todo, steps.get('destination')?.todo]).to.deep.equal([
      'Pass --template, and --var for each variable.',
      'Pass --to.',
    ])
    const suspended = await scene.http.openTenant(1_000)
    const { organization } = suspended
    await right(
      scene.http.storage.catalog.save({ organizations: [{ ...organization, status: 'suspended' }] }),
    )
    expect(namesOf(stepsIn(await whyOf(suspended, [])), 'wrong')).to.deep.equal(['entitlement'])
  })

  const lookedAt = async (address: string, args = scene.message) =>
    stepsIn(await whyOf(scene.http.mine, args, { POSTRIDER_URL: address }))

  it('reports a closed port, and a foreign server', async () => {
    let address = ''
    // Without "close", the next call could use this connection before it has noticed that the server is gone.
    const page = (_: IncomingMessage, response: ServerResponse) =>
      response.setHeader('connection', 'close').end('<html>Log in to the hotel')
    await withServer(createHttpServer(page), async (port) => {
      address = `http://127.0.0.1:${port}`
      const hotel = await lookedAt(address)
      expect(hotel.get('service')?.state).to.equal('wrong')
      expect(hotel.get('service')?.says).to.include('isn’t from Postrider')
    })
    const nobody = await lookedAt(address)
    expect(namesOf(nobody, 'wrong')).to.deep.equal(['address'])
    expect(nobody.get('address')?.says).to.include('ECONNREFUSED')
    expect(namesOf(nobody, 'right')).to.deep.equal([])
  })

  it('reports an untrusted certificate, and a port without TLS', async () => {
    const options: ServerOptions = { key: TEST_KEY_PEM, cert: TEST_CERTIFICATE_PEM }
    await withServer(
      createTlsServer(options, (_, response) => response.end('{}')),
      async (port) => {
        const untrusted = await lookedAt(`https://127.0.0.1:${port}`)
        expect(namesOf(untrusted, 'wrong')).to.deep.equal(['tls'])
        expect(untrusted.get('tls')?.todo).to.include('NODE_EXTRA_CA_CERTS')
      },
    )
    const plain = await lookedAt(`https://127.0.0.1:${scene.http.port}`)
    expect(namesOf(plain, 'wrong')).to.deep.equal(['tls'])
    expect(plain.get('tls')?.todo).to.include('doesn’t use TLS')
  })

  it('shows how long a trusted certificate is valid', async () => {
    const authority = join(scene.home, 'authority.pem')
    writeFileSync(authority, TEST_CERTIFICATE_PEM)
    const server = createTlsServer({ key: TEST_KEY_PEM, cert: TEST_CERTIFICATE_PEM }, (_, response) =>
      response.end('{ "status": "pass", "checks": [] }'),
    )
    await withServer(server, async (port) => {
      const env = {
        HOME: scene.home,
        NODE_EXTRA_CA_CERTS: authority,
        POSTRIDER_URL: `https://127.0.0.1:${port}`,
        POSTRIDER_CREDENTIAL: 'pr_test_mistyped',
      }
      const program = join(repositoryRoot, 'clients/dev/bin/postrider-dev.mjs')
      const ran = await run(process.execPath, [program, 'why', '-o', 'json'], { env }).catch(
        (error: unknown) => error as { readonly stdout: string; readonly stderr: string },
      )
      const steps = stepsIn({ code: 1, out: ran.stdout, words: ran.stderr })
      expect(steps.get('tls')?.says).to.match(/valid for another \d{4,} days/)
      expect(namesOf(steps, 'wrong')).to.deep.equal(['credential'])
      expect(ran.stderr).to.equal('A send would fail: credential.\n')
    })
  })

  it("warns about a wrong clock, based on the service's Date", async () => {
    const past = new Date(Date.now() - 120_000).toUTCString()
    const checks = [{ name: 'storage', status: 'pass', observedAt: past }]
    const server = createHttpServer((_, response) => {
      response.setHeader('Date', past)
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ status: 'pass', checks, time: past }))
    })
    await withServer(server, async (port) => {
      const steps = await lookedAt(`http://127.0.0.1:${port}`, [])
      expect(steps.get('clock')?.state).to.equal('warning')
      expect(steps.get('clock')?.says).to.match(/1[12]\d s ahead of/)
    })
  })
})

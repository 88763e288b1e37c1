import { crc32 } from 'node:zlib'
import { expect } from 'chai'
import { base62 } from '@postrider/auth-node/base62'
import { ROUTES } from '@postrider/contracts/routes/route-table'
import type { ServerCredential } from '@postrider/core/domain/tenancy/credential'
import { right } from '../../conformance/outcome.js'
import { aSendBody, freshKey } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { CALLERS, type CallerKind, MATRIX } from './matrix-table.js'
import { expectRefusal, valueIn } from './refusals.js'
import type { TestTenant } from './test-tenant.js'

type OperationId = keyof typeof ROUTES

interface Call {
  readonly path: string
  readonly body?: unknown
}

/** A bearer of the same selector and secret that claims another environment, its checksum right. */
const relabelled = (bearer: string): string => {
  const text = bearer.replace(/^pr_test_/, 'pr_production_').slice(0, -6)
  return text + base62(crc32(text), 6)
}

describe('The authorization matrix of the sending plane', function () {
  this.timeout(60_000)
  let http: HttpFixture
  let suspended: TestTenant
  /** What a suspended Organization may still ask about: it was begun while it could. */
  const beforeSuspension = new Map<OperationId, Call>()
  const bearers = new Map<CallerKind, string | undefined>()
  before(async () => {
    http = await openHttpFixture()
    const { mine, other, storage, postrider } = http
    suspended = await http.openTenant(1_000)
    const changed = async (changes: Partial<ServerCredential>): Promise<string> => {
      const { bearer, credential } = await mine.issue()
      await right(storage.catalog.save({ credentials: [{ ...credential, ...changes }] }))
      return bearer
    }
    const secondApp = { ...mine.app, appId: http.ports.ids.next('app'), name: 'Another' }
    await right(storage.catalog.save({ apps: [secondApp] }))
    const grant = { actions: mine.credential.actions, channels: mine.credential.channels, label: 'another' }
    const ofSecond = await right(
      postrider.issueCredential({ ...grant, app: secondApp, expiresAtMs: mine.credential.expiresAtMs }),
    )
    for (const operation of ['getMessage', 'verifyOtp'] as const)
      beforeSuspension.set(operation, await calls[operation](suspended))
    const { organizationId } = suspended.organization
    await right(
      postrider.stopOrganization({
        actor: { kind: 'operator', id: 'test' },
        reason: 'for the test',
        organizationId,
      }),
    )
    const secret = 'x'.repeat(43)
    const made: Readonly<Record<CallerKind, string | undefined>> = {
      nobody: undefined,
      'a malformed bearer': `${mine.bearer}x`,
      'an unknown credential': http.ports.bearerSecrets.create('test').bearer,
      'an Agent key': `prag_customer_${'a'.repeat(16)}_${secret}AAAAAA`,
      'a user token': `prat_${secret}`,
      'a credential that ended': await changed({ expiresAtMs: 1 }),
      'a revoked credential': await changed({ revokedAtMs: 1 }),
      'a credential relabelled for another environment': relabelled(mine.bearer),
      'a credential for everything': (await mine.issue()).bearer,
      'the credential that it replaces': mine.bearer,
      'a credential without any action': (await mine.issue({ actions: [] })).bearer,
      'a credential without any channel': (await mine.issue({ channels: [] })).bearer,
      'another tenant': other.bearer,
      'another app of the Organization': ofSecond.bearer,
      'an app of a suspended Organization': suspended.bearer,
    }
    for (const caller of CALLERS) bearers.set(caller, made[caller])
  })
  after(() => http.close())

  /** Whose things are asked for: the first tenant's, but a suspended Organization asks for its own. */
  const ownerOf = (caller: CallerKind): TestTenant =>
    caller === 'an app of a suspended Organization' ? suspended : http.mine

  const post = (owner: TestTenant, path: string, body: unknown): Promise<Reply> =>
    http.call('POST', path, {
      headers: {
        Authorization: `Bearer ${owner.bearer}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': freshKey(),
      },
      body: JSON.stringify(body),
    })

  const passcodeBody = (owner: TestTenant) => ({
    channel: 'sms',
    to: '+919800000006',
    templateId: owner.otpTemplate.templateId,
    otpVariable: 'code',
    variables: { name: 'Asha' },
  })

  const messageIdOf = async (owner: TestTenant): Promise<string> =>
    String(valueIn(await post(owner, '/v1/messages', aSendBody(owner)), 'messageId'))

  const calls: Readonly<Record<OperationId, (owner: TestTenant) => Promise<Call> | Call>> = {
    sendMessage: (owner) => ({ path: '/v1/messages', body: aSendBody(owner) }),
    sendBatch: (owner) => ({ path: '/v1/messages/batch', body: { messages: [aSendBody(owner)] } }),
    sendOtp: (owner) => ({ path: '/v1/otp', body: passcodeBody(owner) }),
    verifyOtp: async (owner) => {
      const sent = await post(owner, '/v1/otp', passcodeBody(owner))
      const challengeId = String(valueIn(sent, 'challengeId'))
      return { path: '/v1/otp/verify', body: { challengeId, code: http.codes.get(challengeId) ?? '123456' } }
    },
    lookUpMessages: () => ({ path: '/v1/messages?clientReference=nothing' }),
    getMessage: async (owner) => ({ path: `/v1/messages/${await messageIdOf(owner)}` }),
    checkCredential: () => ({ path: '/v1/auth/check' }),
    getBalance: () => ({ path: '/v1/balances?currency=INR' }),
    listUsage: () => {
      const toMs = Date.now()
      return { path: `/v1/usage?currency=INR&from=${toMs - 1}&to=${toMs}` }
    },
    getHealth: () => ({ path: '/v1/health' }),
    getReadiness: () => ({ path: '/v1/readiness' }),
    getRelease: () => ({ path: '/v1/release' }),
    getContract: () => ({ path: '/openapi.json' }),
    readContract: () => ({ path: '/docs' }),
  }

  const ask = async (operation: OperationId, caller: CallerKind): Promise<Reply> => {
    const owner = ownerOf(caller)
    const before = owner === suspended ? beforeSuspension.get(operation) : undefined
    const { path, body } = before ?? (await calls[operation](owner))
    const bearer = bearers.get(caller)
    return http.call(ROUTES[operation].method, path, {
      headers: {
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    it(`answers ${operation} as declared, whoever asks (${CALLERS.length} cells)`, async () => {
      for (const caller of CALLERS) {
        const expected = MATRIX[operation][caller]
        const reply = await ask(operation, caller)
        if (typeof expected === 'number') expect(reply.status, caller).to.equal(expected)
        else expectRefusal(reply, expected)
      }
    })
  }
})

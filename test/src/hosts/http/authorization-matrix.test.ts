import { crc32 } from 'node:zlib'
import { expect } from 'chai'
import { base62 } from '@postrider/node/auth/base62'
import { ROUTES } from '@postrider/contracts/routes/route-table'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { SignedRequest } from '@postrider/core/support/ports/attachments'
import { aStoredFile, someBytes } from '@postrider/conformance/builders/a-stored-file'
import { upload } from '@postrider/conformance/attachments'
import { right } from '@postrider/conformance/outcome'
import { aCustomerKey, aSponsor } from './agents.js'
import { aPerson, type Person, signInAs } from './people.js'
import { aSendBody, freshKey } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { CALLERS, type CallerKind, MATRIX } from './matrix-table.js'
import { expectRefusal, valueIn } from './refusals.js'
import type { TestTenant } from './test-tenant.js'
import { stopOrganization } from '../../core/platform/use-cases/operators/commands.js'
import { issueCredential } from '../../builders/issue-credential.js'

type OperationId = keyof typeof ROUTES

interface Call {
  readonly path: string
  readonly body?: unknown
  /** A body that isn't JSON, and its headers. */
  readonly bytes?: { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }
}

const NOWHERE = { requestId: undefined, clientAddress: undefined }

/** All callers read every document within a second, which exceeds the host's limit (`maxPublicBytes`). */
const ALL_DOCUMENTS = { maxPublicBytes: 2 ** 30 }

const pathIn = ({ url }: SignedRequest): string => url.slice(new URL(url).origin.length)

/** A bearer with the same selector and secret that claims another environment, with a valid checksum. */
const relabeled = (bearer: string): string => {
  const text = bearer.replace(/^pr_test_/, 'pr_production_').slice(0, -6)
  return text + base62(crc32(text), 6)
}

describe('The authorization matrix of the sending plane', () => {
  let http: HttpFixture
  let person: Person
  /** Callers that ask for their own records, because their cell is about something that happened to them. */
  const owners = new Map<CallerKind, TestTenant>()
  /** Records that they may still read, created while they could send. */
  const begun = new Map<TestTenant, Map<OperationId, Call>>()
  const bearers = new Map<CallerKind, string | undefined>()
  before(async () => {
    http = await openHttpFixture({ limits: ALL_DOCUMENTS })
    person = await aPerson(http)
    const { mine, other, storage } = http
    const beginner = async (): Promise<TestTenant> => {
      const tenant = await http.openTenant(1_000)
      const own = new Map<OperationId, Call>()
      for (const operation of ['getMessage', 'verifyOtp'] as const)
        own.set(operation, await calls[operation](tenant))
      begun.set(tenant, own)
      return tenant
    }
    const [suspended, confined] = [await beginner(), await beginner()]
    owners.set('an app of a suspended Organization', suspended)
    owners.set('an app that may not send from there', confined)
    const restrictions = { allowedIps: ['127.0.0.2/32'] }
    await right(storage.catalog.save({ apps: [{ ...confined.app, restrictions }] }))
    const changed = async (changes: Partial<ServerCredential>): Promise<string> => {
      const { bearer, credential } = await mine.issue()
      await right(storage.catalog.save({ credentials: [{ ...credential, ...changes }] }))
      return bearer
    }
    const secondApp = { ...mine.app, appId: http.ports.ids.next('app'), name: 'Another' }
    await right(storage.catalog.save({ apps: [secondApp] }))
    const grant = { actions: mine.credential.actions, channels: mine.credential.channels, label: 'another' }
    const ofSecond = await right(
      issueCredential(http.ports)({ ...grant, app: secondApp, expiresAtMs: mine.credential.expiresAtMs }),
    )
    const { organizationId } = suspended.organization
    await right(
      stopOrganization(http.ports)({
        actor: { kind: 'operator', id: 'test' },
        reason: 'for the test',
        organizationId,
      }),
    )
    const secret = 'x'.repeat(43)
    const anAgent = async (): Promise<string> => {
      const home = mine.organization.organizationId
      return (await aCustomerKey(http, await aSponsor(http, home), home)).bearer
    }
    const made: Readonly<Record<CallerKind, string | undefined>> = {
      nobody: undefined,
      'a malformed bearer': `${mine.bearer}x`,
      'an unknown credential': http.ports.bearerSecrets.create('test').bearer,
      'an Agent key': await anAgent(),
      'a user token': `prat_${secret}`,
      // They have sessions of their own, because the sign-ins below end the oldest ones.
      'a signed-in person': await signInAs(http, await aPerson(http)),
      'a credential that ended': await changed({ expiresAtMs: 1 }),
      'a revoked credential': await changed({ revokedAtMs: 1 }),
      'a credential relabeled for another environment': relabeled(mine.bearer),
      'a credential for everything': (await mine.issue()).bearer,
      'the credential that it replaces': mine.bearer,
      'a credential without any action': (await mine.issue({ actions: [] })).bearer,
      'a credential without any channel': (await mine.issue({ channels: [] })).bearer,
      'another tenant': other.bearer,
      'another app of the Organization': ofSecond.bearer,
      'an app of a suspended Organization': suspended.bearer,
      'an app that may not send from there': confined.bearer,
    }
    for (const caller of CALLERS) bearers.set(caller, made[caller])
  })
  after(() => http.close())

  const post = (owner: TestTenant, path: string, body: unknown): Promise<Reply> =>
    http.call('POST', path, {
      headers: {
        Authorization: `Bearer ${owner.bearer}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': freshKey(),
      },
      body: JSON.stringify(body),
    })

  const otpBody = (owner: TestTenant) => ({
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
    sendOtp: (owner) => ({ path: '/v1/otp', body: otpBody(owner) }),
    verifyOtp: async (owner) => {
      const sent = await post(owner, '/v1/otp', otpBody(owner))
      const challengeId = String(valueIn(sent, 'challengeId'))
      return { path: '/v1/otp/verify', body: { challengeId, code: http.codes.get(challengeId) ?? '123456' } }
    },
    lookUpMessages: () => ({ path: '/v1/messages?clientReference=nothing' }),
    getMessage: async (owner) => ({ path: `/v1/messages/${await messageIdOf(owner)}` }),
    listRecentMessages: () => ({ path: '/v1/messages/recent' }),
    listEvents: () => ({ path: '/v1/events' }),
    listSandboxMessages: () => ({ path: '/v1/test/messages' }),
    checkCredential: () => ({ path: '/v1/auth/check' }),
    getBalance: () => ({ path: '/v1/balances?currency=INR' }),
    listUsage: () => {
      const toMs = Date.now()
      return { path: `/v1/usage?currency=INR&from=${toMs - 1}&to=${toMs}` }
    },
    createSession: () => ({
      path: '/v1/sessions',
      body: { email: person.email, password: person.password },
    }),
    refreshSession: async () => {
      const signedIn = await right(http.postrider.signIn(person, NOWHERE))
      return { path: '/v1/sessions/refresh', body: { refreshToken: signedIn.refreshToken } }
    },
    endSession: () => ({ path: '/v1/sessions' }),
    recoverPassword: () => ({ path: '/v1/password-recovery', body: { email: 'nobody@example.com' } }),
    runControlOperation: () => ({ path: '/v1/control/getCustomerContext', body: {} }),
    runAgentOperation: () => ({
      path: '/v1/agent/getCustomerContext',
      body: { requestId: 'the-agents-own-1' },
    }),
    uploadAttachment: async (owner) => {
      const bytes = someBytes()
      const file = aStoredFile(bytes, { organizationId: owner.organization.organizationId })
      const address = await http.attachments.uploadTo(file, Date.now() + 60_000)
      return { path: pathIn(address), bytes: { body: bytes, headers: address.headers } }
    },
    downloadAttachment: async (owner) => {
      const bytes = someBytes()
      const file = aStoredFile(bytes, { organizationId: owner.organization.organizationId })
      await upload(await http.attachments.uploadTo(file, Date.now() + 60_000), bytes)
      return { path: pathIn(await http.attachments.downloadFrom(file, Date.now() + 60_000)) }
    },
    getHealth: () => ({ path: '/v1/health' }),
    getReadiness: () => ({ path: '/v1/readiness' }),
    getRelease: () => ({ path: '/v1/release' }),
    getContract: () => ({ path: '/openapi.json' }),
    getSendingContract: () => ({ path: '/openapi.sending.json' }),
    getSendingContract30: () => ({ path: '/openapi.sending-3.0.json' }),
    getCapabilities: () => ({ path: '/capabilities.json' }),
    getLedgerKey: () => ({ path: '/ledger-key.json' }),
    readContract: () => ({ path: '/docs' }),
  }

  const ask = async (operation: OperationId, caller: CallerKind): Promise<Reply> => {
    const owner = owners.get(caller) ?? http.mine
    const { path, body, bytes } = begun.get(owner)?.get(operation) ?? (await calls[operation](owner))
    // A signed-out caller isn't accepted again.
    const isLeaving = operation === 'endSession' && caller === 'a signed-in person'
    const bearer = isLeaving ? await signInAs(http, await aPerson(http)) : bearers.get(caller)
    return http.call(ROUTES[operation].method, path, {
      headers: {
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey() }),
        ...bytes?.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(bytes === undefined ? {} : { body: bytes.body }),
    })
  }

  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    it(`responds to ${operation} as declared, for every caller (${CALLERS.length} cells)`, async () => {
      for (const caller of CALLERS) {
        const expected = MATRIX[operation][caller]
        const reply = await ask(operation, caller)
        if (typeof expected === 'number') expect(reply.status, caller).to.equal(expected)
        else expectRefusal(reply, expected, undefined, operation === 'runAgentOperation' ? ['success'] : [])
      }
    })
  }
})

import { expect } from 'chai'
import type { IdPrefix } from '@postrider/core/kernel/ids/id'
import { type OperationName, OPERATIONS } from '@postrider/core/assembly/registry'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { type SignedIn } from '../../builders/signed-in.js'
import { aFirm, type Firm } from './a-firm.js'
import { CONTROL_MATRIX, type ControlOperation } from './control-matrix-table.js'
import { CONTROL_REQUESTS, type ControlBody, done, IDENTIFIED, textAt } from './control-requests.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { control, postJson } from './people.js'
import { expectRefusal, valueIn } from './refusals.js'

const OPERATION_NAMES = Object.keys(CONTROL_MATRIX) as ControlOperation[]
const MUTATIONS = OPERATION_NAMES.filter((name) => OPERATIONS[name].mutation)

/** The identifiers of a request, read from the registry, including the nested one. */
const identifiersOf = (name: ControlOperation): readonly string[] => {
  const { request }: Operation = OPERATIONS[name]
  const own = [...Object.keys(request.required), ...Object.keys(request.optional)]
  const ids = own.filter((property) => property.endsWith('Id') && property !== 'requestId')
  return 'scope' in request.required ? [...ids, 'scope.appId'] : ids
}

/** The request with another identifier, and with the fields that it requires or forbids. */
const naming = (body: ControlBody, property: string, id: string): ControlBody => {
  if (property === 'scope.appId') return { ...body, scope: { appId: id } }
  if (property === 'budgetId') return { ...body, budgetId: id, version: 1 }
  return property === 'invitationId'
    ? { ...body, userId: undefined, invitationId: id }
    : { ...body, [property]: id }
}

const NOWHERE = { requestId: undefined, clientAddress: undefined }

/** A body with this number of unknown properties. */
const properties = (count: number): ControlBody =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, at] as const))

/** A reply without its time and its rate limit headers. */
const heard = ({ status, headers, body }: Reply): unknown => {
  const alike = { ...headers, date: '', ratelimit: '' }
  return { status, headers: alike, body: JSON.stringify(body) }
}

describe('The control operation runner', () => {
  let http: HttpFixture
  let firm: Firm
  let others: Firm
  before(async () => {
    http = await openHttpFixture()
    firm = await aFirm(http, http.mine)
    others = await aFirm(http, http.other)
  })
  after(() => http.close())

  const ask = ({ accessToken }: SignedIn, operation: string, body: ControlBody): Promise<Reply> =>
    control(http, accessToken, operation, body)

  /** A request that the owner may make. */
  const requestOf = (operation: ControlOperation): ControlBody | Promise<ControlBody> =>
    CONTROL_REQUESTS[operation]({ http, firm, asker: firm.members.owner })

  const ticketIn = (): ControlBody => ({
    organizationId: firm.tenant.organization.organizationId,
    subject: 'Late messages',
    text: 'Since this morning.',
    category: 'technical',
    priority: 'normal',
  })

  const requestId = (): string => `do-${fresh.hex(16)}`

  describe('knows only the registry', () => {
    it('and responds to every other name with not_found, regardless of the body', async () => {
      const agentsOnly = (Object.keys(OPERATIONS) as OperationName[]).filter(
        (name) => !(name in CONTROL_MATRIX),
      )
      expect(agentsOnly).not.to.have.length(0)
      const names: readonly string[] = [
        ...agentsOnly,
        'suspendOrganization',
        'listOrganizations',
        'provisionTenant',
        'runOperation',
        'GETCUSTOMERCONTEXT',
        'getCustomerContext%20',
        'toString',
        '__proto__',
        'constructor',
        '..%2Fauth',
        'members.manage',
        'admin.audit',
      ]
      for (const name of names)
        for (const body of [
          {},
          { organizationId: firm.tenant.organization.organizationId },
          { nothing: 1 },
        ]) {
          const reply = await ask(firm.members.owner, name, body)
          expectRefusal(reply, 'not_found')
          expect(valueIn(reply, 'message'), name).to.match(/^There is no operation of this name/)
        }
    })

    it('and rejects an unknown property by its name', async () => {
      for (const operation of OPERATION_NAMES) {
        const body = { ...(await requestOf(operation)), surprise: true }
        expectRefusal(await ask(firm.members.owner, operation, body), 'invalid_request', [
          ['body', '/surprise', 'unknown'],
        ])
      }
    })

    it('and counts the properties before it checks any', async () => {
      expectRefusal(await ask(firm.members.owner, 'getCustomerContext', properties(65)), 'invalid_request', [
        ['body', '', 'too_many'],
      ])
      const known = await ask(firm.members.owner, 'getCustomerContext', properties(64))
      expectRefusal(known, 'invalid_request')
      expect(JSON.stringify(known.body)).not.to.contain('too_many')
    })

    it('also for callers that bypass HTTP', async () => {
      const { owner } = firm.members
      const person = await right(http.postrider.authenticatePerson(owner.accessToken))
      const run = (operation: string, body: object): Promise<object> =>
        left(http.postrider.runOperation(person, operation, body, NOWHERE))
      const { organizationId, appId } = firm.tenant.app
      const profile = {
        organizationId,
        appId,
        legalName: 'Acme Private Limited',
        addressLine1: '1 Market Road',
        city: 'Bengaluru',
        countryCode: 'IN',
        billingEmail: 'billing@example.com',
      }
      for (const name of ['saveCustomerAppBillingProfile', 'toString', 'nothing', ''])
        expect(await run(name, profile), name).to.have.property('_tag', 'NotFound')
      const tooMany = await run('getCustomerContext', properties(65))
      expect(tooMany).to.have.nested.property('fields[0].code', 'too_many')
    })

    it('and accepts a requestId only for mutations', async () => {
      for (const operation of OPERATION_NAMES.filter((name) => !OPERATIONS[name].mutation)) {
        const body = { ...(await requestOf(operation)), requestId: requestId() }
        expectRefusal(await ask(firm.members.owner, operation, body), 'invalid_request', [
          ['body', '/requestId', 'unknown'],
        ])
      }
      for (const wrong of ['short', 'with a space', 'x'.repeat(129), 12_345_678])
        expectRefusal(
          await ask(firm.members.owner, 'createSupportTicket', { ...ticketIn(), requestId: wrong }),
          'invalid_request',
        )
    })
  })

  describe("responds identically for another tenant's identifier and an unknown one", () => {
    for (const operation of OPERATION_NAMES)
      for (const property of identifiersOf(operation))
        it(`of ${operation} as ${property}`, async () => {
          const kind = property === 'scope.appId' ? 'appId' : property
          const make = IDENTIFIED[kind]
          if (make === undefined) throw new Error(`nothing makes a ${kind}`)
          const foreign = await make({ http, firm: others, asker: others.members.owner })
          const [prefix = ''] = foreign.split('_')
          const ids = [foreign, http.ports.ids.next(prefix as IdPrefix), `${prefix}_none`, 'no-such-thing']
          const body = await requestOf(operation)
          const { owner, viewer } = firm.members
          for (const { accessToken } of [owner, viewer]) {
            const replies: unknown[] = []
            for (const id of ids) {
              const reply = await postJson(http, `/v1/control/${operation}`, naming(body, property, id), {
                Authorization: `Bearer ${accessToken}`,
                'X-Request-Id': 'the-same-for-all',
              })
              if (accessToken === owner.accessToken) expectRefusal(reply, 'not_found')
              else expect(reply.status).to.be.oneOf([403, 404])
              replies.push(heard(reply))
            }
            for (const reply of replies) expect(reply).to.deep.equal(replies[0])
          }
        })
  })

  describe('executes a mutation once per requestId', () => {
    for (const operation of MUTATIONS)
      it(`and repeats the first result of ${operation}, without its secret`, async () => {
        const { owner } = firm.members
        const body = { ...(await requestOf(operation)), requestId: requestId() }
        const first = await ask(owner, operation, body)
        expect([first.status, valueIn(first, 'replayed')]).to.deep.equal([200, undefined])
        expect(first.headers).not.to.have.property('idempotency-replayed')
        const entries = Object.entries(body).reverse()
        const again = await ask(owner, operation, Object.fromEntries(entries))
        const secrets = valueIn(first, 'secret') === undefined ? {} : { secret: null }
        expect(again.body).to.deep.equal({
          ...(first.body as object),
          ...secrets,
          replayed: true,
          requestId: again.headers['x-request-id'],
        })
        expect(again.headers['idempotency-replayed']).to.equal('true')
        const different = naming(body, 'requestId', requestId())
        expect((await ask(owner, operation, different)).headers).not.to.have.property('idempotency-replayed')
      })

    it('and responds to another body with a conflict, which changes nothing', async () => {
      const { owner } = firm.members
      const body = { ...ticketIn(), requestId: requestId() }
      const first = await done(http, owner, 'createSupportTicket', body)
      const other = await ask(owner, 'createSupportTicket', { ...body, priority: 'urgent' })
      expectRefusal(other, 'idempotency_conflict')
      const again = await done(http, owner, 'createSupportTicket', body)
      expect(textAt(again, 'ticket', 'ticketId')).to.equal(textAt(first, 'ticket', 'ticketId'))
    })

    it('separately for each user and each operation', async () => {
      const { owner, admin } = firm.members
      const body = { ...ticketIn(), requestId: requestId() }
      const first = await done(http, owner, 'createSupportTicket', body)
      const theirs = await done(http, admin, 'createSupportTicket', body)
      expect(valueIn(theirs, 'replayed')).to.equal(undefined)
      expect(textAt(theirs, 'ticket', 'ticketId')).not.to.equal(textAt(first, 'ticket', 'ticketId'))
      const { organizationId, subject, text } = ticketIn()
      const chat = { organizationId, subject, text, requestId: body.requestId }
      expect(valueIn(await done(http, owner, 'createChatRequest', chat), 'replayed')).to.equal(undefined)
    })

    it('also for twenty concurrent calls', async () => {
      const { owner } = firm.members
      const before = await right(http.storage.audit.list(undefined, 10_000))
      const body = { ...ticketIn(), requestId: requestId() }
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => done(http, owner, 'createSupportTicket', body)),
      )
      expect(replies.filter((reply) => valueIn(reply, 'replayed') !== true)).to.have.length(1)
      expect(new Set(replies.map((reply) => textAt(reply, 'ticket', 'ticketId')))).to.have.property('size', 1)
      expect(await right(http.storage.audit.list(undefined, 10_000))).to.have.length(before.length + 1)
    })

    it('and shows a secret to only one of many concurrent callers', async () => {
      const body = { ...(await requestOf('createServerCredential')), requestId: requestId() }
      const { owner } = firm.members
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => done(http, owner, 'createServerCredential', body)),
      )
      expect(replies.filter((reply) => valueIn(reply, 'secret') !== null)).to.have.length(1)
    })

    it('and stores nothing of a refused request', async () => {
      const { owner } = firm.members
      const body = { ...(await requestOf('registerApp')), requestId: requestId() }
      const wrong = { ...body, projectId: http.ports.ids.next('prj') }
      expectRefusal(await ask(owner, 'registerApp', wrong), 'not_found')
      expect(valueIn(await done(http, owner, 'registerApp', body), 'replayed')).to.equal(undefined)
    })

    it('and replays nothing to callers who have lost the permission', async () => {
      const { owner } = firm.members
      const leaving = await aFirm(http, http.mine)
      const { admin } = leaving.members
      const body = { ...(await requestOf('createServerCredential')), requestId: requestId() }
      await done(http, admin, 'createServerCredential', body)
      const { organizationId } = firm.tenant.organization
      const { userId } = admin
      const reason = 'For the test.'
      await done(http, owner, 'revokeOrganizationMember', { organizationId, userId, reason })
      expectRefusal(await ask(admin, 'createServerCredential', body), 'not_found')
    })
  })
})

import { expect } from 'chai'
import { checksum, CHECKSUM_LENGTH } from '@postrider/node/auth/checksum'
import { grantable } from '@postrider/core/assembly/grantable'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aSignedInUser, type SignedIn } from '../../builders/signed-in.js'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aCustomerKey, asOperator, askAsAgent, aSponsor } from './agents.js'
import { aSendBody } from './a-send.js'
import { call, type Reply, sendRaw } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { BY_TEST, postJson } from './people.js'

const bodyOf = ({ body }: Reply): Readonly<Record<string, unknown>> =>
  body as Readonly<Record<string, unknown>>

describe('Agents', () => {
  let http: HttpFixture
  let home: OrganizationId
  let sponsor: SignedIn
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())
  beforeEach(async () => {
    home = (await http.openTenant(1_000)).organization.organizationId
    sponsor = await aSponsor(http, home)
  })

  const refused = (reply: Reply, status: number, code: string): void => {
    expect(reply.status, JSON.stringify(reply.body)).to.equal(status)
    expect(bodyOf(reply)).to.deep.include({ success: false, code })
  }

  /** The acts of Agents in the organization's audit chain, with their outcomes. */
  const onRecord = async (): Promise<readonly string[]> => {
    const entries = await right(http.storage.audit.chain(home, 0, 1_000))
    return entries
      .filter(({ actor }) => actor.kind === 'agent')
      .map(({ action, outcome, details }) => `${action} ${outcome} ${details['refusal'] ?? ''}`.trim())
  }

  it("act within their keys' permissions and scope, and are written to the audit log", async () => {
    const allowlist = grantable('customer')
    const { bearer, agentKeyId } = await aCustomerKey(http, sponsor, home, { allowlist })
    const context = await askAsAgent(http, bearer, 'getCustomerContext', { requestId: 'context-1' })
    expect(context.status, JSON.stringify(context.body)).to.equal(200)
    expect(bodyOf(context)).to.deep.include({ success: true, requestId: 'context-1' })
    const memberships = bodyOf(context)['memberships'] as ReadonlyArray<{ organization: object }>
    expect(memberships.map(({ organization }) => organization)).to.have.length(1)
    const ticket = {
      organizationId: home,
      subject: 'Help',
      text: 'Please',
      category: 'other',
      priority: 'low',
    }
    expect((await askAsAgent(http, bearer, 'createSupportTicket', ticket)).status).to.equal(200)
    expect(await onRecord()).to.deep.equal(['getCustomerContext done', 'createSupportTicket done'])
    const [event] = (await right(http.storage.audit.chain(home, 0, 1_000))).filter(
      ({ actor }) => actor.kind === 'agent',
    )
    expect(event).to.deep.include({
      actor: { kind: 'agent', id: sponsor.userId },
      credentialId: agentKeyId,
    })
  })

  it('are refused anything else, with an audit entry', async () => {
    const { bearer } = await aCustomerKey(http, sponsor, home, { allowlist: ['listOrganizationMembers'] })
    const other = (await http.openTenant(1_000)).organization.organizationId
    refused(await askAsAgent(http, bearer, 'getCustomerContext'), 403, 'operation_not_allowed')
    refused(await askAsAgent(http, bearer, 'noSuchOperation'), 403, 'operation_not_allowed')
    refused(await askAsAgent(http, bearer, 'revokeOrganizationMember'), 403, 'operation_not_allowed')
    for (const organizationId of [other, fresh.id('org')])
      refused(await askAsAgent(http, bearer, 'listOrganizationMembers', { organizationId }), 404, 'not_found')
    const body = { organizationId: home, requestId: undefined }
    refused(await askAsAgent(http, bearer, 'listOrganizationMembers', body), 400, 'invalid_request')
    expect(await onRecord()).to.deep.equal([
      'getCustomerContext refused OperationNotAllowed',
      'noSuchOperation refused OperationNotAllowed',
      'revokeOrganizationMember refused OperationNotAllowed',
      'listOrganizationMembers refused NotFound',
      'listOrganizationMembers refused NotFound',
      'listOrganizationMembers refused InvalidRequest',
    ])
  })

  it('execute once per requestId, and get the same result again', async () => {
    const { bearer } = await aCustomerKey(http, sponsor, home, { allowlist: ['createSupportTicket'] })
    const ticket = {
      requestId: 'ticket-once-1',
      organizationId: home,
      subject: 'Help',
      text: 'Please',
      category: 'other',
      priority: 'low',
    }
    const first = await askAsAgent(http, bearer, 'createSupportTicket', ticket)
    const again = await askAsAgent(http, bearer, 'createSupportTicket', ticket)
    expect(bodyOf(again)).to.deep.equal({ ...bodyOf(first), replayed: true })
    const changed = { ...ticket, subject: 'Something else' }
    refused(await askAsAgent(http, bearer, 'createSupportTicket', changed), 409, 'idempotency_conflict')
  })

  it("never exceed their sponsors' permissions, from the next request on", async () => {
    const { bearer } = await aCustomerKey(http, sponsor, home, { allowlist: ['listServerCredentials'] })
    const ask = () => askAsAgent(http, bearer, 'listServerCredentials', { organizationId: home })
    const as = (role: 'viewer' | 'owner') =>
      exclusively(http.ports, async (unit) => {
        const member = await unit.members.lock({ organizationId: home, userId: sponsor.userId })
        if (member !== undefined) unit.members.replace({ ...member, role })
      })
    expect((await ask()).status).to.equal(200)
    await as('viewer')
    refused(await ask(), 403, 'permission_denied')
    await as('owner')
    expect((await ask()).status).to.equal(200)
    await right(http.postrider.disableUserByCommand({ ...BY_TEST, email: sponsor.email }))
    refused(await ask(), 403, 'permission_denied')
    await right(http.postrider.enableUserByCommand({ ...BY_TEST, email: sponsor.email }))
    await exclusively(http.ports, (unit) =>
      unit.members.remove({ organizationId: home, userId: sponsor.userId }),
    )
    refused(await ask(), 403, 'permission_denied')
  })

  it('stop when their keys end', async () => {
    const { bearer, agentKeyId } = await aCustomerKey(http, sponsor, home)
    expect((await askAsAgent(http, bearer, 'getCustomerContext')).status).to.equal(200)
    await asOperator(http, 'revokeAgentKey', { agentKeyId, reason: 'It leaked.' })
    refused(await askAsAgent(http, bearer, 'getCustomerContext'), 401, 'unauthenticated')
    const brief = await aCustomerKey(http, sponsor, home)
    await exclusively(http.ports, async (unit) => {
      const kept = await unit.agentKeys.lock(brief.agentKeyId)
      if (kept !== undefined) unit.agentKeys.replace({ ...kept, expiresAtMs: 1 })
    })
    refused(await askAsAgent(http, brief.bearer, 'getCustomerContext'), 401, 'unauthenticated')
    refused(await askAsAgent(http, `${bearer}x`, 'getCustomerContext'), 401, 'unauthenticated')
  })

  it('are identified by their secrets, not by the prefix', async () => {
    const [mine, other] = [await aCustomerKey(http, sponsor, home), await aCustomerKey(http, sponsor, home)]
    const [, kind, selector] = mine.bearer.split('_')
    const secret = other.bearer.split('_')[3]?.slice(0, -CHECKSUM_LENGTH)
    const forged = `prag_${kind}_${selector}_${secret}`
    const bearer = `${forged}${checksum(forged)}`
    expect(http.ports.agentSecrets.parse(bearer)).to.include({ selector })
    refused(await askAsAgent(http, bearer, 'getCustomerContext'), 401, 'unauthenticated')
    const relabeled = `prag_bootstrap_${selector}_${mine.bearer.split('_')[3]?.slice(0, -CHECKSUM_LENGTH)}`
    const another = `${relabeled}${checksum(relabeled)}`
    refused(await askAsAgent(http, another, 'getCustomerContext'), 401, 'unauthenticated')
  })

  it('create one organization with a bootstrap key, and nothing else', async () => {
    const person = await aSignedInUser(http)
    const bootstrap = { kind: 'bootstrap', allowlist: ['createOrganization'] } as const
    const { bearer } = await aCustomerKey(http, person, undefined, bootstrap)
    const founding = {
      requestId: 'founding-one',
      displayName: 'Acme',
      legalName: 'Acme Ltd',
      brandName: 'Acme',
      projectName: 'Shop',
      environment: 'test',
    }
    const founded = await askAsAgent(http, bearer, 'createOrganization', founding)
    expect(founded.status, JSON.stringify(founded.body)).to.equal(200)
    const again = await askAsAgent(http, bearer, 'createOrganization', founding)
    expect(bodyOf(again)).to.deep.equal({ ...bodyOf(founded), replayed: true })
    const another = { ...founding, requestId: 'founding-two' }
    refused(await askAsAgent(http, bearer, 'createOrganization', another), 401, 'unauthenticated')
  })

  it('get all errors in their own format: a bug, an overloaded host, broken bytes', async () => {
    const { bearer } = await aCustomerKey(http, sponsor, home)
    const runAgentOperation = (): never => {
      throw new Error('a bug')
    }
    const broken = await http.openHost({ postrider: { ...http.postrider, runAgentOperation } })
    const full = await http.openHost({ limits: { maxInFlight: 0 } })
    const path = '/v1/agent/getCustomerContext'
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
    const ask = (port: number) =>
      call(port, 'POST', path, { headers, body: JSON.stringify({ requestId: 'in-trouble' }) })
    refused(await ask(broken.port), 500, 'internal_error')
    refused(await ask(full.port), 503, 'service_unavailable')
    const lines = Object.entries({ ...headers, 'Transfer-Encoding': 'chunked' }).map((pair) =>
      pair.join(': '),
    )
    const [reply] = await sendRaw(http.port, [
      [`POST ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n'),
      'zz\r\n',
    ])
    if (reply === undefined) throw new Error('nothing came')
    refused(reply, 400, 'invalid_request')
  })

  it("can't send, and no other credential is used instead", async () => {
    const { bearer } = await aCustomerKey(http, sponsor, home)
    const tenant = await http.openTenant(1_000)
    const send = await postJson(http, '/v1/messages', aSendBody(tenant), {
      Authorization: `Bearer ${bearer}`,
      'Idempotency-Key': fresh.hex(16),
    })
    expect(send.status).to.equal(401)
    for (const other of [tenant.bearer, sponsor.accessToken])
      refused(await askAsAgent(http, other, 'getCustomerContext'), 401, 'unauthenticated')
  })
})

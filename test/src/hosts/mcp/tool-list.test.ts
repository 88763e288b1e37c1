import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import type { Tool } from '@modelcontextprotocol/client'
import { grantable } from '@postrider/core/assembly/grantable'
import { type OperationName, OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { stopOrganization } from '../../core/platform/use-cases/operators/commands.js'
import { right } from '@postrider/conformance/outcome'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { BY_TEST } from '../http/people.js'
import { type ConnectedTools, connectTools } from './connect-tools.js'
import { aToolKey, anAdminToolKey } from './keys.js'

/** The usual token estimate: four bytes per token. */
const tokensOf = (shown: unknown): number => Math.ceil(Buffer.byteLength(JSON.stringify(shown)) / 4)

const namesOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ name }) => name)

describe('The tool list', () => {
  let http: HttpFixture
  let tools: ConnectedTools
  before(async () => {
    http = await openHttpFixture({}, { hasTools: true })
    tools = await connectTools(http)
  })
  after(async () => {
    await tools.close()
    await http.close()
  })

  it('is short: below 6,000 tokens, and below 700 per tool', async () => {
    for (const { bearer } of [await aToolKey(http), await anAdminToolKey(http)]) {
      const listed = await tools.list(bearer)
      expect(tokensOf(listed)).to.be.below(6_000)
      for (const tool of listed) expect(tokensOf(tool), tool.name).to.be.below(700)
    }
  })

  it("contains the key's allowed tools, each with its effect", async () => {
    const { bearer } = await aToolKey(http)
    const listed = await tools.list(bearer)
    const own = operationsFor('customerAgent').filter((name) => name !== 'createOrganization')
    expect(namesOf(listed)).to.deep.equal(own)
    const admins = await tools.list((await anAdminToolKey(http)).bearer)
    expect(namesOf(admins)).to.deep.equal(operationsFor('adminAgent'))
    for (const { name, title, annotations, outputSchema } of [...listed, ...admins]) {
      const { effect } = OPERATIONS[name as OperationName]
      expect(title, name).to.match(/^[A-Z][a-z]+( [a-z]+)*$/)
      expect(annotations, name).to.deep.equal(
        effect === 'reads'
          ? { readOnlyHint: true, openWorldHint: false }
          : { destructiveHint: effect !== 'adds', idempotentHint: true, openWorldHint: false },
      )
      expect(outputSchema, name).to.equal(undefined)
    }
    const single = await aToolKey(http, { allowlist: ['getCustomerContext', 'suspendOrganization'] })
    expect(namesOf(await tools.list(single.bearer))).to.deep.equal(['getCustomerContext'])
    const bootstrap = await aToolKey(http, {
      kind: 'bootstrap',
      organizationId: undefined,
      allowlist: grantable('bootstrap'),
    })
    expect(namesOf(await tools.list(bootstrap.bearer))).to.deep.equal(['createOrganization'])
  })

  it('is current: tools that the sponsor may no longer use are missing', async () => {
    const { key, bearer } = await aToolKey(http)
    const { organizationId } = http.mine.organization
    const place = { organizationId, userId: key.sponsorId }
    await exclusively(http.ports, async (unit) => {
      const member = await unit.members.lock(place)
      if (member !== undefined) unit.members.replace({ ...member, role: 'viewer' })
    })
    const asViewer = namesOf(await tools.list(bearer))
    expect(asViewer).to.include('getCustomerContext').and.not.include('registerApp')
    await exclusively(http.ports, (unit) => unit.members.remove(place))
    expect(await tools.list(bearer)).to.deep.equal([])
    const audits = await anAdminToolKey(http, ['admin.audit'])
    expect(namesOf(await tools.list(audits.bearer)))
      .to.include('listAuditEvents')
      .and.not.include('listMessages')
    const other = (await http.openTenant(1_000)).organization.organizationId
    const { bearer: stopped } = await aToolKey(http, { organizationId: other })
    await right(stopOrganization(http.ports)({ ...BY_TEST, organizationId: other }))
    expect(namesOf(await tools.list(stopped))).not.to.include('registerApp')
  })

  it('is refused to a key that was revoked after the previous list', async () => {
    const { key, bearer } = await aToolKey(http)
    expect(await tools.list(bearer)).not.to.deep.equal([])
    await exclusively(http.ports, (unit) => unit.agentKeys.replace({ ...key, revokedAtMs: 1 }))
    const reply = await tools.ask(bearer, 'getCustomerContext')
    expect(reply.status).to.equal(401)
    expect(reply.body).to.deep.include({ success: false, code: 'unauthenticated' })
  })

  it('has complete schemas on request, so that the client can check results', async () => {
    const full = await connectTools(http, { query: '?schemas=full&tools=account,members' })
    const { bearer } = await aToolKey(http)
    const listed = await full.list(bearer)
    expect(namesOf(listed)).to.deep.equal(['getCustomerContext', 'listOrganizationMembers'])
    for (const { inputSchema, outputSchema } of listed)
      for (const schema of [inputSchema, outputSchema ?? {}] as object[])
        expect(new Ajv2020({ strict: false, validateFormats: false }).validateSchema(schema)).to.equal(true)
    const { organizationId } = http.mine.organization
    const answer = await full.call(bearer, 'listOrganizationMembers', { organizationId })
    expect(answer.structuredContent).to.deep.include({ success: true })
    await full.close()
  })

  it('can be filtered by topic, but not by an unknown one', async () => {
    const { bearer } = await aToolKey(http)
    const templates = await connectTools(http, { query: '?tools=templates,billing' })
    const names = namesOf(await templates.list(bearer))
    expect(names).to.include('saveCustomerTemplateDraft').and.not.include('registerApp')
    await templates.close()
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
    for (const query of ['?tools=emails', '?tools=', '?schemas=half', '?tool=templates']) {
      const reply = await http.call('POST', `/mcp${query}`, { headers, body: '{}' })
      expect(reply.status, query).to.equal(400)
      expect(reply.body, query).to.have.nested.property('error.data.code', 'invalid_request')
    }
  })
})

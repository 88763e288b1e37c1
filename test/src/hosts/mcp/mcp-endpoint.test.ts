import { expect } from 'chai'
import { left, right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { call, type Reply } from '../http/http-client.js'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { aSignedInUser } from '../../builders/signed-in.js'
import { aToolKey, anAdminToolKey } from './keys.js'

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

const messageIn = (body: unknown): string =>
  (body as { readonly error: { readonly message: string } }).error.message

/** Changes to the default call of 2026: the tool, a client that can't ask with forms, another host. */
interface PresentCall {
  readonly name?: string
  readonly elicitation?: object
  readonly port?: number
}

describe('The MCP endpoint', () => {
  let http: HttpFixture
  let bearer: string
  before(async () => {
    http = await openHttpFixture({}, { hasTools: true })
    bearer = (await aToolKey(http)).bearer
  })
  after(() => http.close())

  const post = (headers: Readonly<Record<string, string>>, body = PING, port = http.port): Promise<Reply> =>
    call(port, 'POST', '/mcp', {
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer ${bearer}`,
        ...headers,
      },
      body,
    })

  it('rejects every other kind of bearer with the same response', async () => {
    const { accessToken } = await aSignedInUser(http)
    const { agentSecrets } = http.ports
    const others = ['', http.mine.bearer, accessToken, agentSecrets.create('customer').bearer, `${bearer}x`]
    for (const other of others) {
      const { status, headers, body } = await post({ Authorization: `Bearer ${other}` })
      expect(status).to.equal(401)
      expect(headers['www-authenticate']).to.equal('Bearer')
      const { jsonrpc, id, error } = body as {
        jsonrpc: string
        id: null
        error: { data: Record<string, unknown> }
      }
      expect([jsonrpc, id]).to.deep.equal(['2.0', null])
      const { requestId: _, ...refusal } = error.data
      const { body: same } = await http.call('POST', '/v1/agent/getCustomerContext', {
        headers: { Authorization: `Bearer ${other}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      const { requestId: __, ...expected } = same as Record<string, unknown>
      expect(refusal).to.deep.equal(expected)
    }
  })

  it('accepts requests to its own name, this machine or an IP address, and rejects other origins', async () => {
    for (const host of ['localhost', 'localhost:1', '127.0.0.1:8080', '10.1.2.3', '[::1]:8080'])
      expect((await post({ Host: host })).status, host).to.equal(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80']) {
      const { status, body } = await post({ Host: host })
      expect(status, host).to.equal(403)
      expect(messageIn(body)).to.include('Host').and.include('POSTRIDER_PUBLIC_URL')
    }
    expect((await post({ Origin: `http://127.0.0.1:${http.port}` })).status).to.equal(200)
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      const { status, body } = await post({ Origin: origin })
      expect(status, origin).to.equal(403)
      expect(messageIn(body)).to.include('Origin').and.include('POSTRIDER_PUBLIC_URL')
    }
  })

  it('accepts only a POST of one JSON object', async () => {
    for (const method of ['GET', 'DELETE'])
      expect(
        (await call(http.port, method, '/mcp', { headers: { Authorization: `Bearer ${bearer}` } })).status,
      ).to.equal(405)
    expect((await post({ 'Content-Type': 'text/plain' })).status).to.equal(415)
    const malformed: ReadonlyArray<readonly [string, number]> = [
      ['', -32_700],
      ['{', -32_700],
      ['[]', -32_700],
      [`[${PING}]`, -32_700],
      ['null', -32_700],
      ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32_600],
    ]
    for (const [text, code] of malformed) {
      const { status, body } = await post({}, text)
      expect(status, text).to.equal(400)
      expect(body, text).to.deep.include({ jsonrpc: '2.0', id: null })
      expect(body, text).to.have.nested.property('error.code', code)
      expect(body, text).to.have.nested.property('error.data.requestId')
    }
    const slashed = await call(http.port, 'POST', '/mcp/', {
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer ${bearer}`,
      },
      body: PING,
    })
    expect([slashed.status, slashed.body]).to.deep.equal([200, { jsonrpc: '2.0', id: 1, result: {} }])
    const nested = `${'{"a":'.repeat(11)}1${'}'.repeat(11)}`
    expect((await post({}, nested)).status).to.equal(413)
  })

  it('rejects duplicate argument names like the API', async () => {
    const params = '{"name":"createCustomerBrand","arguments":{"name":"a","name":"b"}}'
    const twice = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
    const { status, body } = await post({}, twice)
    expect(status).to.equal(200)
    expect(JSON.stringify(body)).to.include('"field":"/name"').and.include('not_allowed')
    expect((await post({}, '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}')).status).to.equal(400)
  })

  /** A request of the revision 2026-07-28, as its client writes it. */
  const postPresent = (
    key: string,
    method: string,
    params: object,
    { name, elicitation = { form: {} }, port }: PresentCall = {},
  ): Promise<Reply> => {
    const version = '2026-07-28'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation },
    }
    const headers = {
      Authorization: `Bearer ${key}`,
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': name }),
    }
    return post(
      headers,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
      port,
    )
  }

  it('announces no list changes, because there are none', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const { body } = await post({}, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
    expect(body).to.have.nested.property('result.capabilities.tools').that.deep.equals({ listChanged: false })
  })

  it('keeps no stream open', async () => {
    const params = { notifications: { toolsListChanged: true } }
    const { body } = await postPresent(bearer, 'subscriptions/listen', params)
    expect(body).to.have.property('error')
  })

  it("accepts a confirmation only for its own call, and no model's confirmation if a person can be asked", async () => {
    const admin = await anAdminToolKey(http)
    const { organizationId, displayName } = http.mine.organization
    const name = 'suspendOrganization'
    const suspend = (params: object, elicitation?: object) =>
      postPresent(
        admin.bearer,
        'tools/call',
        { name, ...params },
        { name, ...(elicitation && { elicitation }) },
      )
    const given = { organizationId, version: 1, reason: 'a test' }
    const question = (await suspend({ arguments: given })).body as { result: { requestState: string } }
    const { requestState } = question.result
    const inputRequired = { resultType: 'input_required' }
    expect(question.result).to.deep.include(inputRequired)
    const inputResponses = { confirm: { action: 'accept', content: { yes: true } } }
    for (const params of [
      { arguments: { ...given, reason: 'another' }, inputResponses, requestState },
      { arguments: given, inputResponses, requestState: 'f'.repeat(64) },
      { arguments: given, inputResponses },
      { arguments: { ...given, confirm: displayName } },
    ])
      expect((await suspend(params)).body, JSON.stringify(params)).to.have.nested.include({
        'result.resultType': 'input_required',
      })
    const elsewhere = await suspend({ arguments: given }, { url: {} })
    expect(elsewhere.body).to.have.nested.include({
      'result.structuredContent.confirmation.name': displayName,
    })
    const done = await suspend({ arguments: given, inputResponses, requestState })
    expect(JSON.stringify(done.body)).to.include('"status":"suspended"')
  })

  it('returns no list to a key that was revoked after authentication', async () => {
    const { key, bearer: ending } = await aToolKey(http)
    const agent = await right(http.postrider.authenticateAgent(ending))
    expect((await postPresent(ending, 'tools/list', {})).body).to.have.nested.property('result.tools')
    await exclusively(http.ports, (unit) => unit.agentKeys.replace({ ...key, revokedAtMs: 1 }))
    expect(await left(http.postrider.agentTools.allowed(agent))).to.include({ _tag: 'Unauthenticated' })
    const { body } = await postPresent(ending, 'tools/list', {})
    expect(JSON.stringify(body)).to.include('"code":"unauthenticated"').and.not.include('"tools"')
  })

  it("reports a bug only to the server's log", async () => {
    const { agentTools } = http.postrider
    const allowed = () => () => Promise.reject(new Error('a secret of ours'))
    const broken = { ...http.postrider, agentTools: { ...agentTools, allowed } }
    const { port } = await http.openHost({ postrider: broken })
    for (const list of [() => postPresent(bearer, 'tools/list', {}, { port }), () => post({}, LIST, port)]) {
      const { status, body } = await list()
      expect(status).to.equal(500)
      expect(body).to.have.nested.property('error.code', -32_603)
      expect(body).to.have.nested.property('error.data.code', 'internal_error')
      expect(JSON.stringify(body)).not.to.include('a secret of ours')
    }
    const errors = http.lines.filter(({ level }) => level === 'error')
    expect(errors.map(({ fields }) => String(fields['err']))).to.include('Error: a secret of ours')
  })

  it('is off unless it is enabled', async () => {
    const { port } = await http.openHost({ extraEndpoints: undefined })
    expect((await call(port, 'POST', '/mcp', { body: PING })).status).to.equal(404)
  })

  it("counts every request towards the key's limit", async () => {
    const bounded = await openHttpFixture({}, { hasTools: true, rates: { ...FEW, agent: { perSecond: 1 } } })
    const key = await aToolKey(bounded)
    const statuses: number[] = []
    for (let at = 0; at < 60; at += 1) {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
      const sent = { headers: { ...headers, Authorization: `Bearer ${key.bearer}` }, body: PING }
      statuses.push((await call(bounded.port, 'POST', '/mcp', sent)).status)
    }
    await bounded.close()
    expect(statuses).to.include(200).and.include(429)
  })
})

const MANY = { perSecond: 1_000_000 }
const FEW = { sends: MANY, otp: MANY, verifications: MANY, reads: MANY, organization: MANY, control: MANY }

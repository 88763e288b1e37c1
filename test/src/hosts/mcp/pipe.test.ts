import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { repositoryRoot } from '../../architecture/source-files.js'
import { aToolKey } from './keys.js'

const COMMAND = join(repositoryRoot, 'hosts/mcp/bin/postrider-mcp.js')

describe('The MCP pipe', () => {
  let http: HttpFixture
  let bearer: string
  before(async () => {
    http = await openHttpFixture({}, { hasTools: true })
    bearer = (await aToolKey(http)).bearer
  })
  after(() => http.close())

  const url = (query = ''): string => `http://127.0.0.1:${http.port}/mcp${query}`

  for (const mode of ['auto', 'legacy'] as const)
    it(`forwards lists, calls and refusals to clients on standard streams (${mode})`, async () => {
      const file = join(await freshDirectory('mcp'), 'key')
      writeFileSync(file, `${bearer}\n`)
      const env = { POSTRIDER_MCP_URL: url('?tools=account,support'), POSTRIDER_AGENT_KEY_FILE: file }
      const transport = new StdioClientTransport({ command: process.execPath, args: [COMMAND], env })
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(transport)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name))
        .to.include('getCustomerContext')
        .and.not.include('registerApp')
      const context = await client.callTool({ name: 'getCustomerContext', arguments: {} })
      expect(context.structuredContent).to.deep.include({ success: true })
      const unknown = await client.callTool({ name: 'schöne Grüße', arguments: {} })
      expect(unknown.structuredContent).to.deep.include({ code: 'operation_not_allowed' })
      await client.close()
    })

  it('responds with its own id to requests that are refused before they are read, and reports a rejected key', async () => {
    const env = { POSTRIDER_MCP_URL: url(), POSTRIDER_AGENT_KEY: `${bearer.slice(0, -1)}_` }
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })}\n`
    const pipe = execFile(process.execPath, [COMMAND], { env })
    let output = ''
    pipe.stdout?.on('data', (chunk: string) => (output += chunk))
    pipe.stdin?.end(line)
    await once(pipe, 'close')
    const { id, error } = JSON.parse(output) as { id: unknown; error: { message: string; data: unknown } }
    expect(id).to.equal(7)
    expect(error.message).to.include('refused the Agent key')
    expect(error.data).to.deep.include({ code: 'unauthenticated' })
  })

  const refusedWith = async (env: Record<string, string>, args: readonly string[] = []): Promise<string> => {
    try {
      await promisify(execFile)(process.execPath, [COMMAND, ...args], { env })
    } catch (error) {
      return (error as { readonly stderr: string }).stderr
    }
    return 'it ran'
  }

  it('accepts no key on the command line, no key of another kind, and no unencrypted connection', async () => {
    expect(await refusedWith({}, [bearer]))
      .to.match(/has no arguments/i)
      .and.not.include(bearer)
    expect(await refusedWith({})).to.include('POSTRIDER_AGENT_KEY')
    expect(await refusedWith({ POSTRIDER_AGENT_KEY: http.mine.bearer })).to.include('not an Agent key')
    const open = { POSTRIDER_AGENT_KEY: bearer, POSTRIDER_MCP_URL: 'http://api.example.com/mcp' }
    expect(await refusedWith(open))
      .to.include('https://')
      .and.include('POSTRIDER_MCP_ALLOW_PLAIN_HTTP=1')
    expect(await refusedWith({ POSTRIDER_AGENT_KEY_FILE: '/nowhere/key' })).to.include('cannot be read')
  })
})

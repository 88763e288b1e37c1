import { expect } from 'chai'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { E } from '@postrider/core/fp'
import { type RunningHosts, startHosts } from '@postrider/command/hosts/running-hosts'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { freePort } from '../../servers/free-port.js'
import { anInstallation, type Installation } from './an-installation.js'

const NAME = 'Acme <i>&</i> Söhne'
const ESCAPED = 'Acme &lt;i&gt;&amp;&lt;/i&gt; Söhne'
const SUPPORT = 'help@acme.example'
const LINK = '<a href="mailto:help@acme.example">Contact support</a>'

const CUSTOMER_PAGES = ['/sign-in', '/sign-up', '/recover', '/recover?token=x', '/invitation?token=x', '/no']
const ADMIN_PAGES = ['/sign-in', '/enrolment', '/no']

interface Described {
  readonly info: { readonly title: string; readonly contact?: object }
}

describe('A product with a name of its own', () => {
  let at: Installation
  let hosts: RunningHosts
  let httpPort: number
  before(async () => {
    httpPort = await freePort()
    at = await anInstallation({
      POSTRIDER_PRODUCT_NAME: NAME,
      POSTRIDER_SUPPORT_ADDRESS: SUPPORT,
      POSTRIDER_MCP: 'on',
      POSTRIDER_HTTP_PORT: String(httpPort),
    })
    const plan = { http: true, console: true, website: true, dispatcher: false }
    const started = await startHosts(at.composition, plan)
    hosts = E.isRight(started) ? started.right : expect.fail('the hosts did not start')
  })
  after(async () => {
    await hosts.stop()
    await at.close()
  })

  const read = async (port: number | undefined, path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).text()

  it('shows its name on the pages of customers, with a link to support', async () => {
    for (const path of CUSTOMER_PAGES) {
      const html = await read(hosts.websitePort, path)
      expect(html, path).to.include(`${ESCAPED}</title>`).and.include(LINK)
      expect(html, path).to.not.include('Postrider')
      expect(html, path).to.not.include('<i>')
    }
  })

  it('shows its name on the pages of super admins, who are the support', async () => {
    for (const path of ADMIN_PAGES) {
      const html = await read(hosts.consolePort, path)
      expect(html, path).to.include(`${ESCAPED} console</title>`).and.not.include(LINK)
      expect(html, path).to.not.include('Postrider')
    }
    const enrolment = await read(hosts.httpPort, '/enrolment')
    expect(enrolment).to.include(`this ${ESCAPED} installation`)
    expect(enrolment).to.not.include('Postrider')
  })

  it('shows its name in the documents of the API', async () => {
    for (const path of ['/openapi.json', '/openapi.sending.json', '/openapi.sending-3.0.json']) {
      const text = await read(hosts.httpPort, path)
      const { info } = JSON.parse(text) as Described
      expect(info, path).to.deep.include({ title: NAME, contact: { name: 'Support', email: SUPPORT } })
      expect(text, path).to.not.include('Postrider')
    }
    expect(await read(hosts.httpPort, '/docs')).to.include(`<title>${ESCAPED} documentation</title>`)
  })

  it('shows its name in the tools for Agents', async () => {
    const made = await at.setUp()
    const { bearer, ...secret } = at.ports.agentSecrets.create('customer')
    const { organizationId } = made
    const sponsorId = made.firstAdmin.userId
    const facts = { organizationId, sponsorId, allowlist: [], expiresAtMs: undefined }
    await exclusively(at.ports, (unit) => unit.agentKeys.add(anAgentKey({ ...secret, ...facts })))
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const url = new URL(`http://127.0.0.1:${httpPort}/mcp`)
    const requestInit = { headers: { Authorization: `Bearer ${bearer}` } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    expect(client.getServerVersion()).to.include({ name: 'postrider', title: NAME })
    await client.close()
  })

  it('shows its name in authenticator apps', () => {
    const { uri } = at.ports.totp.create('zoe@example.com')
    expect(new URL(uri).searchParams.get('issuer')).to.equal(NAME)
  })
})

import { expect } from 'chai'
import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { grantable } from '@postrider/core/assembly/grantable'
import { operationsFor } from '@postrider/core/assembly/registry'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { right } from '@postrider/conformance/outcome'
import type { SignedIn } from '../../builders/signed-in.js'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aFirm, type Firm } from './a-firm.js'
import { AGENT_MATRIX, type AgentOperation, KEY_HOLDERS, type KeyHolder } from './agent-matrix-table.js'
import { askAsAgent, aSponsor } from './agents.js'
import { AGENT_REQUESTS } from './agent-requests.js'
import type { ControlBody } from './control-requests.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { BY_TEST } from './people.js'
import { type ConnectedTools, connectTools } from '../mcp/connect-tools.js'
import { valueIn } from './refusals.js'
import { stopOrganization } from '../../core/platform/use-cases/operators/commands.js'

const OPERATIONS_OF_AGENTS = Object.keys(AGENT_MATRIX) as AgentOperation[]
const CELLS = OPERATIONS_OF_AGENTS.length * KEY_HOLDERS.length
const SUSPENDED: KeyHolder = 'a key of the owner of a suspended Organization'

const codeOf = (reply: Reply): unknown => (reply.status === 200 ? 200 : valueIn(reply, 'code'))

describe(`The authorization matrix of Agent operations (${OPERATIONS_OF_AGENTS.length} operations x ${KEY_HOLDERS.length} keys = ${CELLS} cells)`, () => {
  let http: HttpFixture
  let tools: ConnectedTools
  let firm: Firm
  let other: Firm
  let suspended: Firm
  /** Requests of the suspended Organization's owner, prepared while that was possible, by way and operation. */
  const begun = new Map<string, ControlBody>()

  const prepare = async (operation: AgentOperation, of: Firm): Promise<ControlBody> => {
    const asker = of.members.owner
    return AGENT_REQUESTS[operation]({ http, firm: of, asker })
  }

  before(async () => {
    http = await openHttpFixture({}, { hasTools: true })
    tools = await connectTools(http)
    firm = await aFirm(http, http.mine)
    other = await aFirm(http, http.other)
    suspended = await aFirm(http, await http.openTenant(1_000))
    for (const way of Object.keys(ways))
      for (const operation of OPERATIONS_OF_AGENTS)
        begun.set(`${way} ${operation}`, await prepare(operation, suspended))
    const { organizationId } = suspended.tenant.organization
    await right(stopOrganization(http.ports)({ ...BY_TEST, organizationId }))
  })
  after(async () => {
    await tools.close()
    await http.close()
  })

  /** A stored key, created without the usual permission checks. */
  const keyOf = async (
    { userId: sponsorId }: Pick<SignedIn, 'userId'>,
    { tenant }: Firm,
    changes: Partial<AgentKey> = {},
  ): Promise<string> => {
    const kind = changes.kind ?? 'customer'
    const { bearer, ...secret } = http.ports.agentSecrets.create(kind)
    const { organizationId } = tenant.organization
    const at = {
      organizationId: kind === 'customer' ? organizationId : undefined,
      allowlist: grantable(kind),
    }
    const key = anAgentKey({ ...secret, ...at, sponsorId, expiresAtMs: undefined, ...changes })
    await exclusively(http.ports, (unit) => unit.agentKeys.add(key))
    return bearer
  }

  /** A key that was accepted, and whose sponsor changes before the next call. */
  const afterwards = async (happens: (sponsor: SignedIn) => Promise<unknown>): Promise<string> => {
    const sponsor = await aSponsor(http, firm.tenant.organization.organizationId, 'admin')
    const bearer = await keyOf(sponsor, firm)
    expect((await askAsAgent(http, bearer, 'getCustomerContext')).status).to.equal(200)
    await happens(sponsor)
    return bearer
  }

  const place = ({ userId }: SignedIn) => ({
    organizationId: firm.tenant.organization.organizationId,
    userId,
  })

  const bearers = (
    operation: AgentOperation,
  ): Readonly<Record<KeyHolder, () => Promise<string> | string>> => {
    const { owner, admin, developer, billing, viewer } = firm.members
    const others = grantable('customer').filter((name) => name !== operation)
    return {
      nobody: () => '',
      'a malformed key': async () => `${await keyOf(owner, firm)}x`,
      'an unknown key': () => http.ports.agentSecrets.create('customer').bearer,
      'a server credential': () => firm.tenant.bearer,
      'an access token': () => owner.accessToken,
      'a revoked key': () => keyOf(owner, firm, { revokedAtMs: 1 }),
      'an expired key': () => keyOf(owner, firm, { expiresAtMs: 1 }),
      'a bootstrap key': () => keyOf(owner, firm, { kind: 'bootstrap' }),
      'a bootstrap key that was spent': () => keyOf(owner, firm, { kind: 'bootstrap', spentAtMs: 1 }),
      'a key without the operation': () => keyOf(owner, firm, { allowlist: others }),
      'a key of another Organization': () => keyOf(other.members.owner, other),
      'a key of an owner': () => keyOf(owner, firm),
      'a key of an admin': () => keyOf(admin, firm),
      'a key of a developer': () => keyOf(developer, firm),
      'a key of a billing member': () => keyOf(billing, firm),
      'a key of a viewer': () => keyOf(viewer, firm),
      'a key of a user who was disabled a moment ago': () =>
        afterwards(({ email }) => right(http.postrider.disableUserByCommand({ ...BY_TEST, email }))),
      'a key of a member who left a moment ago': () =>
        afterwards((sponsor) => exclusively(http.ports, (unit) => unit.members.remove(place(sponsor)))),
      'a key of an admin who became a viewer a moment ago': () =>
        afterwards((sponsor) =>
          exclusively(http.ports, async (unit) => {
            const member = await unit.members.lock(place(sponsor))
            if (member !== undefined) unit.members.replace({ ...member, role: 'viewer' })
          }),
        ),
      [SUSPENDED]: () => keyOf(suspended.members.owner, suspended),
    }
  }

  it('has a row for every operation of customer Agents in the registry', () => {
    expect([...OPERATIONS_OF_AGENTS].sort()).to.deep.equal(operationsFor('customerAgent'))
  })

  const ways: Readonly<Record<string, typeof askAsAgent>> = {
    'over the API': askAsAgent,
    'as a tool': (_, bearer, operation, body) => tools.ask(bearer, operation, body),
  }

  for (const operation of OPERATIONS_OF_AGENTS)
    for (const [way, ask] of Object.entries(ways))
      it(`responds to ${operation} as declared, for every caller ${way} (${KEY_HOLDERS.length} cells)`, async () => {
        const answers: Partial<Record<KeyHolder, unknown>> = {}
        const owners = await prepare(operation, firm)
        for (const holder of KEY_HOLDERS) {
          const isServed = AGENT_MATRIX[operation][holder] === 200
          const own = holder === SUSPENDED ? begun.get(`${way} ${operation}`) : undefined
          const body = own ?? (isServed ? await prepare(operation, firm) : owners)
          const reply = await ask(http, await bearers(operation)[holder](), operation, body)
          answers[holder] = codeOf(reply)
          if (!isServed) expect(valueIn(reply, 'success'), holder).to.equal(false)
        }
        expect(answers).to.deep.equal(AGENT_MATRIX[operation])
      })
})

import { expect } from 'chai'
import { operationsFor, type OperationName } from '@postrider/core/assembly/registry'
import { aTicket } from '@postrider/conformance/builders/a-ticket'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { aFirm, type Firm } from '../http/a-firm.js'
import { ADMIN_CASES, type AdminOperation } from '../http/admin-matrix-table.js'
import type { AgentOperation } from '../http/agent-matrix-table.js'
import { AGENT_REQUESTS } from '../http/agent-requests.js'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { valueIn } from '../http/refusals.js'
import { type ConnectedTools, connectTools } from './connect-tools.js'
import { aToolKey, anAdminToolKey } from './keys.js'

describe('A run with all tools', () => {
  let http: HttpFixture
  let tools: ConnectedTools
  let firm: Firm
  before(async () => {
    http = await openHttpFixture({}, { hasTools: true })
    tools = await connectTools(http)
    firm = await aFirm(http, http.mine)
  })
  after(async () => {
    await tools.close()
    await http.close()
  })

  /**
   * The declared calls of super admins' keys, for existing records: an organization, an app, a ticket, and
   * proposals.
   */
  const aboutWhatThereIs = async (proposed: object) => {
    const { organizationId } = firm.tenant.organization
    const read = await right(http.storage.administration.organization(organizationId))
    const ticket = aTicket({ organizationId })
    await sharing(http.ports, (unit) => unit.tickets.add(ticket))
    const { appId } = firm.tenant.app
    const { ticketId } = ticket
    const { version } = read.value?.organization ?? {}
    const is = { organizationId, appId, ticketId, version, enabled: false }
    const there: Readonly<Record<string, unknown>> = { ...is, ...proposed }
    return (body: object): object =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, there[name] ?? value]))
  }

  /** Proposals of another super admin's key, which this one may decide. */
  const propose = async (): Promise<object> => {
    const another = await anAdminToolKey(http)
    const body = (await aboutWhatThereIs({}))(ADMIN_CASES.proposeBalanceCredit.body)
    const reply = await tools.ask(another.bearer, 'proposeBalanceCredit', body)
    const { approvalId, version } = valueIn(reply, 'approval') as Record<string, unknown>
    return { approvalId, version }
  }

  it('sends nothing: there is no message afterwards', async () => {
    const run: OperationName[] = []
    const { bearer } = await aToolKey(http)
    for (const operation of operationsFor('customerAgent') as readonly AgentOperation[]) {
      const body = await AGENT_REQUESTS[operation]({ http, firm, asker: firm.members.owner })
      const bootstrap =
        operation === 'createOrganization'
          ? await aToolKey(http, { kind: 'bootstrap', organizationId: undefined, allowlist: [operation] })
          : undefined
      const reply = await tools.ask(bootstrap?.bearer ?? bearer, operation, body)
      expect(reply.status, `${operation} ${JSON.stringify(reply.body)}`).to.equal(200)
      run.push(operation)
    }
    const admin = await anAdminToolKey(http)
    const proposed = await propose()
    const refused: OperationName[] = []
    // In reverse order, so that suspended records are resumed and proposals are decided.
    for (const operation of (operationsFor('adminAgent') as readonly AdminOperation[]).toReversed()) {
      const about = await aboutWhatThereIs(operation === 'decideApproval' ? proposed : {})
      const body = about(ADMIN_CASES[operation].body)
      const reply = await tools.ask(admin.bearer, operation, body)
      if (reply.status !== 200) refused.push(operation)
      run.push(operation)
    }
    // There are no messages, and a test tenant has no provider account to change to.
    expect(refused.toSorted()).to.deep.equal([
      'getMessageTrace',
      'requeueDeadLetter',
      'resolveUnconfirmedMessage',
      'setAppServiceConfiguration',
    ])
    expect(run).to.have.length(operationsFor('customerAgent').length + operationsFor('adminAgent').length)
    expect((await http.written()).messages).to.equal(0)
  })
})

import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { grantable } from '@postrider/core/assembly/grantable'
import { isId, type OrganizationId, type UserId } from '@postrider/core/kernel/ids/id'
import type { User } from '@postrider/core/identity/domain/people/user'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { newAgentKey } from '@postrider/core/identity/use-cases/agents/new-agent-key'
import type { BenchPerson } from './control-requests.js'
import type { BenchTenant } from './requests.js'

const PASSWORD = 'slow horses carry letters far'

const personAt = (at: number): BenchPerson => ({
  email: `person-${at}@bench.example.com`,
  password: PASSWORD,
  clientAddress: `10.0.${at >> 8}.${at & 255}`,
})

const userOf = ({ ids, clock }: Ports, { email }: BenchPerson, passwordHash: string): User => ({
  userId: ids.next('usr'),
  email,
  emailKey: email,
  displayName: 'Bench',
  passwordHash,
  status: 'active',
  createdAtMs: clock.nowMs(),
  version: 1,
})

/** The callers of operations: people who sign in, and an Agent's key that the first of them sponsors. */
export interface BenchCallers {
  readonly people: readonly BenchPerson[]
  readonly agentKey: string
}

const agentKeyOf = (
  { ids, agentSecrets, clock }: Ports,
  sponsorId: UserId,
  organizationId: OrganizationId,
): { readonly key: AgentKey; readonly bearer: string } => {
  const allowlist = grantable('customer')
  const life = { expiresAtMs: undefined, confirmedAtMs: clock.nowMs(), label: 'bench' }
  const powers = { kind: 'customer', organizationId, sponsorId, allowlist, ...life } as const
  return newAgentKey({ ids, agentSecrets }, powers, clock.nowMs())
}

/** Creates people with the same password, which is hashed once. The first of them owns the first tenant. */
export const provisionCallers = async (
  ports: Ports,
  [tenant]: readonly BenchTenant[],
  count: number,
): Promise<BenchCallers> => {
  if (count === 0) return { people: [], agentKey: '' }
  const hashed = await ports.passwords.hash(PASSWORD)()
  if (E.isLeft(hashed)) throw new Error(hashed.left.cause)
  const people = Array.from({ length: count }, (_, at) => personAt(at))
  const users = people.map((person) => userOf(ports, person, hashed.right))
  const [owner] = users
  const organizationId = tenant?.organizationId ?? ''
  if (owner === undefined || !isId('org', organizationId)) throw new Error('no tenant to own')
  const agent = agentKeyOf(ports, owner.userId, organizationId)
  const done = await ports.storage.units.transact<never, undefined>('exclusive', async (unit) => {
    for (const user of users) unit.users.add(user)
    const { userId, createdAtMs } = owner
    unit.members.add({ organizationId, userId, role: 'owner', createdAtMs })
    unit.agentKeys.add(agent.key)
    return E.right(undefined)
  })()
  if (E.isLeft(done)) throw new Error(JSON.stringify(done.left))
  return { people, agentKey: agent.bearer }
}

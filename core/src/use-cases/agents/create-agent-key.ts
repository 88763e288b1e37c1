import { checkKeyGrant, type KeyGrant, lifeOf } from '../../domain/agents/key-grant.js'
import { ROLE_PERMISSIONS } from '../../domain/people/roles.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'
import { type IssuedAgentKey, newAgentKey } from './new-agent-key.js'

/** A key that somebody wants, and who answers for it. */
export interface AgentKeyOrder extends Order, KeyGrant {
  readonly sponsorEmail: string
}

type Needs = OrderNeeds & Pick<Ports, 'agentSecrets'>

/** Whether the user may make keys that act for the Organization. */
const maySponsor = async (
  unit: UnitOfWork,
  { userId }: User,
  organizationId: OrganizationId,
): Promise<E.Either<Refusal, undefined>> => {
  const organization = await unit.organizations.lock(organizationId)
  const member = organization && (await unit.members.lock({ organizationId, userId }))
  if (member === undefined) return E.left(refusal('NotFound'))
  const may = ROLE_PERMISSIONS[member.role].includes('agentKeys.manage')
  return may ? E.right(undefined) : E.left(refusal('PermissionDenied'))
}

const sponsorOf = async (
  unit: UnitOfWork,
  { sponsorEmail, organizationId }: AgentKeyOrder,
): Promise<E.Either<Refusal, User>> => {
  const user = await unit.users.lockByEmail(emailKeyOf(sponsorEmail))
  if (user?.status !== 'active') return E.left(refusal('NotFound'))
  if (organizationId === undefined) return E.right(user)
  const may = await maySponsor(unit, user, organizationId)
  return E.isLeft(may) ? may : E.right(user)
}

/**
 * Makes an Agent key for a person who answers for it (specification 5.4, 5.5). InvalidRequest where kind, allowlist and
 * life do not go together; NotFound for a sponsor who is no active user or no member of the Organization;
 * PermissionDenied for one who may not manage keys there.
 */
export const createAgentKey =
  (needs: Needs) =>
  (order: AgentKeyOrder): TE.TaskEither<Refusal | Outage, IssuedAgentKey> =>
    carryOut(needs)(order, {
      action: 'agentKey.create',
      problems: checkKeyGrant(order, needs.clock.nowMs()),
      work: async (unit, nowMs) => {
        const sponsor = await sponsorOf(unit, order)
        if (E.isLeft(sponsor)) return sponsor
        const { kind, organizationId, allowlist, label } = order
        const powers = { kind, organizationId, allowlist: [...allowlist].sort(), label }
        const sponsorId = sponsor.right.userId
        const issued = newAgentKey(needs, { ...powers, sponsorId, expiresAtMs: lifeOf(order, nowMs) }, nowMs)
        unit.agentKeys.add(issued.key)
        const { agentKeyId, expiresAtMs = 'never' } = issued.key
        const operations = powers.allowlist.join(',')
        const details = { kind, sponsor: sponsorId, operations, expiresAtMs }
        return E.right({ about: { target: agentKeyId, organizationId, details }, result: issued })
      },
    })

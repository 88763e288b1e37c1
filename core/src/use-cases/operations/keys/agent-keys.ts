import type { AgentKey } from '../../../domain/agents/agent-key.js'
import { keyLifeIn, lifeOf } from '../../../domain/operations/keys/key-grant.js'
import type { OrganizationId, UserId } from '../../../domain/ids/id.js'
import { agentKeyView } from '../../../domain/operations/keys/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import type { EpochMs } from '../../../domain/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { type IssuedAgentKey, newAgentKey } from '../../agents/new-agent-key.js'
import { sponsorOf } from '../../agents/sponsor-of.js'
import { succeedKey } from '../../agents/succeed-key.js'
import { type Call, type Implementations, mutation } from '../running/implementation.js'
import { knownId, knownIdIfNamed } from '../running/known-id.js'

type Needs = Pick<Ports, 'ids' | 'agentSecrets'>
type Creation = Pick<
  Call<'createAgentKey'>['request'],
  'allowlist' | 'label' | 'expiresAt' | 'acknowledgeNeverExpires'
>

/** Whose key it is to be, and what for. */
interface Place {
  readonly kind: AgentKey['kind']
  readonly organizationId: OrganizationId | undefined
  readonly sponsorId: UserId
}

const issue = (needs: Needs, place: Place, request: Creation, nowMs: EpochMs): IssuedAgentKey => {
  const allowlist = [...request.allowlist].sort()
  const expiresAtMs = lifeOf(place.kind, keyLifeIn(request), nowMs)
  return newAgentKey(needs, { ...place, allowlist, label: request.label, expiresAtMs }, nowMs)
}

const doneWith = ({ key, bearer }: IssuedAgentKey, reason: string, nowMs: EpochMs) => {
  const { agentKeyId, kind, sponsorId, organizationId, allowlist, expiresAtMs = 'never' } = key
  const details = { kind, sponsor: sponsorId, operations: allowlist.join(','), expiresAtMs }
  return E.right({
    result: { agentKey: agentKeyView(key, nowMs), secret: bearer },
    about: { target: agentKeyId, organizationId, reason, details },
  })
}

/** Makes a key for a person who answers for it; refusals as of {@link sponsorOf}. */
const createAgentKey = (needs: Needs) =>
  mutation<'createAgentKey'>('exclusive', async (unit, { request, nowMs }) => {
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const sponsor = await sponsorOf(unit, request.sponsorEmail, organizationId.right)
    if (E.isLeft(sponsor)) return sponsor
    const { userId: sponsorId } = sponsor.right
    const place = { kind: request.kind, organizationId: organizationId.right, sponsorId }
    const issued = issue(needs, place, request, nowMs)
    unit.agentKeys.add(issued.key)
    return doneWith(issued, request.reason, nowMs)
  })

/** Makes an admin key; the super admin who makes it answers for it (docs/contract#agent-keys). */
const createAdminAgentKey = (needs: Needs) =>
  mutation<'createAdminAgentKey'>('exclusive', async (unit, { request, facts, nowMs }) => {
    const place = { kind: 'admin', organizationId: undefined, sponsorId: facts.user.userId } as const
    const issued = issue(needs, place, request, nowMs)
    unit.agentKeys.add(issued.key)
    return doneWith(issued, request.reason, nowMs)
  })

/**
 * Rotates a key; an admin key its sponsor alone, who is there with his second factor
 * (docs/contract#key-lifetimes).
 */
const rotateAgentKey = (needs: Needs) =>
  mutation<'rotateAgentKey'>('exclusive', async (unit, { request, facts, nowMs }) => {
    const { overlapSeconds, reason } = request
    const agentKeyId = knownId('agk', request.agentKeyId)
    if (E.isLeft(agentKeyId)) return agentKeyId
    const mayRotate = ({ kind, sponsorId }: AgentKey) => kind !== 'admin' || sponsorId === facts.user.userId
    const asked = { agentKeyId: agentKeyId.right, overlapSeconds, mayRotate }
    const done = await succeedKey(needs, unit, asked, nowMs)
    if (E.isLeft(done)) return done
    const { key, bearer, previous } = done.right
    const { agentKeyId: successor, organizationId } = key
    return E.right({
      result: {
        agentKey: agentKeyView(key, nowMs),
        secret: bearer,
        previous: agentKeyView(previous, nowMs),
      },
      about: { target: previous.agentKeyId, organizationId, reason, details: { successor, overlapSeconds } },
    })
  })

/** Ends a key of any kind for good: requests that begin after the answer are refused; Conflict where it was before. */
const revokeAgentKey = mutation<'revokeAgentKey'>('exclusive', async (unit, { request, nowMs }) => {
  const agentKeyId = knownId('agk', request.agentKeyId)
  if (E.isLeft(agentKeyId)) return agentKeyId
  const key = await unit.agentKeys.lock(agentKeyId.right)
  if (key === undefined) return E.left(refusal('NotFound'))
  if (key.revokedAtMs !== undefined) return E.left(refusal('Conflict'))
  const revoked: AgentKey = { ...key, revokedAtMs: nowMs }
  unit.agentKeys.replace(revoked)
  const { organizationId, kind } = key
  return E.right({
    result: { agentKey: agentKeyView(revoked, nowMs) },
    about: { target: key.agentKeyId, organizationId, reason: request.reason, details: { kind } },
  })
})

/** Agent keys, as super admins make and end them. */
export const keyImplementations = (
  needs: Needs,
): Pick<Implementations, 'createAgentKey' | 'createAdminAgentKey' | 'rotateAgentKey' | 'revokeAgentKey'> => ({
  createAgentKey: createAgentKey(needs),
  createAdminAgentKey: createAdminAgentKey(needs),
  rotateAgentKey: rotateAgentKey(needs),
  revokeAgentKey,
})

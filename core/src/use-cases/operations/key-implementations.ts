import type { AgentKey } from '../../domain/agents/agent-key.js'
import { checkKeyGrant, type KeyGrant, type KeyLife, lifeOf } from '../../domain/agents/key-grant.js'
import type { UserId } from '../../domain/ids/id.js'
import { agentKeyView } from '../../domain/operations/views/agent-key-view.js'
import { bodyProblem } from '../../domain/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { type EpochMs, parseIsoTime } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { type IssuedAgentKey, newAgentKey } from '../agents/new-agent-key.js'
import { sponsorOf } from '../agents/sponsor-of.js'
import { succeedKey } from '../agents/succeed-key.js'
import { type Call, type Implementations, mutation } from './implementation.js'
import { knownId, knownIdIfNamed } from './known-id.js'

type Needs = Pick<Ports, 'ids' | 'agentSecrets'>
type Creation = Pick<
  Call<'createAgentKey'>['request'],
  'allowlist' | 'label' | 'expiresAt' | 'acknowledgeNeverExpires'
>

const noTime = bodyProblem('/expiresAt', 'format', 'Must be a point in time.')
const twoLives = bodyProblem('/acknowledgeNeverExpires', 'not_allowed', 'A key has an end or none.')

const lifeIn = ({ expiresAt, acknowledgeNeverExpires }: Creation): E.Either<Refusal, KeyLife> => {
  if (expiresAt === undefined)
    return E.right(
      acknowledgeNeverExpires === true ? { _tag: 'Never', acknowledged: true } : { _tag: 'Usual' },
    )
  if (acknowledgeNeverExpires !== undefined) return E.left(invalidRequest([twoLives]))
  const atMs = parseIsoTime(expiresAt)
  return atMs === undefined ? E.left(invalidRequest([noTime])) : E.right({ _tag: 'Until', atMs })
}

/** What the key is to be for; InvalidRequest where kind, allowlist and life do not go together. */
const grantOf = (
  place: Pick<KeyGrant, 'kind' | 'organizationId'>,
  request: Creation,
  nowMs: EpochMs,
): E.Either<Refusal, KeyGrant> => {
  const life = lifeIn(request)
  if (E.isLeft(life)) return life
  const grant = { ...place, allowlist: request.allowlist, label: request.label, life: life.right }
  const problems = checkKeyGrant(grant, nowMs)
  return problems.length > 0 ? E.left(invalidRequest(problems)) : E.right(grant)
}

const issue = (needs: Needs, grant: KeyGrant, sponsorId: UserId, nowMs: EpochMs): IssuedAgentKey => {
  const { kind, organizationId, label } = grant
  const allowlist = [...grant.allowlist].sort()
  const powers = { kind, organizationId, allowlist, label, sponsorId, expiresAtMs: lifeOf(grant, nowMs) }
  return newAgentKey(needs, powers, nowMs)
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
    const place = { kind: request.kind, organizationId: organizationId.right }
    const grant = grantOf(place, request, nowMs)
    if (E.isLeft(grant)) return grant
    const sponsor = await sponsorOf(unit, request.sponsorEmail, organizationId.right)
    if (E.isLeft(sponsor)) return sponsor
    const issued = issue(needs, grant.right, sponsor.right.userId, nowMs)
    unit.agentKeys.add(issued.key)
    return doneWith(issued, request.reason, nowMs)
  })

/** Makes an admin key; the super admin who makes it answers for it (specification 5.5). */
const createAdminAgentKey = (needs: Needs) =>
  mutation<'createAdminAgentKey'>('exclusive', async (unit, { request, facts, nowMs }) => {
    const grant = grantOf({ kind: 'admin', organizationId: undefined }, request, nowMs)
    if (E.isLeft(grant)) return grant
    const issued = issue(needs, grant.right, facts.user.userId, nowMs)
    unit.agentKeys.add(issued.key)
    return doneWith(issued, request.reason, nowMs)
  })

/** Rotates a key; an admin key its sponsor alone, who is there with his second factor (specification 5.5, 5.7). */
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

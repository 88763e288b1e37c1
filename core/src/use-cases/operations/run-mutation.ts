import { authorise } from '../../domain/operations/authorise.js'
import type { OperationResult } from '../../domain/operations/operation-result.js'
import { OPERATIONS } from '../../domain/operations/registry.js'
import type { Operation } from '../../domain/operations/operation.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import { isId } from '../../domain/ids/id.js'
import { type Digest, frame } from '../../domain/ledger/digest.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import { recordAct } from '../audit/record-act.js'
import { letsIn } from '../people/people-authentication.js'
import { untilDone } from '../units/until-done.js'
import { canonical } from './canonical.js'
import type { CallWith, DoneWith, MutationWith } from './implementation.js'
import type { Answered, Asked, Body, RunnerNeeds } from './asked.js'

const KEY_DIGITS = 32

/** Under which a mutation is remembered, and what it was; undefined where the caller did not ask for that. */
interface Identity {
  readonly key: Digest
  readonly material: Digest
}

const identityOf = ({ digests }: RunnerNeeds, { name, principal, request }: Asked): Identity | undefined => {
  const { requestId, ...body } = request
  if (typeof requestId !== 'string') return undefined
  const whose = principal.facts.user.userId
  return {
    key: digests.sha256(frame(['operation-1', whose, name, requestId])).slice(0, KEY_DIGITS),
    material: digests.sha256(frame(['operation-body-1', canonical(body)])),
  }
}

/** Whose ticket or chat it is; undefined where there is none. */
const ownerOf = async (
  unit: UnitOfWork,
  { tenant }: Operation,
  request: Body,
): Promise<OrganizationId | undefined> => {
  const id = String(request[tenant])
  switch (tenant) {
    case 'none':
      return undefined
    case 'organizationId':
      return isId('org', id) ? id : undefined
    case 'ticketId':
      return isId('tkt', id) ? (await unit.tickets.lock(id))?.organizationId : undefined
    case 'chatId':
      return isId('cht', id) ? (await unit.chats.lock(id))?.organizationId : undefined
  }
}

/** The caller's present authority, in the unit that acts on it: what is taken from him now is gone now. */
const presentCall = async (
  unit: UnitOfWork,
  asked: Asked,
  nowMs: number,
): Promise<E.Either<Refusal, CallWith<Body>>> => {
  const operation: Operation = OPERATIONS[asked.name]
  const facts = await unit.sessions.bearer(asked.principal.proof)
  if (facts === undefined || !letsIn(facts, nowMs)) return E.left(refusal('Unauthenticated'))
  const call = { request: asked.request, facts, nowMs, origin: asked.origin }
  if (operation.tenant === 'none') return E.right({ ...call, place: undefined })
  const owner = await ownerOf(unit, operation, asked.request)
  const place = authorise(operation, facts.memberships, owner)
  return E.isLeft(place) ? place : E.right({ ...call, place: place.right })
}

const replayOf = ({ material }: Identity, earlier: OperationResult): E.Either<Refusal, Answered> =>
  earlier.material === material
    ? E.right({ result: { ...(JSON.parse(earlier.result) as object), replayed: true }, replayed: true })
    : E.left(refusal('IdempotencyConflict'))

/** What is kept of a result: a secret is shown once (decisions 10). */
const withoutSecret = (result: object): object => ('secret' in result ? { ...result, secret: null } : result)

const record = async (
  needs: RunnerNeeds,
  unit: UnitOfWork,
  { name }: Asked,
  { facts, place, nowMs, origin }: CallWith<Body>,
  { about }: DoneWith<object>,
): Promise<void> => {
  const own = { organizationId: place?.organization.organizationId, ...about }
  const actor = { kind: 'user', id: facts.user.userId } as const
  const act = { actor, credentialId: facts.session.sessionId, action: name, origin, ...own }
  await recordAct(needs, unit, act, nowMs)
}

/**
 * Runs a mutation: present authority, tenant, idempotency, the use case and its audit event are one transaction, so
 * that none is without the others (architecture, "one choke point").
 */
export const runMutation = (
  needs: RunnerNeeds,
  { hold, begin }: MutationWith<Body, object>,
): ((asked: Asked) => TE.TaskEither<Refusal | Outage, Answered>) => {
  const attempt = (asked: Asked): TE.TaskEither<Refusal | Outage, Answered> => {
    const identity = identityOf(needs, asked)
    const work = begin()
    return untilDone(needs)<Refusal, Answered>(hold, async (unit) => {
      const nowMs = needs.clock.nowMs()
      const call = await presentCall(unit, asked, nowMs)
      if (E.isLeft(call)) return call
      const earlier = identity === undefined ? undefined : await unit.results.lock(identity.key)
      if (identity !== undefined && earlier !== undefined) return replayOf(identity, earlier)
      const done = await work(unit, call.right)
      if (E.isLeft(done)) return done
      const { result } = done.right
      if (identity !== undefined)
        unit.results.add({ ...identity, result: JSON.stringify(withoutSecret(result)), createdAtMs: nowMs })
      await record(needs, unit, asked, call.right, done.right)
      return E.right({ result, replayed: false })
    })
  }

  return (asked) => async () => {
    const answered = await attempt(asked)()
    const isUnknown = E.isLeft(answered) && answered.left._tag === 'CommitUnknown'
    // Under its identity a second attempt finds what the first did, or does it.
    return isUnknown && identityOf(needs, asked) !== undefined ? attempt(asked)() : answered
  }
}

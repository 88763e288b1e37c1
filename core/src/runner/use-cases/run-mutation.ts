import { isId, type OrganizationId } from '../../kernel/ids/id.js'
import { type Inspect, refusalOf, wholeAt } from '../../kernel/inspections/inspection.js'
import { type Digest, frame } from '../../kernel/digests/digest.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import { OPERATIONS } from '../../assembly/registry.js'
import type { OperationResult } from '../domain/results/operation-result.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { Organization } from '../../tenancy/domain/records.js'
import { E, type TE } from '../../fp.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { OutboxSelection } from '../../messaging/ports/outbox-storage.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { type Act, recordActs } from '../../audit/use-cases/record-act.js'
import type { Callers } from './callers.js'
import {
  isAgent,
  lacksSecondFactor,
  type Principal,
  signatureOf,
} from '../../identity/use-cases/callers/caller.js'
import { requeueAffected } from '../../platform/use-cases/operators/requeue-affected.js'
import { untilDone } from '../../kernel/units/until-done.js'
import type { Body } from '../domain/entries/request.js'
import type { OperationAnswer, DecodedCall, RunnerNeeds } from './decoded-call.js'
import { canonical } from './canonical.js'
import type { AuthorizedCall, MutationResult, MutationRun, OperationNeeds } from './implementation.js'
import { authorize } from './authorize.js'

const KEY_DIGITS = 32

/** The key under which a mutation is stored, and its content; undefined if the caller sent no `requestId`. */
interface Identity {
  readonly key: Digest
  readonly material: Digest
  /** The same under each key of this process: the stored one may have been created under an earlier key. */
  readonly materials: readonly Digest[]
}

/**
 * The scope of a caller's `requestId`s. A person's are their own, over the API and at the website alike; an
 * Agent's belong to its Organization, or to its sponsor (docs/api/operations#operation-idempotency).
 */
const identitiesOf = (principal: Principal): readonly string[] => {
  const { userId } = principal.facts.user
  if (isAgent(principal)) return ['agent-operation-1', principal.facts.key.organizationId ?? userId]
  return [principal.audience === 'adminConsole' ? 'console-operation-1' : 'operation-1', userId]
}

/** The fields of bodies that must not be stored in plain text. */
const SECRETS: readonly string[] = ['secrets', 'currentPassword', 'newPassword']

/** Secrets are replaced by a keyed digest, so that access to the database isn't enough to guess them. */
const withoutSecrets = ({ keyedDigests }: RunnerNeeds, body: Body): readonly Body[] => {
  const fields = Object.entries(body)
  const secret = Object.fromEntries(fields.filter(([name]) => SECRETS.includes(name)))
  if (Object.keys(secret).length === 0) return [body]
  const rest = Object.fromEntries(fields.filter(([name]) => !SECRETS.includes(name)))
  return keyedDigests.ids.map((keyId) => ({
    ...rest,
    secrets: keyedDigests.of('operation', canonical(secret), keyId),
  }))
}

const identityOf = (needs: RunnerNeeds, { name, principal, request }: DecodedCall): Identity | undefined => {
  const { digests } = needs
  const { requestId, ...body } = request
  if (typeof requestId !== 'string') return undefined
  const materials = withoutSecrets(needs, body).map((bare) =>
    digests.sha256(frame(['operation-body-1', canonical(bare)])),
  )
  return {
    key: digests.sha256(frame([...identitiesOf(principal), name, requestId])).slice(0, KEY_DIGITS),
    material: materials[0] ?? '',
    materials,
  }
}

/** The owner of the ticket or chat; undefined if it doesn't exist. */
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

/** A call with the caller's present rights. */
interface PresentCall {
  readonly principal: Principal
  readonly call: AuthorizedCall<Body>
}

/**
 * The caller's present rights, in the unit that acts on them, so that a revocation takes effect immediately.
 */
const presentCall = async (
  unit: UnitOfWork,
  callers: Callers,
  { name, principal: known, request, origin }: DecodedCall,
  nowMs: number,
): Promise<E.Either<Refusal, PresentCall>> => {
  const operation: Operation = OPERATIONS[name]
  const present = await callers.present(unit, known, nowMs)
  if (E.isLeft(present)) return present
  const principal = present.right
  const membership = authorize(operation, principal, await ownerOf(unit, operation, request), nowMs)
  if (E.isLeft(membership)) return membership
  const proof = principal._tag === 'Operator' ? principal.proof : undefined
  const isLockedOut = (organization: Organization): boolean => lacksSecondFactor(principal, organization)
  const caller = { facts: principal.facts, signature: signatureOf(principal), proof, isLockedOut }
  return E.right({ principal, call: { request, ...caller, membership: membership.right, nowMs, origin } })
}

const replayOf = ({ materials }: Identity, earlier: OperationResult): E.Either<Refusal, OperationAnswer> =>
  materials.includes(earlier.material)
    ? E.right({ result: { ...(JSON.parse(earlier.result) as object), replayed: true }, replayed: true })
    : E.left(refusal('IdempotencyConflict'))

/** Whether an earlier call with the same identity is so old that the caller wants a new one. */
const isForgotten = (
  { knownForMs }: DecodedCall,
  { createdAtMs }: OperationResult,
  nowMs: EpochMs,
): boolean => knownForMs !== undefined && nowMs - createdAtMs >= knownForMs

/** The fields of results that are shown only once. */
const SHOWN_ONCE: readonly string[] = ['secret', 'recoveryCodes', 'recipient', 'callbackUrl']

/**
 * The stored part of a result: secrets and recipients are shown only once
 * (docs/api/operations#operation-idempotency).
 */
const withoutSecret = (result: object): object =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, SHOWN_ONCE.includes(name) ? null : value]),
  )

const record = async (
  needs: RunnerNeeds,
  unit: UnitOfWork,
  { name }: DecodedCall,
  { principal, call: { membership, nowMs, origin } }: PresentCall,
  { about, further = [] }: MutationResult<object>,
): Promise<void> => {
  const own = { organizationId: membership?.organization.organizationId, ...about }
  const act: Act = { ...signatureOf(principal), action: name, origin, ...own }
  await recordActs(needs, unit, [act, ...further.map((each) => ({ ...act, ...each }))], nowMs)
}

/** A bootstrap key can be used successfully once (docs/api/access#agent-keys). */
const spendKey = (unit: UnitOfWork, principal: Principal, nowMs: number): void => {
  if (!isAgent(principal) || principal.facts.key.kind !== 'bootstrap') return
  unit.agentKeys.replace({ ...principal.facts.key, spentAtMs: nowMs })
}

const isSpent = (principal: Principal): boolean =>
  isAgent(principal) && principal.facts.key.spentAtMs !== undefined

/** The result of a mutation, and the messages to check again after the commit. */
interface Done extends OperationAnswer {
  readonly concerned?: OutboxSelection | undefined
}

/**
 * Runs a mutation. Present authority, tenant, idempotency, the use case and its audit event are in one
 * transaction, so that none happens without the others (docs/decisions/0018).
 */
export const runMutation = (
  needs: OperationNeeds,
  callers: Callers,
  { lock, begin }: MutationRun,
  inspect: Inspect<unknown>,
): ((decoded: DecodedCall) => TE.TaskEither<Refusal | Outage, OperationAnswer>) => {
  const attempt = (decoded: DecodedCall): TE.TaskEither<Refusal | Outage, Done> => {
    const identity = identityOf(needs, decoded)
    const work = begin(needs)
    return untilDone(needs)<Refusal, Done>(lock, async (unit) => {
      const nowMs = needs.clock.nowMs()
      const present = await presentCall(unit, callers, decoded, nowMs)
      if (E.isLeft(present)) return present
      const { principal, call } = present.right
      const earlier = identity === undefined ? undefined : await unit.results.lock(identity.key)
      const isKnown = earlier !== undefined && !isForgotten(decoded, earlier, nowMs)
      if (identity !== undefined && isKnown) return replayOf(identity, earlier)
      // A spent key can get its earlier result again, but can't do anything new.
      if (isSpent(principal)) return E.left(refusal('Unauthenticated'))
      // Not earlier: a problem that depends on the time must not prevent a replay.
      const unfit = refusalOf(inspect(call.request, wholeAt(nowMs)))
      if (unfit !== undefined) return E.left(unfit)
      const done = await work(unit, call)
      if (E.isLeft(done)) return done
      const { result, concerned } = done.right
      if (identity !== undefined) {
        const { key, material } = identity
        const kept = { key, material, result: JSON.stringify(withoutSecret(result)), createdAtMs: nowMs }
        if (earlier === undefined) unit.results.add(kept)
        else unit.results.replace(kept)
      }
      spendKey(unit, principal, nowMs)
      await record(needs, unit, decoded, present.right, done.right)
      return E.right({ result, replayed: false, concerned })
    })
  }

  const answer = async (decoded: DecodedCall): Promise<E.Either<Refusal | Outage, OperationAnswer>> => {
    const done = await attempt(decoded)()
    if (E.isLeft(done)) return done
    const { concerned, ...answered } = done.right
    if (concerned !== undefined) await requeueAffected(needs)(concerned)
    return E.right(answered)
  }

  return (decoded) => async () => {
    const answered = await answer(decoded)
    const isUnknown = E.isLeft(answered) && answered.left._tag === 'CommitUnknown'
    // With an identity, a second attempt finds the result of the first one, or executes the call.
    return isUnknown && identityOf(needs, decoded) !== undefined ? answer(decoded) : answered
  }
}

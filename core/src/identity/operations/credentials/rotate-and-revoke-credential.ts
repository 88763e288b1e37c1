import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { actionProblems } from '../../../runner/domain/grants/own-powers.js'
import { credentialView } from './views.js'
import { type Refusal, refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { isLiveCredential, type ServerCredential } from '../../../tenancy/domain/credential.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { newCredential } from '../../use-cases/credentials/new-credential.js'
import { creatorOf } from './created-by.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../domain/access/operation.js'
import { CREDENTIALS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import {
  credentialId as credentialIdField,
  overlapSeconds as overlapSecondsField,
  credentialShape,
  secret,
} from './shapes.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'

const notFound = E.left(refusal('NotFound'))
const mayNotSee = E.left(
  refusalSaying('PermissionDenied', "The credential may do something that your role doesn't allow you."),
)
const conflict = E.left(refusal('Conflict'))

/** The requested credential of the Organization; otherwise NotFound. */
const credentialOf = async (
  unit: UnitOfWork,
  call: CallOf<typeof rotateServerCredentialEntry | typeof revokeServerCredentialEntry>,
): Promise<E.Either<Refusal, ServerCredential>> => {
  const credentialId = knownId('crd', call.request.credentialId)
  if (E.isLeft(credentialId)) return credentialId
  const credential = await unit.credentials.lock(credentialId.right)
  const isOwn = credential?.organizationId === membershipOf(call).organization.organizationId
  return isOwn ? E.right(credential) : notFound
}

/**
 * Replaces a credential with a new one with the same rights and expiry. The old one stays valid for the
 * overlap; an overlap of zero ends it immediately. PermissionDenied if the caller couldn't grant its actions.
 * Conflict if it isn't valid, or if the app would have too many.
 */
export const rotateServerCredentialEntry = entryOf('Credentials', 'rotateServerCredential', {
  ...CREDENTIALS,
  stepUp: true,
  summary: 'Replace a server credential with a new one',
  description:
    'Creates a new credential with the same scope. The previous one keeps working for the overlap and then expires.',
  success: 'The new credential is created. `secret` is shown only in this response.',
  mutation: true,
  effect: 'ends',
  quotas: ['credentials'],
  whileSuspended: false,
  controls: ['reason'],
  request: mutationRequest(
    {
      organizationId,
      credentialId: credentialIdField,
      overlapSeconds: overlapSecondsField,
      reason: reasonField,
    },
    {},
  ),
  result: mutationResult({ credential: credentialShape, secret, previous: credentialShape }, {}),
})

export const rotateServerCredential = mutation(rotateServerCredentialEntry, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { nowMs } = call
    const { overlapSeconds, reason } = call.request
    const found = await credentialOf(unit, call)
    if (E.isLeft(found)) return found
    const before = found.right
    if (actionProblems(membershipOf(call).member.role, before.actions).length > 0) return mayNotSee
    if (!isLiveCredential(before, nowMs)) return conflict
    const untilMs = Math.min(before.expiresAtMs, nowMs + overlapSeconds * SECOND_MS)
    const previous: ServerCredential =
      overlapSeconds === 0 ? { ...before, revokedAtMs: nowMs } : { ...before, expiresAtMs: untilMs }
    const live = await unit.credentials.countLive(before.appId, nowMs)
    const others = isLiveCredential(previous, nowMs) ? live : live - 1
    if (others >= QUOTAS.credentials.most) return E.left(quotaReached('credentials'))
    const { credential, bearer } = newCredential(needs, before, before, creatorOf(call), nowMs)
    unit.credentials.replace(previous)
    unit.credentials.add(credential)
    const lastUsedAtMs = await unit.credentials.lastUseMs(before.credentialId)
    const { credentialId: successor } = credential
    return E.right({
      result: {
        credential: credentialView(credential, undefined, nowMs),
        secret: bearer,
        previous: credentialView(previous, lastUsedAtMs, nowMs),
      },
      about: { target: before.credentialId, reason, details: { successor, overlapSeconds } },
    })
  },
})

/**
 * Revokes a credential permanently: requests that start after the response are refused. Conflict if it is
 * already revoked.
 */
export const revokeServerCredentialEntry = entryOf('Credentials', 'revokeServerCredential', {
  ...CREDENTIALS,
  summary: 'Revoke a server credential',
  description:
    "Requests with the credential get 401 from now on. Messages that were accepted with it are still sent. This can't be undone.",
  success: 'The credential is revoked; requests with it now get 401.',
  mutation: true,
  effect: 'ends',
  whileSuspended: true,
  controls: ['reason'],
  request: mutationRequest({ organizationId, credentialId: credentialIdField, reason: reasonField }, {}),
  result: mutationResult({ credential: credentialShape }, {}),
})

export const revokeServerCredential = mutation(revokeServerCredentialEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { request, nowMs } = call
    const found = await credentialOf(unit, call)
    if (E.isLeft(found)) return found
    if (found.right.revokedAtMs !== undefined) return conflict
    const revoked: ServerCredential = { ...found.right, revokedAtMs: nowMs }
    const { credentialId, appId } = revoked
    unit.credentials.replace(revoked)
    const lastUsedAtMs = await unit.credentials.lastUseMs(credentialId)
    return E.right({
      result: { credential: credentialView(revoked, lastUsedAtMs, nowMs) },
      about: { target: credentialId, reason: request.reason, details: { appId } },
    })
  },
})

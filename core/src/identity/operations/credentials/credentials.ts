import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { credentialOperations } from './operations.js'
import { actionProblems } from '../../../runner/domain/grants/own-powers.js'
import { credentialView } from './views.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import {
  type FieldProblem,
  invalidRequest,
  type Refusal,
  refusal,
  refusalSaying,
} from '../../../kernel/refusals/refusal.js'
import { checkGrant } from '../../../tenancy/domain/check-grant.js'
import { isLiveCredential, type ServerCredential } from '../../../tenancy/domain/credential.js'
import { isInUse } from '../../../tenancy/domain/app-state.js'
import type { App } from '../../../tenancy/domain/records.js'
import { momentOf, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { newCredential } from '../../use-cases/credentials/new-credential.js'
import { creatorOf } from './created-by.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

const notFound = E.left(refusal('NotFound'))
const mayNotSee = E.left(
  refusalSaying('PermissionDenied', "The credential may do something that your role doesn't allow you."),
)
const conflict = E.left(refusal('Conflict'))

const otherEnvironment = bodyProblem('/environment', 'mismatch', "Must be the app's own.")
const noServer = bodyProblem('/appId', 'not_allowed', 'Only apps of the platform server have credentials.')

/** The app that the request names, below the Brand and the Project that it names: else NotFound. */
const appOf = async (
  unit: UnitOfWork,
  call: CallOf<typeof credentialOperations.createServerCredential>,
): Promise<E.Either<Refusal, App>> => {
  const { brandId, projectId } = call.request
  const appId = knownId('app', call.request.appId)
  if (E.isLeft(appId)) return appId
  const app = await unit.apps.lock(appId.right)
  const isOwn = app?.organizationId === membershipOf(call).organization.organizationId
  return isOwn && app.brandId === brandId && app.projectId === projectId ? E.right(app) : notFound
}

const checkApp = (
  { environment, platform }: App,
  request: CallOf<typeof credentialOperations.createServerCredential>['request'],
): readonly FieldProblem[] => [
  ...(environment === request.environment ? [] : [otherEnvironment]),
  ...(platform === 'server' ? [] : [noServer]),
]

/** Makes a credential for an app; InvalidRequest for an action that the caller's role doesn't cover; Conflict where the app is not in use, or has a hundred that are live. */
export const createServerCredential = mutation(credentialOperations.createServerCredential, {
  lock: 'exclusive',
  inspect: (parts, { nowMs }) => checkGrant(parts, nowMs),
  run: async (unit, call, needs) => {
    const { request, nowMs } = call
    const expiresAtMs = momentOf(request.expiresAt)
    const app = await appOf(unit, call)
    if (E.isLeft(app)) return app
    const { appId, environment } = app.right
    const misfits = [
      ...checkApp(app.right, request),
      ...actionProblems(membershipOf(call).member.role, request.actions),
    ]
    if (misfits.length > 0) return E.left(invalidRequest(misfits))
    if (!isInUse(app.right)) return conflict
    if ((await unit.credentials.countLive(appId, nowMs)) >= QUOTAS.credentials.most)
      return E.left(quotaReached('credentials'))
    const { credential, bearer } = newCredential(
      needs,
      app.right,
      { ...request, expiresAtMs },
      creatorOf(call),
      nowMs,
    )
    unit.credentials.add(credential)
    const { actions, channels, expiresAt } = request
    const granted = { actions: actions.join(','), channels: channels.join(','), expiresAt }
    return E.right({
      result: { credential: credentialView(credential, undefined, nowMs), secret: bearer },
      about: { target: credential.credentialId, details: { appId, environment, ...granted } },
    })
  },
})

/** The credential that the request names, of its Organization: else NotFound. */
const credentialOf = async (
  unit: UnitOfWork,
  call: CallOf<
    typeof credentialOperations.rotateServerCredential | typeof credentialOperations.revokeServerCredential
  >,
): Promise<E.Either<Refusal, ServerCredential>> => {
  const credentialId = knownId('crd', call.request.credentialId)
  if (E.isLeft(credentialId)) return credentialId
  const credential = await unit.credentials.lock(credentialId.right)
  const isOwn = credential?.organizationId === membershipOf(call).organization.organizationId
  return isOwn ? E.right(credential) : notFound
}

/**
 * Puts a new credential with the same powers and end in the place of another, which goes on for the overlap; none ends
 * it at once. PermissionDenied if the caller couldn't grant its actions; Conflict for one that is not live, and where both would be more than the app may have.
 */
export const rotateServerCredential = mutation(credentialOperations.rotateServerCredential, {
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

/** Ends a credential for good: requests that begin after the answer are refused; Conflict where it has ended so. */
export const revokeServerCredential = mutation(credentialOperations.revokeServerCredential, {
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

import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { actionProblems } from '../../../runner/domain/grants/own-powers.js'
import { credentialView } from './views.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { checkGrant } from '../../../tenancy/domain/check-grant.js'
import { isInUse } from '../../../tenancy/domain/app-state.js'
import type { App } from '../../../tenancy/domain/records.js'
import { momentOf } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { newCredential } from '../../use-cases/credentials/new-credential.js'
import { creatorOf } from './created-by.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../domain/access/operation.js'
import { CREDENTIALS, CREDENTIALS_AGENTS_TOO } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId,
  brandId as brandIdField,
  projectId as projectIdField,
  appId as appIdField,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { grantedActions, grantedChannels, credentialShape, secret } from './shapes.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { name } from '../../../runner/domain/fields/written-texts.js'

/**
 * Creates a credential for an app. InvalidRequest for an action that the caller's role doesn't cover;
 * Conflict if the app isn't in use, or has a hundred valid credentials.
 */
export const createServerCredentialEntry = entryOf('Credentials', 'createServerCredential', {
  ...CREDENTIALS,
  ...CREDENTIALS_AGENTS_TOO,
  stepUp: true,
  summary: 'Create a server credential',
  description:
    'Returns the secret, which is shown only once. Only apps with the platform `server` can have credentials.',
  success: 'The credential is created. `secret` is shown only in this response.',
  mutation: true,
  effect: 'adds',
  quotas: ['credentials'],
  whileSuspended: false,
  request: mutationRequest(
    {
      organizationId,
      brandId: brandIdField,
      projectId: projectIdField,
      appId: appIdField,
      environment: environmentField,
      actions: grantedActions,
      channels: grantedChannels,
      expiresAt: timestamp('Time at which the credential expires, at most one year from now.'),
      label: name('Label of the credential, for people.', 'order service'),
    },
    {},
  ),
  result: mutationResult({ credential: credentialShape, secret }, {}),
})

const notFound = E.left(refusal('NotFound'))

const conflict = E.left(refusal('Conflict'))

const otherEnvironment = bodyProblem('/environment', 'mismatch', 'The environment must be that of the app.')
const noServer = bodyProblem(
  '/appId',
  'not_allowed',
  'Only apps of the platform `server` can have credentials.',
)

/** The requested app, in the requested Brand and Project; otherwise NotFound. */
const appOf = async (
  unit: UnitOfWork,
  call: CallOf<typeof createServerCredentialEntry>,
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
  request: CallOf<typeof createServerCredentialEntry>['request'],
): readonly FieldProblem[] => [
  ...(environment === request.environment ? [] : [otherEnvironment]),
  ...(platform === 'server' ? [] : [noServer]),
]

export const createServerCredential = mutation(createServerCredentialEntry, {
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

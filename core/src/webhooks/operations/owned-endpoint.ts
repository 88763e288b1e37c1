import { type Refusal, refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { App } from '../../tenancy/domain/records.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { AuthorizedCall } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js'
import type { WebhookCaller } from '../ports/webhook-caller.js'

const notFound = E.left(refusal('NotFound'))

/** The refusal of what only an enabled endpoint can do. */
export const IS_DISABLED = E.left(refusalSaying('Conflict', 'The endpoint is disabled.'))

/** The Organization's app; otherwise NotFound. */
export const appOfCall = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly appId: string }>,
): Promise<E.Either<Refusal, App>> => {
  const appId = knownId('app', call.request.appId)
  if (E.isLeft(appId)) return appId
  const app = await unit.apps.lock(appId.right)
  return app?.organizationId === membershipOf(call).organization.organizationId ? E.right(app) : notFound
}

/** The Organization's endpoint, in any version: NotFound. */
export const ownedEndpoint = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly endpointId: string }>,
): Promise<E.Either<Refusal, WebhookEndpoint>> => {
  const endpointId = knownId('whe', call.request.endpointId)
  if (E.isLeft(endpointId)) return endpointId
  const endpoint = await unit.webhookEndpoints.lock(endpointId.right)
  const isOwn = endpoint?.organizationId === membershipOf(call).organization.organizationId
  return isOwn ? E.right(endpoint) : notFound
}

/** The Organization's endpoint in the version that the caller has seen: NotFound, or Conflict for an outdated one. */
export const seenEndpoint = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly endpointId: string; readonly version: number }>,
): Promise<E.Either<Refusal, WebhookEndpoint>> => {
  const endpoint = await ownedEndpoint(unit, call)
  if (E.isLeft(endpoint)) return endpoint
  return endpoint.right.version === call.request.version ? endpoint : E.left(refusal('Conflict'))
}

/** Why the URL can't be an endpoint; empty if it can. */
export const urlProblems = (webhooks: WebhookCaller, url: string | undefined): readonly FieldProblem[] => {
  const problem = url === undefined ? undefined : webhooks.problemOf(url)
  return problem === undefined ? [] : [bodyProblem('/url', 'not_allowed', `The URL ${problem}.`)]
}

import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { appView } from './views.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { App, Project } from '../../domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { rangeProblems, readRestrictions } from './restrictions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  brandId as brandIdField,
  projectId as projectIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { name as nameField } from '../../../runner/domain/fields/written-texts.js'
import { platform as platformField, restrictionsRequest, appShape } from './shapes.js'

/** Registers an app in the environment of its Project; Conflict if the Project has a hundred. */
export const registerAppEntry = entryOf('Apps', 'registerApp', {
  summary: 'Register an app',
  description: 'The app gets the environment of its Project.',
  success: 'The app is registered.',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'apps.manage',
  mutation: true,
  effect: 'adds',
  quotas: ['apps'],
  whileSuspended: false,
  controls: [],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      brandId: brandIdField,
      projectId: projectIdField,
      name: nameField('Name of the app, for people.', 'Order service'),
      platform: platformField,
      restrictions: restrictionsRequest,
    },
    {},
  ),
  result: mutationResult({ app: appShape }, {}),
})

const notFound = E.left(refusal('NotFound'))

/** The requested Project, in the requested Brand of the Organization; otherwise NotFound. */
const projectOf = async (
  unit: UnitOfWork,
  call: CallOf<typeof registerAppEntry>,
): Promise<E.Either<Refusal, Project>> => {
  const { organizationId } = membershipOf(call).organization
  const brandId = knownId('brd', call.request.brandId)
  if (E.isLeft(brandId)) return brandId
  const projectId = knownId('prj', call.request.projectId)
  if (E.isLeft(projectId)) return projectId
  const brand = await unit.brands.lock(brandId.right)
  const project = await unit.projects.lock(projectId.right)
  const isOwn = brand?.organizationId === organizationId && project?.organizationId === organizationId
  return isOwn && project.brandId === brand.brandId ? E.right(project) : notFound
}

export const registerApp = mutation(registerAppEntry, {
  lock: 'exclusive',
  inspect: ({ restrictions }, _circumstances, { ipAddresses }) => rangeProblems(ipAddresses, restrictions),
  run: async (unit, call, needs) => {
    const { name, platform } = call.request
    const restrictions = readRestrictions(needs.ipAddresses, call.request.restrictions)
    const project = await projectOf(unit, call)
    if (E.isLeft(project)) return project
    if ((await unit.apps.countOf(project.right)) >= QUOTAS.apps.most) return E.left(quotaReached('apps'))
    const { organizationId, brandId, projectId, environment } = project.right
    const app: App = {
      appId: needs.ids.next('app'),
      projectId,
      brandId,
      organizationId,
      name: name.trim(),
      platform,
      environment,
      status: 'active',
      restrictions,
      legacySenderId: undefined,
      keywordReplies: {},
      languages: undefined,
      createdAtMs: call.nowMs,
      disabledAtMs: undefined,
      version: 1,
    }
    unit.apps.add(app)
    return E.right({
      result: { app: appView(app) },
      about: { target: app.appId, details: { projectId, platform, environment } },
    })
  },
})

import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { projectView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { Project } from '../../domain/records.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { APP_PLACES } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  brandId as brandIdField,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { name as nameField } from '../../../runner/domain/fields/written-texts.js'
import { projectShape } from './shapes.js'

/** Creates a Project; NotFound for another Organization's Brand, Conflict if the Brand has a hundred. */
export const createProjectEntry = entryOf('Apps', 'createProject', {
  ...APP_PLACES,
  effect: 'adds',
  quotas: ['projects'],
  summary: 'Create a Project of a Brand',
  description: 'Creates a Project in one environment, under which apps are registered.',
  success: 'The Project is created.',
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      brandId: brandIdField,
      name: nameField('Name of the Project, for people.', 'Orders'),
      environment: environmentField,
    },
    {},
  ),
  result: mutationResult({ project: projectShape }, {}),
})

export const createProject = mutation(createProjectEntry, {
  lock: 'exclusive',
  run: async (unit, call, { ids }) => {
    const { organizationId } = membershipOf(call).organization
    const { name, environment } = call.request
    const brandId = knownId('brd', call.request.brandId)
    if (E.isLeft(brandId)) return brandId
    const brand = await unit.brands.lock(brandId.right)
    if (brand?.organizationId !== organizationId) return E.left(refusal('NotFound'))
    if ((await unit.projects.countOf(brand)) >= QUOTAS.projects.most) return E.left(quotaReached('projects'))
    const project: Project = {
      projectId: ids.next('prj'),
      brandId: brand.brandId,
      organizationId,
      name: name.trim(),
      environment,
      createdAtMs: call.nowMs,
    }
    unit.projects.add(project)
    return E.right({
      result: { project: projectView(project) },
      about: { target: project.projectId, details: { brandId: brand.brandId, environment } },
    })
  },
})

import { appOperations } from './operations.js'
import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { brandView, projectView } from './views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { Brand, Project } from '../../domain/records.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

/** Creates a Brand; Conflict where the Organization has a hundred. */
export const createCustomerBrand = mutation(appOperations.createCustomerBrand, {
  lock: 'exclusive',
  run: async (unit, call, { ids }) => {
    const { organizationId } = membershipOf(call).organization
    if ((await unit.brands.countOf(organizationId)) >= QUOTAS.brands.most)
      return E.left(quotaReached('brands'))
    const brand: Brand = {
      brandId: ids.next('brd'),
      organizationId,
      name: call.request.name.trim(),
      createdAtMs: call.nowMs,
    }
    unit.brands.add(brand)
    return E.right({ result: { brand: brandView(brand) }, about: { target: brand.brandId, details: {} } })
  },
})

/** Creates a Project; NotFound for a Brand that is not the Organization's, Conflict where it has a hundred. */
export const createProject = mutation(appOperations.createProject, {
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

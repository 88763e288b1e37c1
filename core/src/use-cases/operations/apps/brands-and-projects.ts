import { brandView, projectView } from '../../../domain/operations/apps/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import type { Brand, Project } from '../../../domain/tenancy/records.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { type Implementations, mutation } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { placeOf } from '../running/place-of.js'

type Needs = Pick<Ports, 'ids'>

const MOST_BRANDS = 100
const MOST_PROJECTS = 100

const conflict = E.left(refusal('Conflict'))

/** Creates a Brand; Conflict where the Organization has a hundred. */
const createCustomerBrand = ({ ids }: Needs) =>
  mutation<'createCustomerBrand'>('exclusive', async (unit, call) => {
    const { organizationId } = placeOf(call).organization
    if ((await unit.brands.countOf(organizationId)) >= MOST_BRANDS) return conflict
    const brand: Brand = {
      brandId: ids.next('brd'),
      organizationId,
      name: call.request.name.trim(),
      createdAtMs: call.nowMs,
    }
    unit.brands.add(brand)
    return E.right({ result: { brand: brandView(brand) }, about: { target: brand.brandId, details: {} } })
  })

/** Creates a Project; NotFound for a Brand that is not the Organization's, Conflict where it has a hundred. */
const createProject = ({ ids }: Needs) =>
  mutation<'createProject'>('exclusive', async (unit, call) => {
    const { organizationId } = placeOf(call).organization
    const { name, environment } = call.request
    const brandId = knownId('brd', call.request.brandId)
    if (E.isLeft(brandId)) return brandId
    const brand = await unit.brands.lock(brandId.right)
    if (brand?.organizationId !== organizationId) return E.left(refusal('NotFound'))
    if ((await unit.projects.countOf(brand)) >= MOST_PROJECTS) return conflict
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
  })

/** Where an Organization's apps stand. */
export const placeImplementations = (
  needs: Needs,
): Pick<Implementations, 'createCustomerBrand' | 'createProject'> => ({
  createCustomerBrand: createCustomerBrand(needs),
  createProject: createProject(needs),
})

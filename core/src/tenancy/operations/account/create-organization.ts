import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { brandView, projectView } from '../apps/views.js'
import { organizationView } from '../organizations/views.js'
import type { Brand, Organization, Project } from '../../domain/records.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { name as nameField } from '../../../runner/domain/fields/written-texts.js'
import { environment as environmentField } from '../../../runner/domain/fields/tenancy.js'
import { organizationShape } from '../organizations/shapes.js'
import { brandShape, projectShape } from '../apps/shapes.js'

/**
 * Creates an Organization with its first Brand and Project; the caller becomes its owner. All channels are
 * open in test, and none in production until a super admin opens them, whatever the environment of its first
 * Project (docs/api/access#entitlements). Conflict if the caller already owns the most Organizations that one
 * person can own.
 */
export const createOrganizationEntry = entryOf('Account', 'createOrganization', {
  summary: 'Create an Organization with its first Brand and Project',
  description: 'The caller becomes the owner of the Organization.',
  success: 'The Organization, its first Brand and its first Project are created.',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['bootstrap'],
  tenant: 'none',
  permission: undefined,
  mutation: true,
  effect: 'adds',
  quotas: ['organizations'],
  whileSuspended: true,
  controls: [],
  request: mutationRequest(
    {
      displayName: nameField('Name of the Organization, as people know it.', 'Acme'),
      legalName: nameField('Legal name, for contracts.', 'Acme Private Limited'),
      brandName: nameField('Name of the first Brand.', 'Acme'),
      projectName: nameField('Name of the first Project.', 'Orders'),
      environment: environmentField,
    },
    {},
  ),
  result: mutationResult({ organization: organizationShape, brand: brandShape, project: projectShape }, {}),
})

export const createOrganization = mutation(createOrganizationEntry, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs: createdAtMs }, { ids, platform }) => {
    if ((await unit.members.countOwned(facts.user.userId)) >= QUOTAS.organizations.most)
      return E.left(quotaReached('organizations'))
    const organization: Organization = {
      organizationId: ids.next('org'),
      displayName: request.displayName,
      legalName: request.legalName,
      status: 'active',
      defaultCurrency: platform.currency,
      entitledChannels: [],
      closedTestChannels: [],
      requiresSecondFactor: false,
      createdAtMs,
      version: 1,
    }
    const { organizationId } = organization
    const brand: Brand = { brandId: ids.next('brd'), organizationId, name: request.brandName, createdAtMs }
    const { brandId } = brand
    const { projectName: name, environment } = request
    const project: Project = {
      projectId: ids.next('prj'),
      brandId,
      organizationId,
      name,
      environment,
      createdAtMs,
    }
    unit.organizations.add(organization)
    unit.brands.add(brand)
    unit.projects.add(project)
    unit.members.add({ organizationId, userId: facts.user.userId, role: 'owner', createdAtMs })
    return E.right({
      result: {
        organization: organizationView(organization),
        brand: brandView(brand),
        project: projectView(project),
      },
      about: { target: organizationId, organizationId, details: { environment } },
    })
  },
})

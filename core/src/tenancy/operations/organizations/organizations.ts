import { appView, brandView, projectView } from '../apps/views.js'
import { organizationOperations } from './operations.js'
import { balanceView, entitlementsView, foundAppView, organizationView } from './views.js'
import { configurationView } from '../../../providers/operations/views.js'
import type { AdminPermission } from '../../../identity/domain/people/roles.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { isEntitled, withEntitlement } from '../../domain/is-entitled.js'
import type { Organization } from '../../domain/records.js'
import { E } from '../../../fp.js'
import type { OrganizationFile } from '../../../platform/ports/administration-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { environmentInUnit } from '../../use-cases/environment-meant.js'
import { switchOrganization } from '../../../platform/use-cases/operators/switch-organization.js'
import { absent, type CallOf, mutation, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { boundedListing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { present } from '../../../kernel/present.js'

/** Organizations, newest first, of any status or of one, all or those that a text finds. */
export const listOrganizations = boundedListing(organizationOperations.listOrganizations, {
  positions: byId('org'),
  query: ({ request: { status, text } }) => E.right({ status, text }),
  read: (query, { position: before, limit }, { storage }) =>
    storage.administration.organizations({ ...query, before, limit })(),
  show: ({ found }) => ({ organizations: found.map(organizationView) }),
})

/** Apps of all Organizations, newest first, all or those that a text finds. */
export const findApps = boundedListing(organizationOperations.findApps, {
  positions: byId('app'),
  query: ({ request: { text } }) => E.right({ text }),
  read: (query, { position: before, limit }, { storage }) =>
    storage.administration.apps({ ...query, before, limit })(),
  show: ({ found }) => ({
    apps: found.map(({ app, organizationName }) => foundAppView(app, organizationName)),
  }),
})

const fileView = ({ organization, brands, projects, apps, members, configurations }: OrganizationFile) => ({
  organization: organizationView(organization),
  entitlements: [...entitlementsView(organization, 'production'), ...entitlementsView(organization, 'test')],
  members,
  brands: brands.map(brandView),
  projects: projects.map(projectView),
  apps: apps.map(appView),
  configurations: configurations.map((one) =>
    configurationView(one, {
      legacySenderId: apps.find(({ appId }) => appId === one.appId)?.legacySenderId,
    }),
  ),
})

/** So many people of an Organization are named where it is read. */
const MOST_PEOPLE_NAMED = 100

/** An Organization with all that belongs to it; its money is shown to those who may see money. */
export const getOrganization = reading(organizationOperations.getOrganization, {
  read: async ({ request, facts }, { storage }) => {
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const read = await storage.administration.organization(organizationId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    if (value === undefined) return absent(epoch)
    const may = (permission: AdminPermission): boolean =>
      facts.admin?.permissions.includes(permission) ?? false
    const people = may('admin.audit')
      ? await storage.people.members(organizationId.right, undefined, MOST_PEOPLE_NAMED)()
      : undefined
    if (people !== undefined && E.isLeft(people)) return people
    const named = people?.right.value.map(({ userId, displayName }) => ({ userId, displayName }))
    return shown(epoch, {
      ...fileView(value),
      ...(may('admin.billing') ? { balances: value.accounts.map(balanceView) } : {}),
      ...present({ people: named }),
    })
  },
})

/** Suspends an Organization or takes it back; the messages that it concerns are looked at again. */
const switching = (status: Organization['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request }: CallOf<typeof organizationOperations.suspendOrganization>) => {
    const known = knownId('org', request.organizationId)
    if (E.isLeft(known)) return known
    const organizationId = known.right
    const done = await switchOrganization(unit, organizationId, status, request.version)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { organization: organizationView(result) },
      about: { ...about, reason: request.reason },
      concerned: { _tag: 'OfOrganization' as const, organizationId },
    })
  },
})

/** Its sends are refused, and what no provider has taken yet is cancelled. */
export const suspendOrganization = mutation(
  organizationOperations.suspendOrganization,
  switching('suspended'),
)

/** It may send again. */
export const reactivateOrganization = mutation(
  organizationOperations.reactivateOrganization,
  switching('active'),
)

/**
 * Opens a channel of an environment or closes it; the other environment stays as it is. Conflict where it is so already,
 * or for another version than the present one.
 */
export const setOrganizationEntitlement = mutation(organizationOperations.setOrganizationEntitlement, {
  lock: 'exclusive',
  run: async (unit, { request }) => {
    const { channel, enabled, version, reason } = request
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const before = await unit.organizations.lock(organizationId.right)
    if (before === undefined) return E.left(refusal('NotFound'))
    const meant = await environmentInUnit(unit, organizationId.right, request.environment)
    if (E.isLeft(meant)) return meant
    const environment = meant.right
    const isSo = isEntitled(before, environment, channel) === enabled
    if (isSo || before.version !== version) return E.left(refusal('Conflict'))
    const switched = withEntitlement(before, environment, channel, enabled)
    const organization = { ...switched, version: version + 1 }
    unit.organizations.replace(organization)
    const entitlements = entitlementsView(organization, environment)
    return E.right({
      result: { organization: organizationView(organization), entitlements, environment },
      about: {
        target: organizationId.right,
        organizationId: organizationId.right,
        reason,
        details: { environment, channel, enabled, version: organization.version },
      },
    })
  },
})

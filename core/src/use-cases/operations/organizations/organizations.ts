import { entitlementsView } from '../../../domain/operations/organizations/views.js'
import { configurationView } from '../../../domain/operations/providers/views.js'
import { appView, brandView, projectView } from '../../../domain/operations/apps/views.js'
import { organizationView } from '../../../domain/operations/organizations/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import { isEntitled, withEntitlement } from '../../../domain/tenancy/is-entitled.js'
import type { Organization } from '../../../domain/tenancy/records.js'
import { E, pipe, TE } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { OrganizationFile } from '../../../ports/storage/administration-storage.js'
import { environmentInUnit } from '../../accounts/environment-meant.js'
import { switchOrganization } from '../../operators/switch-organization.js'
import { type Call, type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { pageOf } from '../running/page.js'

type Needs = Pick<Ports, 'storage' | 'digests'>

/** Organizations, newest first, of any status or of one, all or those that a text finds. */
const listOrganizations =
  ({ storage, digests }: Needs): Reading<'listOrganizations'> =>
  ({ request }) =>
  async () => {
    const { status, text } = request
    const page = pageOf(digests, 'org', ['listOrganizations', status, text], request)
    if (E.isLeft(page)) return page
    const { position: before, limit, cursorBehind } = page.right
    const read = await storage.administration.organizations({ status, text, before, limit })()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const result = {
      organizations: value.found.map(organizationView),
      nextCursor: cursorBehind(value.before),
    }
    return E.right({ epoch, value: { organizationId: undefined, result } })
  }

const fileView = ({ organization, brands, projects, apps, members, configurations }: OrganizationFile) => ({
  organizationId: undefined,
  result: {
    organization: organizationView(organization),
    entitlements: [
      ...entitlementsView(organization, 'production'),
      ...entitlementsView(organization, 'test'),
    ],
    members,
    brands: brands.map(brandView),
    projects: projects.map(projectView),
    apps: apps.map(appView),
    configurations: configurations.map((one) =>
      configurationView(one, {
        legacySenderId: apps.find(({ appId }) => appId === one.appId)?.legacySenderId,
      }),
    ),
  },
})

/** An Organization with all that stands below it; its money is for those who may see money. */
const getOrganization =
  ({ storage }: Needs): Reading<'getOrganization'> =>
  ({ request }) =>
  async () => {
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    return pipe(
      storage.administration.organization(organizationId.right),
      TE.map(({ epoch, value }) => ({ epoch, value: value === undefined ? undefined : fileView(value) })),
    )()
  }

/** Suspends an Organization or takes it back; the messages that it concerns are looked at again. */
const switching = <K extends 'suspendOrganization' | 'reactivateOrganization'>(
  status: Organization['status'],
) =>
  mutation<K>('exclusive', async (unit, { request }: Call<K>) => {
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
  })

/**
 * Opens a channel of an environment or closes it; the other environment stays as it is. Conflict where it is so already,
 * or for another version than the present one.
 */
const setOrganizationEntitlement = mutation<'setOrganizationEntitlement'>(
  'exclusive',
  async (unit, { request }) => {
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
)

/** Organizations as super admins see and stop them. */
export const adminOrganizationImplementations = (
  needs: Needs,
): Pick<
  Implementations,
  | 'listOrganizations'
  | 'getOrganization'
  | 'suspendOrganization'
  | 'reactivateOrganization'
  | 'setOrganizationEntitlement'
> => ({
  listOrganizations: listOrganizations(needs),
  getOrganization: getOrganization(needs),
  suspendOrganization: switching<'suspendOrganization'>('suspended'),
  reactivateOrganization: switching<'reactivateOrganization'>('active'),
  setOrganizationEntitlement,
})

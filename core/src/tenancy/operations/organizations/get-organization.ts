import { appView, brandView, projectView } from '../apps/views.js'
import { balanceView, entitlementsView, organizationView } from './views.js'
import { configurationView } from '../apps/configuration-view.js'
import type { AdminPermission } from '../../../identity/domain/people/roles.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { OrganizationFile } from '../../../platform/ports/administration-storage.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { present } from '../../../kernel/present.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { ORGANIZATIONS_ADMIN } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import {
  organizationShape,
  entitlementShape,
  organizationBalanceShape,
  organizationPersonShape,
} from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { brandShape, projectShape, appShape } from '../apps/shapes.js'
import { configurationShape } from '../apps/configuration-shapes.js'

/** An Organization with all its records; money is shown only to callers who may see it. */
export const getOrganizationEntry = entryOf('Organizations', 'getOrganization', {
  ...ORGANIZATIONS_ADMIN,
  summary: 'Read an Organization with its Brands, Projects and apps',
  description: 'Returns the Organization with its Brands, Projects, apps, channels and senders.',
  success: 'The Organization and what belongs to it.',
  mutation: false,
  effect: 'reads',
  refusals: ['NotFound'],
  live: runAgainForAll('act', 'account'),
  request: readRequest({ organizationId: organizationIdField }, {}),
  result: readResult(
    {
      organization: organizationShape,
      entitlements: list(entitlementShape, {
        description: 'Whether the Organization may use each channel, by environment.',
      }),
      members: integer({ min: 0, description: 'Number of members.', example: 12 }),
      brands: list(brandShape, { description: 'The Brands of the Organization.' }),
      projects: list(projectShape, { description: 'The Projects of the Organization.' }),
      apps: list(appShape, { description: 'The apps of the Organization.' }),
      configurations: list(configurationShape, {
        description: 'The senders and providers of its apps, by channel.',
      }),
    },
    {
      balances: list(organizationBalanceShape, {
        description: 'Balances by environment and currency; absent without `admin.billing`.',
      }),
      people: list(organizationPersonShape, {
        description: 'The first 100 members; absent without `admin.audit`.',
      }),
    },
  ),
})

const fileView = (
  { organization, brands, projects, apps, members, configurations }: OrganizationFile,
  nowMs: EpochMs,
) => ({
  organization: organizationView(organization),
  entitlements: [...entitlementsView(organization, 'production'), ...entitlementsView(organization, 'test')],
  members,
  brands: brands.map(brandView),
  projects: projects.map(projectView),
  apps: apps.map(appView),
  configurations: configurations.map((one) =>
    configurationView(
      one,
      {
        legacySenderId: apps.find(({ appId }) => appId === one.appId)?.legacySenderId,
      },
      nowMs,
    ),
  ),
})

/** How many people of an Organization are listed with it. */
const MOST_PEOPLE_NAMED = 100

export const getOrganization = reading(getOrganizationEntry, {
  read: async ({ request, facts, nowMs }, { storage }) => {
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
      ...fileView(value, nowMs),
      ...(may('admin.billing') ? { balances: value.accounts.map(balanceView) } : {}),
      ...present({ people: named }),
    })
  },
})

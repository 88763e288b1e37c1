import { balanceView } from '../../tenancy/operations/organizations/views.js'
import { isInUse } from '../../tenancy/domain/app-state.js'
import { E } from '../../fp.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { READ_ALONE } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { supportCustomerFields } from './shapes.js'

export const getSupportCustomerEntry = entryOf('Support', 'getSupportCustomer', {
  ...READ_ALONE,
  summary: 'Read the name, apps and balances of a customer',
  description: 'For the person who handles a ticket or chat of the customer.',
  live: runAgainForAll('act', 'account'),
  request: readRequest({ organizationId: organizationIdField }, {}),
  result: readResult(supportCustomerFields, {}),
})

export const getSupportCustomer = reading(getSupportCustomerEntry, {
  read: async ({ request }, { storage }) => {
    const organizationId = knownId('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const read = await storage.administration.organization(organizationId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    if (value === undefined) return absent(epoch)
    const { organization, apps, accounts } = value
    return shown(epoch, {
      organizationId: organization.organizationId,
      displayName: organization.displayName,
      status: organization.status,
      apps: apps.map((app) => ({
        appId: app.appId,
        name: app.name,
        environment: app.environment,
        status: isInUse(app) ? ('active' as const) : ('disabled' as const),
      })),
      balances: accounts.map(balanceView),
    })
  },
})

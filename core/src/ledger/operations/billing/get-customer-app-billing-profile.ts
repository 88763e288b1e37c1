import { billingProfileView } from '../money/views.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { billingProfileShape } from '../money/shapes.js'

/**
 * Returns the billing profile of an app, null if there is none. NotFound for an app of another Organization.
 */
export const getCustomerAppBillingProfileEntry = entryOf('Billing', 'getCustomerAppBillingProfile', {
  ...BILLING_READING,
  summary: 'Read the billing details of an app',
  description: "Returns whom the app's invoices are billed to. The profile is null if none has been saved.",
  live: runAgain('act'),
  request: readRequest({ organizationId: organizationIdField, appId: appIdField }, {}),
  result: readResult({ billingProfile: nullable(billingProfileShape) }, {}),
})

export const getCustomerAppBillingProfile = reading(getCustomerAppBillingProfileEntry, {
  read: async (call, { storage }) => {
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const { organizationId } = membershipOf(call).organization
    const tree = await storage.tenancy.tree([organizationId])()
    if (E.isLeft(tree)) return tree
    if (!tree.right.value.apps.some((app) => app.appId === appId.right)) return E.left(refusal('NotFound'))
    const read = await storage.tenancy.billingProfile(appId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, { billingProfile: value === undefined ? null : billingProfileView(value) })
  },
})

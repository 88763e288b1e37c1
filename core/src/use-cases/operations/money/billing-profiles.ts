import { addressProblems } from '../../../domain/inspections/text-problems.js'
import { moneyOperations } from '../../../domain/operations/money/operations.js'
import { billingProfileView } from '../../../domain/operations/money/views.js'
import { bodyProblem } from '../../../domain/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../domain/refusals/refusal.js'
import type { BillingProfile } from '../../../domain/tenancy/billing-profile.js'
import { E } from '../../../fp.js'
import { mutation } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { membershipOf } from '../running/membership-of.js'

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))

const noVersion = bodyProblem('/version', 'required', 'Must name the version that is changed.')

const decideVersion = (
  before: BillingProfile | undefined,
  version: number | undefined,
): E.Either<Refusal, number> => {
  if (before === undefined) return version === undefined ? E.right(1) : conflict
  if (version === undefined) return E.left(invalidRequest([noVersion]))
  return version === before.version ? E.right(version + 1) : conflict
}

/** Says whom an app's invoices are made out to; a change names the version that it changes, else Conflict. */
export const saveCustomerAppBillingProfile = mutation(moneyOperations.saveCustomerAppBillingProfile, {
  lock: 'shared',
  inspect: ({ billingEmail }) => addressProblems('/billingEmail', billingEmail),
  run: async (unit, call) => {
    const { legalName, taxId, addressLine1, addressLine2, city, region, postalCode, countryCode } =
      call.request
    const { billingEmail } = call.request
    const { organizationId } = membershipOf(call).organization
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    // Holding the app, one of two that would save its first profile finds the other's.
    const app = await unit.apps.lock(appId.right)
    if (app?.organizationId !== organizationId) return notFound
    const before = await unit.billingProfiles.lock(app.appId)
    const version = decideVersion(before, call.request.version)
    if (E.isLeft(version)) return version
    const profile: BillingProfile = {
      organizationId,
      appId: app.appId,
      legalName,
      taxId,
      addressLine1,
      addressLine2,
      city,
      region,
      postalCode,
      countryCode,
      billingEmail,
      version: version.right,
    }
    if (before === undefined) unit.billingProfiles.add(profile)
    else unit.billingProfiles.replace(profile)
    return E.right({
      result: { billingProfile: billingProfileView(profile) },
      about: { target: app.appId, details: { version: profile.version } },
    })
  },
})

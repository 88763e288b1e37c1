import { addressProblems } from '../../../kernel/inspections/text-problems.js'
import { billingProfileView } from './views.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { BillingProfile } from '../../../tenancy/domain/billing-profile.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { billingProfileFields, billingProfileOptions, billingProfileShape } from './shapes.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { version as versionField } from '../../../runner/domain/fields/version.js'

/** Saves an app's billing profile. A change must name the current version; Conflict otherwise. */
export const saveCustomerAppBillingProfileEntry = entryOf('Money', 'saveCustomerAppBillingProfile', {
  ...MONEY,
  stepUp: true,
  summary: 'Save the billing details of an app',
  description:
    "Sets whom the app's invoices are billed to. It changes no balance and no price. To change a profile, pass its current `version`.",
  success: 'The billing details are saved.',
  audiences: ['customerWebsite', 'customerAgent'],
  permission: 'billing.manage',
  mutation: true,
  effect: 'changes',
  whileSuspended: false,
  controls: ['version'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      appId: appIdField,
      ...billingProfileFields,
      billingEmail: emailAddress,
    },
    { ...billingProfileOptions, version: versionField },
  ),
  result: mutationResult({ billingProfile: billingProfileShape }, {}),
})

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))

const noVersion = bodyProblem('/version', 'required', 'The version that you change is required.')

const decideVersion = (
  before: BillingProfile | undefined,
  version: number | undefined,
): E.Either<Refusal, number> => {
  if (before === undefined) return version === undefined ? E.right(1) : conflict
  if (version === undefined) return E.left(invalidRequest([noVersion]))
  return version === before.version ? E.right(version + 1) : conflict
}

export const saveCustomerAppBillingProfile = mutation(saveCustomerAppBillingProfileEntry, {
  lock: 'shared',
  inspect: ({ billingEmail }) => addressProblems('/billingEmail', billingEmail),
  run: async (unit, call) => {
    const { legalName, taxId, addressLine1, addressLine2, city, region, postalCode, countryCode } =
      call.request
    const { billingEmail } = call.request
    const { organizationId } = membershipOf(call).organization
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    // The app is locked, so that the second of two concurrent first saves finds the first one's profile.
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

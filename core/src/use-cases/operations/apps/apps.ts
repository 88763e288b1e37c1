import { billingProfileView } from '../../../domain/operations/money/views.js'
import { appView } from '../../../domain/operations/apps/views.js'
import { bodyProblem } from '../../../domain/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../../domain/refusals/refusal.js'
import type { BillingProfile } from '../../../domain/tenancy/billing-profile.js'
import type { App, AppRestrictions, Project } from '../../../domain/tenancy/records.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import { type Call, type Implementations, mutation } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { placeOf } from '../running/place-of.js'

type Needs = Pick<Ports, 'ids' | 'ipAddresses'>

const MOST_APPS = 100

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))

/** The restrictions in canonical form, each entry once; null is none, like what is left out. */
const readRestrictions = (
  { ipAddresses }: Needs,
  { allowedIps, allowedCountries }: Call<'registerApp'>['request']['restrictions'],
): AppRestrictions => {
  const ranges = allowedIps?.map((range) => ipAddresses.normaliseRange(range) ?? range)
  return {
    ...(ranges === undefined ? {} : { allowedIps: [...new Set(ranges)] }),
    ...(allowedCountries === undefined || allowedCountries === null
      ? {}
      : { allowedCountries: [...new Set(allowedCountries)] }),
  }
}

/** The Project that the request names, below the Brand that it names, of its Organization: else NotFound. */
const projectOf = async (
  unit: UnitOfWork,
  call: Call<'registerApp'>,
): Promise<E.Either<Refusal, Project>> => {
  const { organizationId } = placeOf(call).organization
  const brandId = knownId('brd', call.request.brandId)
  if (E.isLeft(brandId)) return brandId
  const projectId = knownId('prj', call.request.projectId)
  if (E.isLeft(projectId)) return projectId
  const brand = await unit.brands.lock(brandId.right)
  const project = await unit.projects.lock(projectId.right)
  const isOwn = brand?.organizationId === organizationId && project?.organizationId === organizationId
  return isOwn && project.brandId === brand.brandId ? E.right(project) : notFound
}

/** Registers an app in the environment of its Project; Conflict where the Project has a hundred. */
const registerApp = (needs: Needs) =>
  mutation<'registerApp'>('exclusive', async (unit, call) => {
    const { name, platform } = call.request
    const restrictions = readRestrictions(needs, call.request.restrictions)
    const project = await projectOf(unit, call)
    if (E.isLeft(project)) return project
    if ((await unit.apps.countOf(project.right)) >= MOST_APPS) return conflict
    const { organizationId, brandId, projectId, environment } = project.right
    const app: App = {
      appId: needs.ids.next('app'),
      projectId,
      brandId,
      organizationId,
      name: name.trim(),
      platform,
      environment,
      status: 'active',
      restrictions,
      legacySenderId: undefined,
      createdAtMs: call.nowMs,
    }
    unit.apps.add(app)
    return E.right({
      result: { app: appView(app) },
      about: { target: app.appId, details: { projectId, platform, environment } },
    })
  })

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
const saveCustomerAppBillingProfile = mutation<'saveCustomerAppBillingProfile'>(
  'shared',
  async (unit, call) => {
    const { legalName, taxId, addressLine1, addressLine2, city, region, postalCode, countryCode } =
      call.request
    const { billingEmail } = call.request
    const { organizationId } = placeOf(call).organization
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
)

/** What sends for an Organization, and who pays for it. */
export const appImplementations = (
  needs: Needs,
): Pick<Implementations, 'registerApp' | 'saveCustomerAppBillingProfile'> => ({
  registerApp: registerApp(needs),
  saveCustomerAppBillingProfile,
})

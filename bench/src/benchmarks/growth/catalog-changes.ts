import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Operator, Principal, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import { recordAct } from '@postrider/core/audit/use-cases/record-act'
import {
  applyConsentChange,
  suppressedPerson,
} from '@postrider/core/messaging/use-cases/inbound/apply-consent-change'
import { aMember } from '@postrider/conformance/builders/a-user'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { Composition } from '@postrider/wiring/compose'
import { enterWebsite } from '@postrider/test/builders/a-website'
import { anOperator, confirmedNow } from '@postrider/test/builders/an-operator'
import { aSignedInUser } from '@postrider/test/builders/signed-in'
import type { BenchTenant } from '../requests.js'

/** The kinds of change that customers, super admins or recipients make while others send. */
export const CHANGE_KINDS = ['credential', 'settings', 'budget', 'template', 'stop'] as const

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** An organization whose catalog is changed. */
export type ChangedTenant = Pick<BenchTenant, 'organizationId' | 'appId'>

type Means = Pick<Composition, 'ports' | 'postrider'>

const NOWHERE = { requestId: undefined, clientAddress: undefined }
const REASON = 'The bench changes it.'
const LIMIT_MINOR = 1_000_000_000_000

/** One of this number of organizations has a budget. */
const BUDGET_EACH = 10

const run = async <K extends OperationName>(
  { postrider }: Means,
  principal: Principal,
  name: K,
  body: object,
): Promise<ResultOf<K>> => {
  const { result } = await right(postrider.runOperation(principal, name, body, NOWHERE))
  return result
}

interface BudgetState {
  readonly budgetId: string
  readonly version: number
}

/** An organization with an owner, and the starting point of the next change of each kind. */
interface Changeable {
  readonly means: Means
  readonly tenant: ChangedTenant
  readonly owner: WebsiteUser
  readonly operator: Operator
  readonly place: {
    readonly brandId: string
    readonly projectId: string
    readonly environment: string
    readonly providerAccountIds: readonly string[]
  }
  budget: BudgetState | undefined
  credentialId: string | undefined
  configurationVersion: number
  serial: number
}

type Change = (of: Changeable) => Promise<void>

const byOwner = <K extends OperationName>(
  { means, owner, tenant: { organizationId } }: Changeable,
  name: K,
  body: object,
): Promise<ResultOf<K>> => run(means, owner, name, { organizationId, ...body })

const byOperator = async <K extends OperationName>(
  { means, operator }: Changeable,
  name: K,
  body: object,
): Promise<ResultOf<K>> =>
  run(means, await confirmedNow(means.ports, operator), name, { reason: REASON, ...body })

/** Creates a credential, or revokes the one from the last such change. */
const changeCredential: Change = async (of) => {
  if (of.credentialId !== undefined) {
    const { credentialId } = of
    of.credentialId = undefined
    await byOwner(of, 'revokeServerCredential', { credentialId, reason: REASON })
    return
  }
  const { brandId, projectId, environment } = of.place
  const { credential } = await byOwner(of, 'createServerCredential', {
    brandId,
    projectId,
    environment,
    appId: of.tenant.appId,
    actions: ['messages.send'],
    channels: ['sms'],
    expiresAt: isoTime(of.means.ports.clock.nowMs() + DAY_MS),
    label: 'changed',
  })
  of.credentialId = credential.credentialId
}

const changeSettings: Change = async (of) => {
  const { organizationId, appId } = of.tenant
  const { configuration } = await byOperator(of, 'setAppServiceConfiguration', {
    organizationId,
    appId,
    channel: 'sms',
    sender: { header: 'BENCH' },
    providerAccountIds: of.place.providerAccountIds,
    version: of.configurationVersion,
  })
  of.configurationVersion = configuration.version
}

const saveBudget = async (of: Changeable, known: object): Promise<BudgetState> => {
  const { budget } = await byOwner(of, 'saveOrganizationBudget', {
    ...known,
    scope: {},
    environment: of.place.environment,
    period: 'month',
    currency: 'EUR',
    limitMinor: LIMIT_MINOR + of.serial,
    action: 'alert',
  })
  return budget
}

const changeBudget: Change = async (of) => {
  if (of.budget === undefined) throw new Error(`${of.tenant.organizationId} has no budget`)
  const { budgetId, version } = of.budget
  of.budget = await saveBudget(of, { budgetId, version })
}

/** Writes a template and has it approved, so that it can be sent. */
const changeTemplates: Change = async (of) => {
  const { draft } = await byOwner(of, 'saveCustomerTemplateDraft', {
    channel: 'sms',
    category: 'transactional',
    language: 'en',
    variables: [],
    name: `notice_${of.serial}`,
    content: { text: 'Your order came back.' },
  })
  const { draftId, version } = draft
  await byOwner(of, 'submitCustomerTemplateDraftForReview', { draftId, version })
  await byOperator(of, 'decideTemplateReview', { draftId, version, decision: 'approve' })
}

const STOP = { wants: 'stop', scope: 'all' } as const

/**
 * A recipient sends STOP to the organization: the same work that `applyInbound` does once it knows the
 * message's organization.
 */
const stop: Change = async ({ means: { ports }, tenant: { organizationId }, serial }) => {
  const from = `+4479${String(serial).padStart(8, '0')}`
  const message = aStoredInbound({ from, text: 'STOP', consentChange: STOP })
  await right(
    ports.storage.units.transact<never, undefined>('exclusive', async (unit) => {
      const person = suppressedPerson(ports, { to: from, country: 'GB', masked: '+44*******' })
      const done = await applyConsentChange(ports, unit, organizationId, message, STOP, person)
      if (done === undefined) throw new Error('a STOP changed nothing')
      const { suppressionId, source, scope } = done.suppression
      const act = {
        actor: { kind: 'system', id: 'inbound' },
        action: done.action,
        target: suppressionId,
        organizationId,
        details: { source, scope },
      } as const
      await recordAct(ports, unit, act, ports.clock.nowMs())
      return E.right(undefined)
    }),
  )
}

const CHANGES: Readonly<Record<ChangeKind, Change>> = {
  credential: changeCredential,
  settings: changeSettings,
  budget: changeBudget,
  template: changeTemplates,
  stop,
}

const placeOf = async ({ ports }: Means, { organizationId, appId }: ChangedTenant) => {
  const catalog = await right(ports.storage.catalog.app(appId))
  const sms = catalog?.configurations.get('sms')
  if (catalog === undefined || sms === undefined) throw new Error(`${organizationId} has no app that sends`)
  const { brandId, projectId, environment } = catalog.app
  const { providerAccountIds, version } = sms
  return { place: { brandId, projectId, environment, providerAccountIds }, version }
}

/** Changes the catalog of organizations. */
export interface CatalogChanger {
  /** Whether such a change is possible in this organization: only some have a budget. */
  canChange(kind: ChangeKind, organizationId: OrganizationId): boolean
  /** Makes a change of this kind in one of the prepared organizations. */
  change(kind: ChangeKind, organizationId: OrganizationId): Promise<void>
}

/**
 * Gives each organization an owner and its first suppression, and some a budget, so that later changes don't
 * affect the work per message. Returns the function that changes them.
 */
export const catalogChanger = async (
  means: Means,
  tenants: readonly ChangedTenant[],
): Promise<CatalogChanger> => {
  const { ports } = means
  const operator = await anOperator(ports)
  const all = new Map<OrganizationId, Changeable>()
  let serial = 0
  for (const tenant of tenants) {
    const { userId } = await aSignedInUser({ ports })
    const { organizationId } = tenant
    await exclusively(ports, (unit) => unit.members.add(aMember({ organizationId, userId, role: 'owner' })))
    const owner = await enterWebsite(ports, userId)
    const { place, version } = await placeOf(means, tenant)
    const states = { budget: undefined, credentialId: undefined, configurationVersion: version, serial }
    const of: Changeable = { means, tenant, owner, operator, place, ...states }
    if (serial % BUDGET_EACH === 0) of.budget = await saveBudget(of, {})
    await stop(of)
    serial += 1
    all.set(organizationId, of)
  }
  return {
    canChange: (kind, organizationId) => kind !== 'budget' || all.get(organizationId)?.budget !== undefined,
    change: async (kind, organizationId) => {
      const of = all.get(organizationId)
      if (of === undefined) throw new Error(`${organizationId} can't be changed`)
      serial += 1
      of.serial = serial
      await CHANGES[kind](of)
    },
  }
}

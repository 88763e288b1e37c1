import type { Channel } from '../../channels/channels.js'
import { availableMinor } from '../../ledger/domain/account.js'
import type { App } from '../../tenancy/domain/records.js'
import { E } from '../../fp.js'
import { absent, reading, type ResultFrom, shown } from '../../runner/use-cases/implementation.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { configuredChannels, firstServerApp, readSetupStatus, type SetupStatus } from './read-setup-status.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { START_WEBSITE } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { productionChecklistFields } from './shapes.js'

/**
 * The missing steps to send in production, and who can complete them (docs/api/sandbox#production-checklist);
 * for the first app in production.
 */
export const getProductionChecklistEntry = entryOf('Start', 'getProductionChecklist', {
  ...START_WEBSITE,
  summary: 'Show what is missing to send in production, and who provides it',
  description:
    'Lists the steps to production for an Organization, whether each is done, and who has to do it.',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  live: runAgain('act', 'account'),
  request: readRequest({ organizationId: organizationIdField }, {}),
  result: readResult(productionChecklistFields, {}),
})

type Step = ResultFrom<typeof getProductionChecklistEntry>['steps'][number]

const isProduction = ({ environment }: Pick<App, 'environment'>): boolean => environment === 'production'

const byChannel = (
  step: Step['step'],
  givenBy: Step['givenBy'],
  channels: readonly Channel[],
  record: string | null,
): Step => ({
  step,
  givenBy,
  done: channels.length > 0,
  record: channels.length > 0 ? record : null,
  channels,
})

const byRecord = (step: Step['step'], givenBy: Step['givenBy'], record: string | undefined): Step => ({
  step,
  givenBy,
  done: record !== undefined,
  record: record ?? null,
  channels: [],
})

const stepsOf = (
  { file, templates, prices }: SetupStatus,
  app: App | undefined,
  hasProfile: boolean,
): readonly Step[] => {
  const { organization, projects, accounts } = file
  const { organizationId, entitledChannels, defaultCurrency } = organization
  const approved = templates.filter(({ isForSandbox }) => !isForSandbox)
  const account = accounts.find(
    (one) => one.environment === 'production' && one.currency === defaultCurrency && availableMinor(one) > 0,
  )
  const texts = [...new Set(approved.map(({ content }) => content.channel))]
  return [
    byRecord('project', 'customer', projects.find(isProduction)?.projectId),
    byRecord('app', 'customer', app?.appId),
    byRecord('billing_profile', 'customer', hasProfile ? app?.appId : undefined),
    byChannel('entitlement', 'operator', entitledChannels, organizationId),
    byChannel('sender', 'operator', configuredChannels(file, app), app?.appId ?? null),
    byChannel('template', 'customer', texts, approved[0]?.templateId ?? null),
    byChannel('price', 'operator', [...prices.keys()], null),
    byRecord('money', 'operator', account === undefined ? undefined : organizationId),
  ]
}

export const getProductionChecklist = reading(getProductionChecklistEntry, {
  read: async (call, { storage }) => {
    const { organizationId, defaultCurrency } = membershipOf(call).organization
    const read = await readSetupStatus({ storage }, organizationId, defaultCurrency, call.nowMs)
    if (E.isLeft(read)) return read
    const { epoch, value: setupStatus } = read.right
    if (setupStatus === undefined) return absent(epoch)
    const app = firstServerApp(setupStatus.file.apps.filter(isProduction))
    if (app === undefined) return shown(epoch, { steps: stepsOf(setupStatus, undefined, false) })
    const profile = await storage.tenancy.billingProfile(app.appId)()
    if (E.isLeft(profile)) return profile
    const steps = stepsOf(setupStatus, app, profile.right.value !== undefined)
    return shown(Math.max(epoch, profile.right.epoch), { steps })
  },
})

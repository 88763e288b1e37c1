import { greatestOf } from '../../kernel/numbers/extremes.js'
import { type Channel, CHANNEL_NAMES, CHANNELS } from '../../channels/channels.js'
import type { AppId } from '../../kernel/ids/id.js'
import { appView, projectView } from '../../tenancy/operations/apps/views.js'
import { historyMessageView } from '../../messaging/operations/messages/message-view.js'
import { permissionsOf } from '../../identity/domain/access/authorize-member.js'
import type { Message } from '../../messaging/domain/messages/message.js'
import { PRICE_CATEGORIES } from '../../channels/price-categories.js'
import { choosePrice } from '../../ledger/domain/pricing/choose-price.js'
import { availableMinor } from '../../ledger/domain/account.js'
import { isLiveCredential, type ServerCredential } from '../../tenancy/domain/credential.js'
import { isEntitled } from '../../tenancy/domain/is-entitled.js'
import type { App } from '../../tenancy/domain/records.js'
import { SANDBOX } from '../../tenancy/domain/service-configuration.js'
import type { TemplateVersion } from '../../templates/domain/template.js'
import { examplesOf } from '../../kernel/texts/placeholders.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { ActivityStorage } from '../../messaging/ports/activity-storage.js'
import type { TenancyStorage } from '../../tenancy/ports/tenancy-storage.js'
import {
  absent,
  type CallOf,
  type OperationNeeds,
  reading,
  type ResultFrom,
  shown,
} from '../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { configuredChannels, firstServerApp, readSetupStatus, type SetupStatus } from './read-setup-status.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { START_WEBSITE } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../runner/domain/fields/tenancy.js'
import { startChecklistFields } from './shapes.js'

/**
 * The completed steps to the first message, each with its record (docs/api/sandbox#start-checklist). NotFound
 * for an app of another Organization, or not of its test environment.
 */
export const getStartChecklistEntry = entryOf('Start', 'getStartChecklist', {
  ...START_WEBSITE,
  summary: 'Show the progress towards the first message',
  description:
    'Covers the given app, or by default the first app of the test environment. Records that the caller may not read are omitted.',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  refusals: ['NotFound'],
  live: runAgain('act', 'message'),
  request: readRequest({ organizationId: organizationIdField }, { appId: appIdField }),
  result: readResult(startChecklistFields, {}),
})

type Checklist = ResultFrom<typeof getStartChecklistEntry>
type Call = CallOf<typeof getStartChecklistEntry>
type Step = Checklist['steps'][number]

/** Numbers of several countries: one of them has a price if any number has. */
const SAMPLE_NUMBERS = ['+447400123456', '+919876543210', '+12025550143', '+4915112345678'] as const

const MOST_CREDENTIALS = 100
const LAST_MESSAGES = 50

/** A recipient with a price who isn't a real person: the sandbox sends nothing. */
const sampleRecipient = ({ prices }: SetupStatus, channel: Channel, nowMs: number): string | undefined => {
  const { isNumber, example } = CHANNELS[channel].recipient
  const candidates = isNumber ? [...SAMPLE_NUMBERS, example] : [example]
  const categories = [undefined, ...PRICE_CATEGORIES]
  return candidates.find((to) =>
    categories.some((category) => choosePrice(prices, channel, to, nowMs, category) !== undefined),
  )
}

/** An app's messages, and the credentials that it can send with. */
interface Use {
  readonly epoch: number
  readonly credentials: readonly ServerCredential[]
  readonly messages: readonly Message[]
}

interface Needs {
  readonly storage: { readonly activity: ActivityStorage; readonly tenancy: TenancyStorage }
}

const readUse = async ({ storage }: Needs, app: App | undefined) => {
  if (app === undefined) return E.right({ epoch: 0, credentials: [], messages: [] } satisfies Use)
  const { organizationId, appId } = app
  const anything = { channel: undefined, state: undefined, fromMs: undefined, toMs: undefined }
  const query = { organizationId, appId, ...anything, before: undefined, limit: LAST_MESSAGES }
  const [credentials, history] = await Promise.all([
    storage.tenancy.credentials(organizationId, appId, undefined, MOST_CREDENTIALS)(),
    storage.activity.history(query)(),
  ])
  if (E.isLeft(credentials)) return credentials
  if (E.isLeft(history)) return history
  return E.right({
    epoch: Math.max(credentials.right.epoch, history.right.epoch),
    credentials: credentials.right.value.map(({ credential }) => credential),
    messages: history.right.value.messages,
  })
}

/** A template and a recipient for a first message. */
interface FirstSend {
  readonly template: TemplateVersion
  readonly to: string
}

/**
 * The first template that the app can send at a price, in the order of channels; OTPs are sent another way.
 */
const firstSendBy = (
  setupStatus: SetupStatus,
  channels: readonly Channel[],
  nowMs: number,
): FirstSend | undefined => {
  const { organization } = setupStatus.file
  for (const channel of channels.filter((one) => isEntitled(organization, 'test', one))) {
    const template = setupStatus.templates.find(
      ({ category, content }) => content.channel === channel && category !== 'otp',
    )
    const to = sampleRecipient(setupStatus, channel, nowMs)
    if (template !== undefined && to !== undefined) return { template, to }
  }
  return undefined
}

const undone = (step: Step['step']): Step => ({ step, done: false, record: null, name: null, at: null })

const doneBy = (step: Step['step'], record: string, name: string | null, atMs: number | undefined): Step => ({
  step,
  done: true,
  record,
  name,
  at: atMs === undefined ? null : isoTime(atMs),
})

/** The account's steps until its app may send. */
const preparingSteps = (
  { file, templates }: SetupStatus,
  app: App | undefined,
  first: FirstSend | undefined,
): readonly Step[] => {
  const { organization, projects } = file
  const project = projects.find(({ projectId, environment }) =>
    app === undefined ? environment === 'test' : projectId === app.projectId,
  )
  const channels = configuredChannels(file, app)
  const template =
    first?.template ??
    templates.find(({ category, content }) => channels.includes(content.channel) && category !== 'otp')
  return [
    doneBy('organization', organization.organizationId, organization.displayName, organization.createdAtMs),
    project === undefined
      ? undone('project')
      : doneBy('project', project.projectId, project.name, project.createdAtMs),
    app === undefined ? undone('app') : doneBy('app', app.appId, app.name, app.createdAtMs),
    app === undefined || channels.length === 0
      ? undone('prepared')
      : doneBy('prepared', app.appId, null, undefined),
    template === undefined
      ? undone('template')
      : doneBy('template', template.templateId, template.name, undefined),
  ]
}

/**
 * The last steps: a credential and a message. A caller without permission to see one of them gets it as done.
 */
const sendingSteps = (call: Call, { credentials, messages }: Use): readonly Step[] => {
  const permissions = permissionsOf(membershipOf(call).member.role)
  const live = credentials.find(
    (one) => isLiveCredential(one, call.nowMs) && one.actions.includes('messages.send'),
  )
  const accepted = messages[0]
  const delivered = messages.find(({ state }) => state === 'DELIVERED' || state === 'READ')
  const all = [
    live === undefined
      ? undone('credential')
      : doneBy('credential', live.credentialId, live.label, live.createdAtMs),
    accepted === undefined
      ? undone('accepted')
      : doneBy('accepted', accepted.messageId, null, accepted.acceptedAtMs),
    delivered === undefined
      ? undone('delivered')
      : doneBy('delivered', delivered.messageId, null, delivered.updatedAtMs),
  ]
  return all.map((step) => {
    const required = step.step === 'credential' ? 'credentials.manage' : 'messages.read'
    return permissions.includes(required) ? step : { ...step, record: null, name: null, at: null }
  })
}

/** The items that the platform itself lacks for this app's first message; its people can't fix them. */
const missingFor = (
  needs: OperationNeeds,
  setupStatus: SetupStatus,
  app: App | undefined,
  hasSandbox: boolean,
  hasStarters: boolean,
  nowMs: number,
): Checklist['missing'] => {
  const { organization, accounts } = setupStatus.file
  const channels = configuredChannels(setupStatus.file, app)
  const isSet = channels.length > 0
  const ask = (what: Checklist['missing'][number]['what'], channel: Channel | null = null) => ({
    what,
    channel,
    givenBy: 'operator' as const,
  })
  const priced = CHANNEL_NAMES.filter((one) => sampleRecipient(setupStatus, one, nowMs) !== undefined)
  const closed = channels.filter((one) => !isEntitled(organization, 'test', one))
  const { defaultCurrency: currency } = organization
  const hasMoney = accounts.some(
    (one) => one.environment === 'test' && one.currency === currency && availableMinor(one) > 0,
  )
  const isGiven = needs.platform.testCreditMinor > 0 && currency === needs.platform.currency
  return [
    ...(isSet || hasSandbox ? [] : [ask('sandbox_account')]),
    ...(setupStatus.templates.length > 0 || hasStarters ? [] : [ask('starter_templates')]),
    ...CHANNEL_NAMES.filter((one) => !priced.includes(one)).map((one) => ask('list_price', one)),
    ...closed.map((one) => ask('entitlement', one)),
    ...(hasMoney || (!isSet && isGiven) ? [] : [ask('test_credit')]),
  ]
}

const sendView = (
  { platform }: OperationNeeds,
  { projectId, appId }: App,
  { template, to }: FirstSend,
): NonNullable<Checklist['firstSend']> => ({
  url: `${platform.publicUrl}/v1/messages`,
  channel: template.content.channel,
  to,
  projectId,
  appId,
  templateId: template.templateId,
  variables: examplesOf(template.variables),
})

/**
 * The app to check: the named one if it belongs to the Organization and to test, otherwise the first test
 * app.
 */
const appMeant = ({ file }: SetupStatus, named: AppId | undefined): App | undefined | 'none' => {
  const ofTest = file.apps.filter(({ environment }) => environment === 'test')
  if (named === undefined) return firstServerApp(ofTest)
  return ofTest.find(({ appId }) => appId === named) ?? 'none'
}

export const getStartChecklist = reading(getStartChecklistEntry, {
  read: async (call, needs) => {
    const { organization } = membershipOf(call)
    const named = knownIdIfNamed('app', call.request.appId)
    if (E.isLeft(named)) return named
    const { nowMs } = call
    const [read, accounts, starters] = await Promise.all([
      readSetupStatus(needs, organization.organizationId, organization.defaultCurrency, nowMs),
      needs.storage.administration.providerAccounts()(),
      needs.storage.templates.starters()(),
    ])
    if (E.isLeft(read)) return read
    if (E.isLeft(accounts)) return accounts
    if (E.isLeft(starters)) return starters
    const setupStatus = read.right.value
    const app = setupStatus === undefined ? 'none' : appMeant(setupStatus, named.right)
    if (setupStatus === undefined || app === 'none') return absent(read.right.epoch)
    const use = await readUse(needs, app)
    if (E.isLeft(use)) return use
    const epochs = [read, accounts, starters].map(({ right }) => right.epoch)
    const channels = configuredChannels(setupStatus.file, app)
    const first = firstSendBy(setupStatus, channels, nowMs)
    const hasSandbox = accounts.right.value.some((one) => one.kind === SANDBOX && one.status === 'enabled')
    const hasStarters = starters.right.value.length > 0
    const [message] = use.right.messages
    const maySee = permissionsOf(membershipOf(call).member.role).includes('messages.read')
    const project = setupStatus.file.projects.find(({ projectId, environment }) =>
      app === undefined ? environment === 'test' : projectId === app.projectId,
    )
    return shown(greatestOf(epochs, use.right.epoch), {
      steps: [...preparingSteps(setupStatus, app, first), ...sendingSteps(call, use.right)],
      project: project === undefined ? null : projectView(project),
      app: app === undefined ? null : appView(app),
      channels,
      missing: missingFor(needs, setupStatus, app, hasSandbox, hasStarters, nowMs),
      firstSend: app === undefined || first === undefined ? null : sendView(needs, app, first),
      message: message === undefined || !maySee ? null : historyMessageView(message),
    })
  },
})

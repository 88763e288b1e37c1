import { type Channel, CHANNEL_NAMES, CHANNELS, type Sender } from '../../channels/channels.js'
import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { appView } from '../../tenancy/operations/apps/views.js'
import { messageTemplateView } from '../../templates/operations/views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import type { App, Organization } from '../../tenancy/domain/records.js'
import {
  type ChannelConfiguration,
  type ProviderAccount,
  SANDBOX,
} from '../../tenancy/domain/service-configuration.js'
import { noTestGrant, type TestCredit, type TestGrant } from '../../templates/domain/test-grant.js'
import type { TemplateDraft } from '../../templates/domain/draft.js'
import { templateVersionOf } from '../../templates/domain/publish-draft.js'
import { soleSender } from '../../tenancy/domain/senders/app-sender.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { executeTestCredit } from '../../approvals/use-cases/execute-approval.js'
import {
  type CallOf,
  type FurtherAct,
  mutation,
  type OperationNeeds,
} from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { copyStarters, startersDue } from './copy-starters.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { START_WEBSITE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../runner/domain/fields/tenancy.js'
import { appShape } from '../../tenancy/operations/apps/shapes.js'
import { preparedChannels, testCreditShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'
import { messageTemplateShape } from '../../templates/operations/shapes.js'
import { nullable } from '../../kernel/codecs/nullable.js'

/**
 * Gives a test app what it needs to send, without a decision by a person (docs/api/sandbox#test-preparation):
 * the sandbox on each channel, play money once per Organization, and copies of the starter templates.
 * Existing records stay unchanged. NotFound for another Organization's app; InvalidRequest for a production
 * app. Conflict, naming who can help, if the platform has no sandbox account or starter template, or if the
 * Organization has no room for the copies.
 */
export const prepareTestAppEntry = entryOf('Start', 'prepareTestApp', {
  ...START_WEBSITE,
  summary: 'Prepare an app of the test environment for sending',
  description:
    "Sets up senders and the sandbox account on each channel, the platform's play money (once), and copies of its starter templates. Repeating the call adds what is missing.",
  permission: 'apps.manage',
  mutation: true,
  effect: 'adds',
  quotas: ['templates'],
  whileSuspended: false,
  refusals: ['NotFound'],
  request: mutationRequest({ organizationId: organizationIdField, appId: appIdField }, {}),
  result: mutationResult(
    {
      app: appShape,
      channels: preparedChannels,
      templates: list(messageTemplateShape, { description: 'The copies that this call created.' }),
      testCredit: nullable(testCreditShape),
    },
    {},
  ),
})

type Call = CallOf<typeof prepareTestAppEntry>

/** The actor in the audit log for things that a rule gave, not a person. */
const BY_RULE = { rule: prepareTestAppEntry.name } as const

const NO_SANDBOX = refusalSaying(
  'Conflict',
  'No sandbox provider account is enabled. A super admin with admin.providers can create one.',
)
const NO_STARTERS = refusalSaying(
  'Conflict',
  'There are no starter templates. A super admin with admin.templates.review can add them (addStarterTemplates).',
)

/**
 * The app that the request names, locked; NotFound for another Organization's, InvalidRequest for a
 * production app.
 */
const testAppOf = async (unit: UnitOfWork, call: Call): Promise<E.Either<Refusal, App>> => {
  const known = knownId('app', call.request.appId)
  if (E.isLeft(known)) return known
  const app = await unit.apps.lock(known.right)
  if (app?.organizationId !== membershipOf(call).organization.organizationId)
    return E.left(refusal('NotFound'))
  return app.environment === 'test'
    ? E.right(app)
    : E.left(invalidRequest([bodyProblem('/appId', 'mismatch', 'The app must be in the test environment.')]))
}

/**
 * The sender of sandbox messages, which are never delivered: the channel's own test name, or the requester's
 * address.
 */
const sandboxSender = (channel: Channel, { facts }: Call): Sender => {
  const { sender, firstSteps } = CHANNELS[channel]
  return sender.of({ [sender.main]: firstSteps.sender.inTest ?? facts.user.email })
}

/** Gives the app the sandbox on each channel without a sender; existing settings stay unchanged. */
const configure = async (
  unit: UnitOfWork,
  call: Call,
  { organizationId, appId }: App,
  accounts: readonly ProviderAccount[],
): Promise<{ readonly made: readonly ChannelConfiguration[]; readonly channels: readonly Channel[] }> => {
  const made: ChannelConfiguration[] = []
  const channels: Channel[] = []
  for (const channel of CHANNEL_NAMES) {
    const account = accounts.find((one) => one.channels.includes(channel))
    const before = await unit.configurations.lock({ appId, channel })
    if (before !== undefined || account !== undefined) channels.push(channel)
    if (before !== undefined || account === undefined) continue
    made.push({
      organizationId,
      appId,
      channel,
      senders: [soleSender(sandboxSender(channel, call))],
      providerAccountIds: [account.providerAccountId],
      routing: undefined,
      version: 1,
    })
  }
  for (const configuration of made) unit.configurations.add(configuration)
  return { made, channels }
}

/**
 * Gives the play money if the platform offers some and the Organization hasn't received it yet; it is in the
 * platform's own currency.
 */
const creditOnce = async (
  needs: OperationNeeds,
  unit: UnitOfWork,
  organization: Organization,
  { credit }: TestGrant,
  nowMs: number,
): Promise<E.Either<Refusal, TestCredit | undefined>> => {
  const { currency, testCreditMinor: amountMinor } = needs.platform
  const isNone = amountMinor === 0 || organization.defaultCurrency !== currency
  if (credit !== undefined || isNone) return E.right(undefined)
  const entry = await executeTestCredit(needs, unit, organization, { currency, amountMinor }, nowMs)
  return E.isLeft(entry) ? entry : E.right({ entryId: entry.right, currency, amountMinor, atMs: nowMs })
}

const saveGrant = (unit: UnitOfWork, before: TestGrant | undefined, grant: TestGrant): void => {
  if (before === undefined) unit.testGrants.add(grant)
  else unit.testGrants.replace(grant)
}

interface Given {
  readonly app: App
  readonly made: readonly ChannelConfiguration[]
  readonly copies: readonly TemplateDraft[]
  readonly credit: TestCredit | undefined
}

/** The audit log entries for everything that was given. */
const actsOf = ({ app, made, copies, credit }: Given): readonly FurtherAct[] => [
  ...made.map(({ channel, providerAccountIds }) => ({
    action: 'test_app.configure',
    target: app.appId,
    details: { ...BY_RULE, channel, providers: providerAccountIds.join(',') },
  })),
  ...copies.map(({ draftId, name, content: { channel } }) => ({
    action: 'starter_template.copy',
    target: draftId,
    details: { ...BY_RULE, channel, name },
  })),
  ...(credit === undefined
    ? []
    : [
        {
          action: 'test_credit.give',
          target: credit.entryId,
          details: { ...BY_RULE, currency: credit.currency, amountMinor: credit.amountMinor },
        },
      ]),
]

export const prepareTestApp = mutation(prepareTestAppEntry, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const found = await testAppOf(unit, call)
    if (E.isLeft(found)) return found
    const app = found.right
    const { organizationId } = app
    const organization = await unit.organizations.lock(organizationId)
    if (organization === undefined) return E.left(refusal('NotFound'))
    const accounts = (await unit.providerAccounts.ofKind(SANDBOX)).filter(
      ({ status }) => status === 'enabled',
    )
    if (accounts.length === 0) return E.left(NO_SANDBOX)
    const starters = await unit.starters.all()
    if (starters.length === 0) return E.left(NO_STARTERS)
    const before = await unit.testGrants.lock(organizationId)
    const grant = before ?? noTestGrant(organizationId)
    const due = startersDue(starters, grant.templates)
    if ((await unit.templateDrafts.countOf(organizationId)) + due.length > QUOTAS.templates.most)
      return E.left(quotaReached('templates'))
    const { made, channels } = await configure(unit, call, app, accounts)
    const author = { kind: 'user', id: call.facts.user.userId } as const
    const order = { organizationId, author, nowMs: call.nowMs }
    const copied = await copyStarters(needs, unit, order, due, grant.templates)
    if (E.isLeft(copied)) return copied
    const credited = await creditOnce(needs, unit, organization, grant, call.nowMs)
    if (E.isLeft(credited)) return credited
    const { copies, templates } = copied.right
    const credit = credited.right
    if (copies.length > 0 || credit !== undefined || before === undefined)
      saveGrant(unit, before, { organizationId, templates, credit: grant.credit ?? credit })
    return E.right({
      result: {
        app: appView(app),
        channels,
        templates: copies.flatMap((copy) => {
          const version = templateVersionOf(copy)
          return version === undefined ? [] : [messageTemplateView(version)]
        }),
        testCredit:
          credit === undefined ? null : { amountMinor: credit.amountMinor, currency: credit.currency },
      },
      about: { target: app.appId, details: { ...BY_RULE, channels: made.length, templates: copies.length } },
      further: actsOf({ app, made, copies, credit }),
    })
  },
})

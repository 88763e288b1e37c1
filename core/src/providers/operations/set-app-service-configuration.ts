import { checkSender, senderProblems } from '../../channels/check-sender.js'
import { mainPartOf } from '../../channels/own-records.js'
import { isId, type ProviderAccountId } from '../../kernel/ids/id.js'
import { configurationView } from '../../tenancy/operations/apps/configuration-view.js'
import { invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { checkProviders, checkRouting } from '../../tenancy/domain/check-providers.js'
import type { App } from '../../tenancy/domain/records.js'
import type { AccountRouting } from '../../tenancy/domain/routing.js'
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { withFirstSender } from '../../tenancy/domain/senders/change-senders.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_ADMIN } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import {
  accountRouting,
  configurationShape,
  senderRequest,
} from '../../tenancy/operations/apps/configuration-shapes.js'
import { orderedAccounts, legacySenderId as legacySenderIdField } from './shapes.js'
import { reason as reasonField } from '../../runner/domain/fields/written-texts.js'
import { version as versionField } from '../../runner/domain/fields/version.js'
import { nullable } from '../../kernel/codecs/nullable.js'

/**
 * Sets the sender and the providers of an app's channel, effective for the next send in every process.
 * NotFound for another Organization's app; Conflict for an outdated version. InvalidRequest for a sender with
 * missing or foreign parts, for accounts that don't serve the channel in the app's environment, and for
 * routes of other accounts.
 */
export const setAppServiceConfigurationEntry = entryOf('Providers', 'setAppServiceConfiguration', {
  ...PROVIDERS_ADMIN,
  summary: "Set an app's sender and providers for a channel",
  description:
    'Omit `version` the first time, then pass the current one. `sender` replaces the first sender; others are changed with `saveAppSender`. `legacySenderId` and `routing` stay unchanged if omitted; null removes them.',
  success: 'The sender and the providers of the app are saved.',
  mutation: true,
  effect: 'changes',
  stepUp: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      appId: appIdField,
      channel: literalUnion(CHANNEL_NAMES, { description: 'Channel to configure.' }),
      sender: senderRequest,
      providerAccountIds: orderedAccounts,
      reason: reasonField,
    },
    { version: versionField, legacySenderId: legacySenderIdField, routing: nullable(accountRouting) },
  ),
  result: mutationResult({ configuration: configurationShape }, {}),
})

type Request = CallOf<typeof setAppServiceConfigurationEntry>['request']

/** The requested app, of the requested Organization; otherwise NotFound. */
const appOf = async (
  unit: UnitOfWork,
  { organizationId, appId: named }: Request,
): Promise<E.Either<Refusal, App>> => {
  const appId = knownId('app', named)
  if (E.isLeft(appId)) return appId
  const app = await unit.apps.lock(appId.right)
  return app?.organizationId === organizationId ? E.right(app) : E.left(refusal('NotFound'))
}

/** The first configuration has no previous version; every later one must name the present version. */
const nextVersion = (
  before: ChannelConfiguration | undefined,
  { version }: Request,
): E.Either<Refusal, number> =>
  before?.version === version ? E.right((version ?? 0) + 1) : E.left(refusal('Conflict'))

const accountsOf = async (
  unit: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlyArray<ProviderAccount | undefined>> => {
  const accounts: Array<ProviderAccount | undefined> = []
  for (const id of ids) accounts.push(isId('pac', id) ? await unit.providerAccounts.lock(id) : undefined)
  return accounts
}

/** The new routing; unchanged if the request omits it. */
const routingOf = (
  before: ChannelConfiguration | undefined,
  { routing }: Request,
): AccountRouting | undefined =>
  routing === undefined ? before?.routing : ((routing ?? undefined) as AccountRouting | undefined)

const partsOf = (
  app: App,
  before: ChannelConfiguration | undefined,
  request: Request,
  accounts: ReadonlyArray<ProviderAccount | undefined>,
) => {
  const { channel, providerAccountIds } = request
  const sender = checkSender(channel, request.sender)
  const misfits = [
    ...checkProviders(providerAccountIds, accounts, channel, app),
    ...checkRouting(routingOf(before, request), providerAccountIds, channel),
  ]
  if (E.isLeft(sender)) return E.left(invalidRequest([...sender.left, ...misfits]))
  return misfits.length > 0 ? E.left(invalidRequest(misfits)) : E.right(sender.right)
}

/** The app with its new legacy name or none, if the request sets it. */
const renamed = (app: App, { legacySenderId }: Request): App =>
  legacySenderId === undefined
    ? app
    : { ...app, legacySenderId: legacySenderId ?? undefined, version: app.version + 1 }

export const setAppServiceConfiguration = mutation(setAppServiceConfigurationEntry, {
  lock: 'exclusive',
  inspect: ({ channel, sender }) => (sender === undefined ? [] : senderProblems(channel, sender)),
  run: async (unit, { request, nowMs }) => {
    const found = await appOf(unit, request)
    if (E.isLeft(found)) return found
    const { organizationId, appId } = found.right
    const { channel, reason } = request
    const before = await unit.configurations.lock({ appId, channel })
    const version = nextVersion(before, request)
    if (E.isLeft(version)) return version
    const accounts = await accountsOf(unit, request.providerAccountIds)
    const sender = partsOf(found.right, before, request, accounts)
    if (E.isLeft(sender)) return sender
    const configuration: ChannelConfiguration = {
      organizationId,
      appId,
      channel,
      senders: withFirstSender(before?.senders ?? [], sender.right),
      providerAccountIds: request.providerAccountIds as readonly ProviderAccountId[],
      routing: routingOf(before, request),
      version: version.right,
    }
    if (before === undefined) unit.configurations.add(configuration)
    else unit.configurations.replace(configuration)
    const app = renamed(found.right, request)
    if (app !== found.right) unit.apps.replace(app)
    const providers = request.providerAccountIds.join(',')
    const seen = mainPartOf(sender.right)
    return E.right({
      result: { configuration: configurationView(configuration, app, nowMs) },
      // Messages that wait for an account that is down may now go to another one.
      concerned: { _tag: 'OfApp' as const, organizationId, appId },
      about: {
        target: appId,
        organizationId,
        reason,
        // The sender isn't a secret.
        details: {
          channel,
          providers,
          ...(configuration.routing && { strategy: configuration.routing.strategy }),
          [seen.name]: seen.value,
          version: version.right,
        },
      },
    })
  },
})

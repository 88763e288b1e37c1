import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { Channel } from '../../../channels/channels.js'
import { mainPartOf } from '../../../channels/own-records.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { type AppSender, senderCalled } from '../../domain/senders/app-sender.js'
import type { ChannelConfiguration } from '../../domain/service-configuration.js'
import { configurationView } from '../apps/configuration-view.js'

/** The app's channel and the version of its configuration that a request changes. */
interface SenderChange {
  readonly organizationId: string
  readonly appId: string
  readonly channel: Channel
  readonly version: number
  readonly reason: string
}

/** The new senders of the channel, and the one that the change is about. */
interface Changed {
  readonly senders: readonly AppSender[]
  readonly about: AppSender
  readonly details: Readonly<Record<string, string | number>>
}

/** The app's sender with this main part; NotFound if there is none. */
export const namedSender = (
  { senders }: ChannelConfiguration,
  value: string,
): E.Either<Refusal, AppSender> => {
  const found = senderCalled(senders, value)
  return found === undefined ? E.left(refusal('NotFound')) : E.right(found)
}

/**
 * Changes the senders of an app's channel in an exclusive unit. NotFound for another Organization's app and
 * for a channel without a configuration; Conflict for an outdated version.
 */
export const changeAppSenders = async (
  unit: UnitOfWork,
  { organizationId, appId: named, channel, version, reason }: SenderChange,
  nowMs: EpochMs,
  change: (configuration: ChannelConfiguration) => E.Either<Refusal, Changed>,
) => {
  const appId = knownId('app', named)
  if (E.isLeft(appId)) return appId
  const app = await unit.apps.lock(appId.right)
  if (app?.organizationId !== organizationId) return E.left(refusal('NotFound'))
  const before = await unit.configurations.lock({ appId: app.appId, channel })
  if (before === undefined) return E.left(refusal('NotFound'))
  if (before.version !== version) return E.left(refusal('Conflict'))
  const changed = change(before)
  if (E.isLeft(changed)) return changed
  const { senders, about, details } = changed.right
  const configuration = { ...before, senders, version: before.version + 1 }
  unit.configurations.replace(configuration)
  return E.right({
    result: { configuration: configurationView(configuration, app, nowMs) },
    // Messages that wait for a sender may now be sent.
    concerned: { _tag: 'OfApp' as const, organizationId: app.organizationId, appId: app.appId },
    about: {
      target: app.appId,
      organizationId: app.organizationId,
      reason,
      details: {
        channel,
        sender: mainPartOf(about.sender).value,
        ...details,
        version: configuration.version,
      },
    },
  })
}

import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { list } from '../../../kernel/codecs/list.js'
import { open } from '../../../kernel/codecs/shape.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { ownCatalog } from './own-catalog.js'
import { APPS_READING, oneAppFields } from '../apps/entry-parts.js'
import { appSenderShape, configuredChannel } from '../apps/configuration-shapes.js'
import { appSenderView } from '../apps/configuration-view.js'

/** Lists an app's senders for the people of its Organization; NotFound for another Organization's app. */
export const listAppSendersEntry = entryOf('Senders', 'listAppSenders', {
  ...APPS_READING,
  summary: "List an app's senders",
  description:
    'Lists the senders of each channel with the countries and classes that they serve, and their registrations.',
  refusals: ['NotFound'],
  request: readRequest(oneAppFields, {}),
  result: readResult(
    {
      channels: list(
        open(
          {
            channel: configuredChannel,
            senders: list(appSenderShape, { description: 'The senders of the channel.' }),
          },
          {},
        ),
        { description: 'The channels on which the app has senders.' },
      ),
    },
    {},
  ),
})

export const listAppSenders = reading(listAppSendersEntry, {
  read: async (call, needs) => {
    const { organizationId } = membershipOf(call).organization
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const found = await ownCatalog(needs, organizationId, appId.right)
    if (E.isLeft(found)) return found
    const { epoch, catalog } = found.right
    if (catalog === undefined) return absent(epoch)
    return shown(epoch, {
      channels: CHANNEL_NAMES.flatMap((channel) => {
        const configuration = catalog.configurations.get(channel)
        if (configuration === undefined) return []
        return [{ channel, senders: configuration.senders.map((one) => appSenderView(one, call.nowMs)) }]
      }),
    })
  },
})

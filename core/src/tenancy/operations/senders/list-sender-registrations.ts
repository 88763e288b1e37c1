import { list } from '../../../kernel/codecs/list.js'
import { open } from '../../../kernel/codecs/shape.js'
import { mainPartOf } from '../../../channels/own-records.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { configuredChannel, registrationShape, senderValue } from '../apps/configuration-shapes.js'
import { registrationView } from '../apps/configuration-view.js'
import { SENDERS_ADMIN } from './entry-parts.js'

/** Lists the registrations of an Organization's senders; NotFound for an unknown Organization. */
export const listSenderRegistrationsEntry = entryOf('Senders', 'listSenderRegistrations', {
  ...SENDERS_ADMIN,
  summary: "List the registrations of an Organization's senders",
  description: 'Lists the registrations of the senders of all its apps, by app and channel.',
  success: 'The registrations of the Organization, by app and channel.',
  mutation: false,
  effect: 'reads',
  refusals: ['NotFound'],
  live: runAgain('act'),
  request: readRequest({ organizationId }, {}),
  result: readResult(
    {
      registrations: list(
        open({ appId, channel: configuredChannel, value: senderValue, registration: registrationShape }, {}),
        { description: 'The registrations, by app and channel.' },
      ),
    },
    {},
  ),
})

export const listSenderRegistrations = reading(listSenderRegistrationsEntry, {
  read: async ({ request, nowMs }, { storage }) => {
    const owner = knownId('org', request.organizationId)
    if (E.isLeft(owner)) return owner
    const read = await storage.administration.organization(owner.right)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    if (value === undefined) return absent(epoch)
    return shown(epoch, {
      registrations: value.configurations.flatMap((of) =>
        of.senders.flatMap(({ sender, registrations }) =>
          registrations.map((one) => ({
            appId: of.appId,
            channel: of.channel,
            value: mainPartOf(sender).value,
            registration: registrationView(one, nowMs),
          })),
        ),
      ),
    })
  },
})

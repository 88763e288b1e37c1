import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { describeProvider, type OpenProvider } from '@postrider/conformance/provider'
import { freePort } from '../../servers/free-port.js'
import { deliveredBy } from './delivered-by.js'
import { startMessageCentre, type CentreEvent, type MessageCentre } from './message-centre.js'
import { LOGIN } from './open-smpp.js'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

/** Sessions that are bound and not ended. */
const boundAt = (centre: MessageCentre): number => {
  const count = (found: (one: CentreEvent) => boolean): number => centre.events().filter(found).length
  return (
    count((one) => one.event === 'bind' && one.status === 0) - count(({ event }) => event === 'session_ended')
  )
}

describe('SMPP', () => {
  let centre: MessageCentre
  before(async () => {
    centre = await startMessageCentre()
  })
  after(() => centre.kill())
  const openWith =
    (settings: Readonly<Record<string, string | number>>): OpenProvider =>
    async (sink) => {
      const earlier = centre.submits().length
      const account = aProviderAccount({ kind: 'smpp', channels: ['sms'] })
      const parts = {
        clock: createSystemClock(),
        timers: systemTimers,
        random: systemRandom,
        networks: loopbackNetworks,
      }
      const openAt = (port: number, secrets = LOGIN) => {
        const all = { host: '127.0.0.1', port, tls: 'none', ...settings }
        return smppOpener(parts).open({ ...account, settings: all }, secrets, sink)
      }
      const provider = openAt(centre.port)
      const nobody = await freePort()
      return {
        provider,
        providerAccountId: account.providerAccountId,
        secrets: [LOGIN.password],
        destinations: {
          taken: '+4915123456789',
          refusedForGood: '+99900011000',
          refusedForNow: '+99900088000',
          unknown: '+99920000000',
          silent: '+99910000000',
          late: '+99930600000',
        },
        reopen: () => openAt(centre.port),
        openAway: () => openAt(nobody),
        openUnknown: () => openAt(centre.port, { ...LOGIN, password: 'wrong' }),
        unfit: (usual) => ({ ...usual, to: '+99900010000' }),
        connections: () => boundAt(centre),
        delivered: async () =>
          deliveredBy(centre.submits().slice(earlier), settings['longMessages'] !== 'payload'),
        close: () => provider.close(),
      }
    }

  const options = { reportsDelivery: true, channels: ['sms'], hasSessions: true } as const
  describeProvider('A message centre', openWith({}), options)
  describeProvider('A message centre that divides long texts', openWith({ longMessages: 'payload' }), {
    ...options,
    takesWhole: true,
  })
})

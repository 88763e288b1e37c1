import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { describeProvider, type OpenProvider } from '@postrider/conformance/provider'
import { freePort } from '../../servers/free-port.js'
import { deliveredBy } from './delivered-by.js'
import { startSmsc, type SmscEvent, type Smsc } from './smsc.js'
import { LOGIN } from './open-smpp.js'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

/** Sessions that are bound and haven't ended. */
const boundAt = (smsc: Smsc): number => {
  const count = (found: (one: SmscEvent) => boolean): number => smsc.events().filter(found).length
  return (
    count((one) => one.event === 'bind' && one.status === 0) - count(({ event }) => event === 'session_ended')
  )
}

describe('SMPP', () => {
  let smsc: Smsc
  before(async () => {
    smsc = await startSmsc()
  })
  after(() => smsc.kill())
  const openWith =
    (settings: Readonly<Record<string, string | number>>): OpenProvider =>
    async (sink) => {
      const earlier = smsc.submits().length
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
      const provider = openAt(smsc.port)
      const nobody = await freePort()
      return {
        provider,
        providerAccountId: account.providerAccountId,
        secrets: [LOGIN.password],
        destinations: {
          accepted: '+4915123456789',
          permanentFailure: '+99900011000',
          transientFailure: '+99900088000',
          unknown: '+99920000000',
          silent: '+99910000000',
          late: '+99930600000',
        },
        reopen: () => openAt(smsc.port),
        openAway: () => openAt(nobody),
        openUnknown: () => openAt(smsc.port, { ...LOGIN, password: 'wrong' }),
        unfit: (usual) => ({ ...usual, to: '+99900010000' }),
        connections: () => boundAt(smsc),
        delivered: async () =>
          deliveredBy(smsc.submits().slice(earlier), settings['longMessages'] !== 'payload'),
        close: () => provider.close(),
      }
    }

  const options = { reportsDelivery: true, channels: ['sms'], hasSessions: true } as const
  describeProvider('An SMSC', openWith({}), options)
  describeProvider('An SMSC that divides long texts', openWith({ longMessages: 'payload' }), {
    ...options,
    takesWhole: true,
  })
})

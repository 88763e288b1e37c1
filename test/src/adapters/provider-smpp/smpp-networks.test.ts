import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { LOGIN } from './open-smpp.js'

describe("A host that an SMPP account shouldn't reach", () => {
  for (const tls of ['none', 'implicit'])
    it(`isn't called if its name leads to this machine (TLS: ${tls})`, async () => {
      let calls = 0
      const server = createServer((socket) => {
        calls += 1
        socket.destroy()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const networks = providerNetworks([], (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
      const parts = { clock: createSystemClock(), timers: systemTimers, random: systemRandom, networks }
      const account = aProviderAccount({ kind: 'smpp', settings: { host: 'smsc.example', port, tls } })
      const provider = smppOpener(parts).open(account, LOGIN, async () => undefined)
      expect(await provider.connect?.(5_000)).to.deep.equal({
        _tag: 'NotAttempted',
        detail: 'no connection to the SMSC: ADDRESS_NOT_ALLOWED',
      })
      await provider.close()
      server.close()
      expect(calls).to.equal(0)
    })
})

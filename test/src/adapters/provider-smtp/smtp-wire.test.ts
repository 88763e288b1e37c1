import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anEmail } from '@postrider/conformance/provider'
import type { WireLine } from '@postrider/core/providers/domain/calls/wire-line'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { clock, openSmtp } from './open-smtp.js'

/** A server that isn't a mail server, and the number of its calls. */
const startOther = async (banner: string) => {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.on('error', () => undefined)
    socket.end(banner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, calls: () => calls, close: () => server.close() }
}

describe("A host that an SMTP account shouldn't reach", () => {
  it('shows only the size of its response', async () => {
    const other = await startOther('SECRET-BANNER of another service\r\n')
    const lines: WireLine[] = []
    const provider = openSmtp(other.port)
    const onWire = (line: WireLine): void => void lines.push(line)
    const outcome = await provider.submit(anEmail('joe@example.com', { onWire }), 5_000)
    await provider.close()
    other.close()
    expect(outcome).to.have.property('_tag', 'NotAttempted')
    expect(lines).to.deep.include({
      direction: 'in',
      text: '(32 bytes, not a reply of the mail server)',
    })
    expect(JSON.stringify([outcome, lines])).not.to.include('SECRET-BANNER')
  })

  it("isn't called if its name leads to this machine", async () => {
    const other = await startOther('220 here\r\n')
    const networks = providerNetworks([], (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
    const settings = { host: 'mail.example', port: other.port, tls: 'none' }
    const provider = smtpOpener({ clock, networks }).open(
      aProviderAccount({ kind: 'smtp', settings }),
      {},
      async () => undefined,
    )
    const outcome = await provider.submit(anEmail('joe@example.com'), 5_000)
    await provider.close()
    other.close()
    expect(outcome).to.have.property('_tag', 'NotAttempted')
    expect(JSON.stringify(outcome)).to.include('ADDRESS_NOT_ALLOWED')
    expect(other.calls()).to.equal(0)
  })
})

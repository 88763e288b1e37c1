import { expect } from 'chai'
import { providerAgent } from '@postrider/http-calls/provider-agent'
import { sendRequest } from '@postrider/http-calls/send-request'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { startScriptedServer } from './scripted-server.js'

describe("A host that an HTTP account shouldn't reach", () => {
  it("isn't called if its name leads to this machine, unless the installation lists that", async () => {
    const gateway = await startScriptedServer()
    const url = new URL(gateway.url.replace('127.0.0.1', 'localhost'))
    const request = { method: 'GET', url, headers: {}, body: undefined } as const
    const ask = async (listed: readonly string[]) => {
      const agent = providerAgent(url.href, providerNetworks(listed))
      const result = await sendRequest(agent, request, 10_000)
      agent.destroy()
      return result
    }
    expect(await ask([])).to.deep.equal({ _tag: 'NotConnected', cause: 'ADDRESS_NOT_ALLOWED' })
    expect(await ask(['10.0.0.0/8'])).to.deep.equal({ _tag: 'NotConnected', cause: 'ADDRESS_NOT_ALLOWED' })
    expect(gateway.requests).to.have.length(0)
    expect(await ask(['127.0.0.0/8', '::1'])).to.have.property('_tag', 'Answered')
    await gateway.close()
  })
})

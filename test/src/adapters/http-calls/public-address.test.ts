import { expect } from 'chai'
import { isPublicAddress, NotPublicError, publicLookup } from '@postrider/http-calls/public-address'
import { providerAgent } from '@postrider/http-calls/provider-agent'
import { sendRequest } from '@postrider/http-calls/send-request'
import { startScriptedServer } from './scripted-server.js'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111']
const OTHERS = [
  '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255',
  '::1 :: ::ffff:127.0.0.1 ::ffff:a00:1 fe80::1 fe80::1%lo fd00::1 64:ff9b::a00:1 2002:7f00:1:: ff02::1 nowhere',
].flatMap((line) => line.split(' '))

const look = (addresses: readonly { readonly address: string; readonly family: number }[]) =>
  new Promise<unknown>((resolve) => {
    const lookup = publicLookup((_, done) => done(null, addresses))
    lookup('sms.example.com', { all: false }, (error, address) => resolve(error ?? address))
  })

describe('What a provider may be connected to by HTTP', () => {
  it('is a public address', () => {
    expect(PUBLIC.filter((each) => !isPublicAddress(each))).to.deep.equal([])
    expect(OTHERS.filter(isPublicAddress)).to.deep.equal([])
  })

  it('is what its name says, where all of that is public', async () => {
    expect(await look([{ address: '8.8.8.8', family: 4 }])).to.equal('8.8.8.8')
    const mixed = [
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ]
    expect(await look(mixed)).to.be.instanceOf(NotPublicError)
    expect(await look([])).to.be.instanceOf(Error)
  })

  it('is looked at when it connects, so that a name that leads home is not called', async () => {
    const gateway = await startScriptedServer()
    const url = new URL(gateway.url.replace('127.0.0.1', 'localhost'))
    const request = { method: 'GET', url, headers: {}, body: undefined } as const
    const ask = async (allowPrivate: boolean) => {
      const agent = providerAgent(url.href, { allowPrivate })
      const result = await sendRequest(agent, request, 10_000)
      agent.destroy()
      return result
    }
    expect(await ask(false)).to.deep.equal({ _tag: 'NotConnected', cause: 'NotPublicError' })
    expect(gateway.asked).to.have.length(0)
    expect(await ask(true)).to.have.property('_tag', 'Answered')
    await gateway.close()
  })
})

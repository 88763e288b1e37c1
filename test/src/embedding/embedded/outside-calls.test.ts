import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { Postrider as Client } from '@postrider/client'
import { type EmbeddedPostrider, openPostrider } from '@postrider/embedded'
import { freshDirectory } from '../../servers/run-directory.js'

describe('An embedded Postrider that is called from outside', () => {
  let postrider: EmbeddedPostrider
  let server: Server
  let handled: string
  before(async () => {
    postrider = await openPostrider({ dataDir: join(await freshDirectory('embedded'), 'data') })
    server = createServer(postrider.handle)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    handled = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await postrider.close()
  })

  const send = async (baseUrl: string, key: string): Promise<boolean> => {
    const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
    const api = new Client({ credential, baseUrl })
    const variables = { name: 'Asha', order: '10024' }
    const message = {
      projectId,
      appId,
      channel: 'sms',
      to: '+447400123456',
      templateId: templates.sms,
    } as const
    const { messageId } = await api.messages.send({ ...message, variables }, { idempotencyKey: key })
    return (await api.messages.get(messageId)).messageId === messageId
  }

  it('accepts sends on a port of its own', async () => {
    const { url } = await postrider.listen(0)
    expect(await send(url, 'listened-0001')).to.equal(true)
  })

  it('accepts sends on the server of its host program', async () => {
    expect(await send(handled, 'handled-0001')).to.equal(true)
  })

  it('accepts callbacks there, and responds to unknown paths', async () => {
    const callback = await fetch(`${handled}/callbacks/pac_00000000000000000000000000/none`, {
      method: 'POST',
      body: '{}',
    })
    expect(callback.status).to.be.oneOf([401, 404])
    const nothing = await fetch(`${handled}/v1/nothing`)
    expect(nothing.status).to.equal(404)
    expect(await nothing.json()).to.have.property('code', 'route_not_found')
  })

  it('streams bodies, and refuses one that is too large like the API does', async () => {
    const body = 'x'.repeat(20_000_000)
    const refused = await fetch(`${handled}/v1/messages`, { method: 'POST', body }).catch(() => undefined)
    // The connection may be cut before the whole body was sent.
    expect(refused?.status ?? 413).to.be.oneOf([401, 413])
    expect(await send(handled, 'handled-0002')).to.equal(true)
  })
})

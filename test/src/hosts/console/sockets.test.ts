import { once } from 'node:events'
import { WebSocket } from 'ws'
import { expect } from 'chai'
import { type ConsoleFixture, openConsoleFixture } from './console-fixture.js'

const PROTOCOL = 'postrider.console.v1'

describe('The socket of the console', () => {
  let console: ConsoleFixture
  let cookie: string
  before(async () => {
    console = await openConsoleFixture()
    ;({ cookie } = await console.signIn())
  })
  after(() => console.close())

  const open = (path: string, headers: Readonly<Record<string, string>>): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${console.port}${path}`, PROTOCOL, { headers })

  /** The status of a refused upgrade. */
  const refused = async (path: string, headers: Readonly<Record<string, string>>): Promise<number> => {
    const socket = open(path, headers)
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    socket.terminate()
    return response.statusCode
  }

  it('requires an active session and our own origin, only at its address', async () => {
    const { origin } = console
    expect(await refused('/socket', { origin: 'https://evil.example', cookie })).to.equal(403)
    expect(await refused('/socket', { cookie })).to.equal(403)
    expect(await refused('/socket', { origin })).to.equal(401)
    expect(await refused('/socket', { origin, cookie: 'operator=made-up' })).to.equal(401)
    for (const path of ['/', '/messages', '/ticket', '/socket/more'])
      expect(await refused(path, { origin, cookie }), path).to.equal(404)
  })

  it('authenticates with a ticket, and disconnects everyone when the host stops', async () => {
    const { status, text } = await console.ask('/ticket', {
      method: 'POST',
      headers: { ...console.own, cookie },
    })
    expect(status).to.equal(200)
    const { ticket } = JSON.parse(text) as { readonly ticket: string }
    const socket = open('/socket?from=here', { origin: console.origin, cookie })
    await once(socket, 'open')
    const request = { jsonrpc: '2.0', id: 'one', method: 'session.authenticate', params: { ticket } }
    socket.send(JSON.stringify(request))
    const [answer] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(answer.toString())).to.have.property('result')
    const closed = once(socket, 'close')
    await console.endHost()
    expect((await closed)[0]).to.equal(1001)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { getting, openRaw, type RawConnection } from './raw-connection.js'

describe('Connections per address', () => {
  let http: HttpFixture
  let port = 0
  before(async () => {
    http = await openHttpFixture({ limits: { maxConnectionsOfAddress: 3 } })
    port = (await http.openHost({ exemptAddresses: [] })).port
  })
  after(() => http.close())

  const answeredOn = async (connection: RawConnection): Promise<void> => {
    connection.socket.write(getting('/v1/health'))
    await eventually('an answer', () => connection.text().includes('200 OK'))
  }

  /** Sends a part of a request. */
  const makeBusy = ({ socket }: RawConnection): void => void socket.write('GET /v1/health HTTP/1.1\r\n')

  it('are limited, and are accepted again when others have ended', async () => {
    const from = '127.0.0.2'
    const open = [1, 2, 3].map(() => openRaw(port, { from }))
    await Promise.all(open.map(answeredOn))
    open.forEach(makeBusy)
    await pause(50)
    const before = http.refusedConnections.length
    const surplus = openRaw(port, { from })
    await eventually('the fourth is closed', surplus.isClosed)
    expect(surplus.text()).to.equal('')
    expect(http.refusedConnections.slice(before)).to.deep.equal(['address'])
    for (let one = 0; one < 10; one += 1)
      expect((await call(port, 'GET', '/v1/health', { from: '127.0.0.3' })).status).to.equal(200)
    open[0]?.socket.destroy()
    await eventually('there is room again', async () => {
      const next = openRaw(port, { from })
      next.socket.write(getting('/v1/health', 'Connection: close\r\n'))
      await eventually('it ends', next.isClosed)
      return next.text().includes('200 OK')
    })
    for (const { socket } of open) socket.destroy()
  })

  it('make space for a new one by closing the one that has been idle longest', async () => {
    const from = '127.0.0.4'
    const open = [1, 2, 3].map(() => openRaw(port, { from }))
    for (const connection of open) await answeredOn(connection)
    const [first, second, third] = open
    if (first === undefined || second === undefined || third === undefined) throw new Error('none is open')
    makeBusy(first)
    await pause(50)
    const before = http.refusedConnections.length
    const more = openRaw(port, { from })
    await answeredOn(more)
    await eventually('the longest idle one is ended', second.isClosed)
    expect([first.isClosed(), third.isClosed()]).to.deep.equal([false, false])
    expect(http.refusedConnections.slice(before)).to.deep.equal([])
    first.socket.write('Host: x\r\n\r\n')
    await eventually('its request is answered', () => first.text().split('200 OK').length === 3)
    for (const { socket } of [first, third, more]) socket.destroy()
  })

  it('are not counted for exempt addresses, by default loopback', async () => {
    const named = await http.openHost({ exemptAddresses: ['127.0.0.8/31'] })
    for (const [at, from] of [
      [named.port, '127.0.0.9'],
      [http.port, '127.0.0.2'],
    ] as const) {
      const open = Array.from({ length: 8 }, () => openRaw(at, { from }))
      await Promise.all(open.map(answeredOn))
      for (const { socket } of open) socket.destroy()
    }
  })

  it('are counted towards the total limit', async () => {
    const small = await http.openHost({ limits: { maxConnections: 2 } })
    const open = [1, 2].map(() => openRaw(small.port))
    await Promise.all(open.map(answeredOn))
    open.forEach(makeBusy)
    await pause(50)
    const before = http.refusedConnections.length
    await eventually('the third is closed', openRaw(small.port).isClosed)
    expect(http.refusedConnections.slice(before)).to.deep.equal(['full'])
    for (const { socket } of open) socket.destroy()
  })
})

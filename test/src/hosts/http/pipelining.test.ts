import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { aSendBody, sendHeaders } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { getting, openRaw } from './raw-connection.js'

const LARGEST = '/docs/search.json'
const statusesIn = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status)

describe('Pipelined requests', () => {
  let http: HttpFixture
  beforeEach(async () => {
    http = await openHttpFixture({ limits: { stallMs: 400 } })
  })
  afterEach(() => http.close())

  const aPost = (): string => {
    const body = JSON.stringify(aSendBody(http.mine))
    const headers = Object.entries({ ...sendHeaders(http.mine), 'Content-Length': String(body.length) })
    return `POST /v1/messages HTTP/1.1\r\nHost: x\r\n${headers.map((one) => `${one.join(': ')}\r\n`).join('')}\r\n${body}`
  }

  const answered = (): number => http.metrics.length

  it('are handled one after another', async () => {
    let working = 0
    let most = 0
    const acceptMessage: typeof http.postrider.acceptMessage = (caller, key, request) => async () => {
      working += 1
      most = Math.max(most, working)
      await pause(5)
      const accepted = await http.postrider.acceptMessage(caller, key, request)()
      working -= 1
      return accepted
    }
    const { port } = await http.openHost({ postrider: { ...http.postrider, acceptMessage } })
    const { socket, text } = openRaw(port)
    socket.write(Array.from({ length: 17 }, aPost).join(''))
    await eventually('all are answered', () => statusesIn(text()).length === 17)
    expect(new Set(statusesIn(text()))).to.deep.equal(new Set(['202']))
    expect(most).to.equal(1)
    socket.destroy()
  })

  it('continue as responses are sent, without a total limit', async () => {
    const { socket, text } = openRaw(http.port)
    for (let piece = 0; piece < 20; piece += 1) {
      socket.write(getting('/v1/health').repeat(10))
      await eventually('they are answered', () => statusesIn(text()).length === 10 * (piece + 1))
    }
    socket.write(aPost())
    await eventually('a body is read too', () => text().includes('202 Accepted'))
    expect(http.cutConnections).to.deep.equal([])
    socket.destroy()
  })

  it('close their connection if more than sixteen wait, and the rest is not started', async () => {
    const { socket, isClosed } = openRaw(http.port, { isRead: false })
    socket.write(getting(LARGEST).repeat(1000))
    await eventually('it is cut', () => http.cutConnections.length > 0)
    socket.resume()
    await eventually('the connection is closed', isClosed)
    expect(http.cutConnections).to.deep.equal(['pipelined'])
    expect(answered()).to.be.at.most(1)
    const line = http.lines.find(({ message }) => message === 'connection closed by limit')
    expect(line?.fields).to.include({ why: 'pipelined', clientAddress: '127.0.0.1' })
  })

  it('wait until the previous response is read, for a limited time', async () => {
    const { socket, isClosed } = openRaw(http.port, { isRead: false })
    socket.write(getting(LARGEST).repeat(16))
    await eventually('the answer stalls', () => http.cutConnections.length > 0)
    socket.resume()
    await eventually('the connection is closed', isClosed)
    expect(http.cutConnections).to.deep.equal(['stalled'])
    expect(answered(), 'more than the system can keep for the client').to.be.lessThan(16)
  })

  it('are all served to a slow client', async () => {
    const { socket, text, isClosed } = openRaw(http.port, { isRead: false })
    socket.write(getting(LARGEST).repeat(8) + getting('/v1/health', 'Connection: close\r\n'))
    let bytes = 0
    socket.on('data', (piece) => {
      bytes += piece.length
      socket.pause()
      setTimeout(() => socket.resume(), 2)
    })
    socket.resume()
    await eventually('everything is there', isClosed, 25_000)
    expect(http.cutConnections).to.deep.equal([])
    expect(bytes).to.be.greaterThan(8 * 1_300_000)
    expect(text()).to.equal('')
  })
})

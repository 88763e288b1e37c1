import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { getting, openRaw } from './raw-connection.js'

/** Longer than the threshold of a pause. */
const PAUSE_MS = 1_800

/** Blocks the process, as if it had been stopped. */
const stopTheProcess = (): void => {
  const untilMs = performance.now() + PAUSE_MS
  while (performance.now() < untilMs);
}

describe('A pause of the process', () => {
  let http: HttpFixture
  let port = 0
  const limits = { keepAliveMs: 700, headersTimeoutMs: 700, requestTimeoutMs: 1_000, stallMs: 700 }
  before(async () => {
    http = await openHttpFixture()
    port = (await http.openHost({ limits })).port
  })
  after(() => http.close())

  const answersIn = (text: string): number => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0

  it('closes no idle connection with a request that arrived during the pause', async () => {
    const kept = openRaw(port)
    kept.socket.write(getting('/v1/health'))
    await eventually('an answer', () => answersIn(kept.text()) === 1)
    await pause(50)
    kept.socket.write(getting('/v1/health'))
    stopTheProcess()
    await eventually('another answer, or the end', () => answersIn(kept.text()) === 2 || kept.isClosed())
    expect(answersIn(kept.text())).to.equal(2)
    await eventually('it ends when it has been idle', kept.isClosed)
  })

  it('times out no request that arrived during the pause', async () => {
    const late = openRaw(port)
    await once(late.socket, 'connect')
    await pause(50)
    late.socket.write(getting('/v1/health'))
    stopTheProcess()
    await eventually('an answer', () => late.text() !== '')
    expect(answersIn(late.text())).to.equal(1)
    late.socket.destroy()
  })

  it('gives a late request only its normal time again', async () => {
    const slow = openRaw(port)
    await once(slow.socket, 'connect')
    slow.socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n')
    await pause(50)
    stopTheProcess()
    await pause(100)
    expect(slow.isClosed()).to.equal(false)
    await eventually('it is closed', slow.isClosed)
    expect(slow.text()).to.contain('400 Bad Request')
  })
})

import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { aSend, reader } from './a-send.js'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'

describe('A draining host', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  /** A gate before the core's acceptance, which can keep a request open. */
  const slowHost = async (limits = {}) => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    let reached: () => void = () => undefined
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    const acceptMessage: typeof http.postrider.acceptMessage = (caller, key, request) => async () => {
      reached()
      await gate
      return http.postrider.acceptMessage(caller, key, request)()
    }
    return {
      ...(await http.openHost({ postrider: { ...http.postrider, acceptMessage }, limits })),
      open,
      isReached,
    }
  }

  it('is unready at once, still accepts requests, and closes their connections', async () => {
    const { host, port } = await http.openHost({})
    host.drain()
    const readiness = await call(port, 'GET', '/v1/readiness')
    expect(readiness.status).to.equal(503)
    expect(valueIn(readiness, 'status')).to.equal('fail')
    const sent = await call(port, 'POST', '/v1/messages', aSend(http.mine))
    expect(sent.status).to.equal(202)
    expect(sent.headers['connection']).to.equal('close')
    await host.close()
  })

  it('logs once that it drains, and not for each probe', async () => {
    const { host, port } = await http.openHost({})
    host.drain()
    const before = http.lines.length
    for (let count = 0; count < 3; count += 1) await call(port, 'GET', '/v1/readiness')
    await host.close()
    const lines = http.lines.slice(before).filter(({ level }) => level !== 'debug')
    expect(lines.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
      'info readiness: draining',
    ])
  })

  it('finishes open requests, and accepts no others', async () => {
    const { host, port, open, isReached } = await slowHost()
    const sending = call(port, 'POST', '/v1/messages', aSend(http.mine))
    await isReached
    const closing = host.close()
    const refused = () => call(port, 'GET', '/v1/health').catch((cause: NodeJS.ErrnoException) => cause.code)
    await eventually('no more connections', async () => (await refused()) === 'ECONNREFUSED')
    open()
    const reply = await sending
    expect(reply.status).to.equal(202)
    expect(reply.headers['connection']).to.equal('close')
    await closing
    await host.close()
  })

  it('refuses no request on open connections if others share its port', async () => {
    const { host, port } = await http.openHost({ limits: { keepAliveMs: 60_000 } })
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    const read = (target: string) =>
      new Promise<readonly [status: number | undefined, connection: string | undefined]>(
        (resolve, reject) => {
          const clientRequest = get({ port, host: '127.0.0.1', path: target, agent }, (answer) => {
            answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.connection]))
          })
          clientRequest.on('error', reject)
        },
      )
    await Promise.all([read('/v1/health'), read('/v1/health')])
    const left = host.handOver()
    const refused = () => call(port, 'GET', '/v1/health').catch((cause: NodeJS.ErrnoException) => cause.code)
    expect(await refused()).to.equal('ECONNREFUSED')
    expect(await Promise.all([read('/v1/readiness'), read('/v1/readiness')])).to.deep.equal([
      [200, 'close'],
      [200, 'close'],
    ])
    await left
    agent.destroy()
  })

  it('waits for handed-over connections at most as long as they may be idle', async () => {
    const { host, port } = await http.openHost({ limits: { keepAliveMs: 50 } })
    const silent = connect(port, '127.0.0.1')
    silent.on('error', () => undefined).resume()
    await once(silent, 'connect')
    const ended = once(silent, 'close')
    await host.handOver()
    await ended
    await host.close()
  })

  it('responds on idle handed-over connections for the announced time and a moment longer', async () => {
    const { host, port } = await http.openHost({ limits: { keepAliveMs: 1_000 } })
    const idle = connect(port, '127.0.0.1')
    const read = async (): Promise<string> => {
      idle.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
      const [answer] = (await once(idle, 'data')) as [Buffer]
      return answer.toString('latin1')
    }
    expect(await read()).to.contain('Keep-Alive: timeout=1\r\n')
    const left = host.handOver()
    // A client's clock may be late, and its request in transit.
    await pause(1_300)
    expect(await read()).to.match(/^HTTP\/1.1 200 [^]*Connection: close\r\n/)
    await left
  })

  it('stops waiting for idle handed-over connections when it is closed', async () => {
    const { host, port } = await http.openHost({})
    const idle = connect(port, '127.0.0.1')
    idle.on('error', () => undefined).resume()
    idle.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    const beganAtMs = Date.now()
    const left = host.handOver()
    await Promise.all([host.close(), left])
    expect(Date.now() - beganAtMs).to.be.lessThan(8_000)
  })

  it('closes idle and silent connections', async () => {
    const { host, port } = await http.openHost({})
    const silent = connect(port, '127.0.0.1')
    const idle = connect(port, '127.0.0.1')
    idle.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
    silent.on('error', () => undefined)
    idle.on('error', () => undefined).resume()
    await pause(100)
    const beganAtMs = Date.now()
    await host.close()
    expect(Date.now() - beganAtMs).to.be.lessThan(8_000)
    silent.destroy()
    idle.destroy()
  })

  it('waits for its pause, and at most its limit for requests that hang', async () => {
    const { host, port, isReached } = await slowHost({ drainPauseMs: 800, drainLimitMs: 300 })
    const hanging = call(port, 'POST', '/v1/messages', aSend(http.mine)).catch(() => 'cut')
    await isReached
    const beganAtMs = Date.now()
    const closing = host.close()
    expect((await call(port, 'GET', '/v1/readiness')).status).to.equal(503)
    await closing
    expect(Date.now() - beganAtMs).to.be.within(1050, 8_000)
    expect(await hanging).to.equal('cut')
  })

  it('closes a connection after the current response, and starts no pipelined request', async () => {
    const { host, port, open, isReached } = await slowHost()
    const { body, headers } = aSend(http.mine)
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    const sentHeaders = Object.entries({ ...headers, 'Content-Length': String(body?.length) })
    const head = [
      'POST /v1/messages HTTP/1.1',
      'Host: x',
      ...sentHeaders.map((pair) => pair.join(': ')),
    ].join('\r\n')
    const ended = new Promise((resolve) => socket.on('end', resolve))
    socket.write(`${head}\r\n\r\n${String(body)}`)
    await isReached
    const closing = host.close()
    await pause(50)
    socket.write('GET /v1/auth/check HTTP/1.1\r\nHost: x\r\n\r\n')
    await pause(200)
    open()
    await Promise.all([closing, ended])
    const answers = Buffer.concat(chunks).toString()
    expect(answers).to.contain('202 Accepted').and.contain('Connection: close')
    expect(answers.match(/HTTP\/1\.1 /g)).to.have.length(1)
    expect(http.lines.filter(({ fields }) => fields['route'] === '/v1/auth/check')).to.deep.equal([])
  })

  it('refuses to start if the port is in use', async () => {
    const { host } = await http.openHost({})
    const failed = await host
      .listen('127.0.0.1', http.port)
      .catch((cause: NodeJS.ErrnoException) => cause.code)
    expect(failed).to.match(/EADDRINUSE|ERR_SERVER_ALREADY_LISTEN/)
    expectRefusal(await http.call('GET', '/v1/nothing', reader(http.mine)), 'route_not_found')
  })
})

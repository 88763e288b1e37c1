import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@postrider/client'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { type Fault, type FaultyGateway, startFaultyGateway } from '../client/faulty-gateway.js'
import { freePort } from '../../servers/free-port.js'
import { type DevScene, openDevScene, type Ran } from './dev-scene.js'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Listened {
  readonly sequence: number
  readonly type: string
  readonly status?: number | string
  readonly durationMs?: number
  readonly data?: unknown
}

const linesOf = (out: string): readonly Listened[] =>
  out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Listened)

describe('postrider-dev listen', () => {
  let scene: DevScene
  let gateway: FaultyGateway
  let receiver: Server
  let hooks: string
  let received: Received[] = []
  let respondWith: number[] = []
  let faults: Fault[] = []
  before(async () => {
    scene = await openDevScene()
    gateway = await startFaultyGateway(scene.http.port, () => faults.shift() ?? 'none')
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        const status = respondWith.shift() ?? 204
        response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  })
  beforeEach(() => {
    received = []
    respondWith = []
    faults = []
  })
  after(async () => {
    receiver.closeAllConnections()
    receiver.close()
    await gateway.stop()
    await scene.http.close()
  })

  const send = async (): Promise<void> => {
    await scene.run(['send', ...scene.message])
    await right(scene.http.postrider.numberFeed())
    await right(scene.http.postrider.numberEvents())
  }

  /** Listens until this number of events is shown; `meanwhile` starts when it waits for events. */
  const listenFor = async (
    count: number,
    args: readonly string[],
    meanwhile: () => Promise<void>,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ran> => {
    const stop = new AbortController()
    let seen = ''
    const running = scene.run(['listen', ...args, '-o', 'jsonl'], {
      environment: { POSTRIDER_URL: gateway.url, ...environment },
      signal: stop.signal,
      onData: (text) => {
        seen += text
        if (linesOf(seen).length >= count) stop.abort()
      },
    })
    await meanwhile()
    return running
  }

  const nothing = (): Promise<void> => Promise.resolve()

  it('shows events from now on, and where to continue', async () => {
    await send()
    const ran = await listenFor(1, [], async () => {
      await eventually('a waiting request', () => gateway.requests.length > 1)
      await send()
    })
    expect(ran.code).to.equal(0)
    const [first] = linesOf(ran.out)
    expect(first).to.include({ type: 'message.accepted' })
    expect(first?.sequence).to.be.greaterThan(1)
    expect(ran.words).to.contain('Waiting for events.')
    expect(ran.words).to.contain(`To continue later: --after ${first?.sequence}`)
  })

  it('forwards each event once and in order, signed like a webhook', async () => {
    for (let sent = 0; sent < 3; sent += 1) await send()
    respondWith = [200, 500, 302]
    const ran = await listenFor(3, ['--after=0', '--forward-to', hooks], nothing, {
      POSTRIDER_WEBHOOK_SECRET: SECRET,
    })
    const lines = linesOf(ran.out)
    expect(lines.slice(0, 3).map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3])
    expect(lines.slice(0, 3).map(({ status }) => status)).to.deep.equal([200, 500, 302])
    expect(lines[0]?.durationMs).to.be.a('number')
    expect(ran.words).not.to.contain('whsec_')
    const sequences: number[] = []
    for (const { headers, body } of received.slice(0, 3)) {
      const event = await verifyWebhook(headers, body, SECRET)
      expect(headers['webhook-id']).to.equal(event.id)
      new Webhook(SECRET).verify(body, headers as Record<string, string>)
      sequences.push(event.sequence)
    }
    expect(sequences).to.deep.equal([1, 2, 3])
  })

  it('signs with each secret of a setting with several', async () => {
    const other = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
    for (const separator of [',', ' ', ', ']) {
      received.length = 0
      await listenFor(1, ['--after=0', '--forward-to', hooks], nothing, {
        POSTRIDER_WEBHOOK_SECRET: [SECRET, other].join(separator),
      })
      const { headers, body } = received[0] ?? expect.fail('no delivery')
      for (const secret of [SECRET, other]) await verifyWebhook(headers, body, secret)
    }
  })

  it('signs with a new secret that it shows, and goes on without a receiver', async () => {
    const ran = await listenFor(
      1,
      ['--after=0', '--forward-to', `http://127.0.0.1:${await freePort()}/`],
      nothing,
    )
    expect(linesOf(ran.out)[0]).to.include({ sequence: 1, status: 'ECONNREFUSED' })
    expect(ran.words).to.match(/Signing with the secret whsec_[\w+/=]+\n/)
  })

  it('continues after failures of the network and of the service', async () => {
    faults = ['none', 'request lost', 'page 503']
    await send()
    const requests = gateway.requests.length
    const ran = await listenFor(1, [], async () => {
      await eventually('a request after the failures', () => gateway.requests.length > requests + 3)
      await send()
    })
    expect(linesOf(ran.out)).to.have.lengthOf(1)
    expect(ran.words.split('Trying again.')).to.have.lengthOf(3)
  })

  it('reports a sequence beyond the newest event', async () => {
    const stop = new AbortController()
    const beyond = scene.run(['listen', '--after', '99999999'], {
      environment: { POSTRIDER_URL: gateway.url },
      signal: stop.signal,
    })
    const requests = gateway.requests.length
    await eventually('it waits for events', () => gateway.requests.length > requests + 1)
    stop.abort()
    expect((await beyond).words).to.match(/The newest event is \d+\. Events up to 99999999 won't be shown\./)
    expect((await listenFor(1, ['--after=0'], nothing)).words).not.to.contain('The newest event')
  })

  it('selects types, and refuses wrong options', async () => {
    const run = (...args: string[]) => scene.run(['listen', ...args], { environment: {} })
    const unknown = await run('--types=message.lost', '--after=0')
    expect(unknown.code).to.equal(2)
    expect(unknown.words).to.contain('message.delivered')
    for (const after of [[], ['--after=0']]) {
      const refused = await run('--types=nope', ...after)
      expect(refused.code).to.equal(2)
      expect(refused.words).not.to.contain('Waiting for events')
      expect(refused.words.split('message.delivered'), refused.words).to.have.lengthOf(2)
    }
    expect((await run('--forward-to=localhost:3000')).code).to.equal(2)
    expect((await run('--after=first')).code).to.equal(2)
    const secret = await scene.run(['listen', '--forward-to', hooks], {
      environment: { POSTRIDER_WEBHOOK_SECRET: 'abc' },
    })
    expect(secret.code).to.equal(2)
    expect(secret.words).to.contain('POSTRIDER_WEBHOOK_SECRET must be whsec_ and base64.')
    const second = await scene.run(['listen', '--forward-to', hooks], {
      environment: { POSTRIDER_WEBHOOK_SECRET: `${SECRET},abc` },
    })
    expect(second.code).to.equal(2)
  })
})

import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import type { Readiness } from '@postrider/core/platform/use-cases/status/check-readiness'
import { createMetrics, type FigurePage } from '@postrider/wiring/metrics/metrics'
import { listeningPorts } from '@postrider/wiring/listening-ports'
import { openOperationsPort, type OperationsPort } from '@postrider/process/operations-port'
import { createProbe } from '@postrider/web-server/hosting/readiness'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { listeningLog } from '../http/listening-log.js'
import { getting, openRaw } from '../http/raw-connection.js'

describe('The operations port', () => {
  let found: Readiness
  let isDraining = false
  let logged: string[] = []
  let port: OperationsPort
  let at = ''
  let pages = 0
  let cuts: string[] = []
  let exposition: () => Promise<FigurePage>

  beforeEach(async () => {
    found = { status: 'pass', checks: [] }
    isDraining = false
    logged = []
    const tell = (_fields: object, message: string): void => void logged.push(message)
    const log = { writesDebug: true, debug: tell, info: tell, warn: tell, error: tell }
    const probe = createProbe({
      postrider: { checkReadiness: async () => found },
      clock: { nowMs: () => 0 },
      log,
      isDraining: () => isDraining,
    })
    const metrics = createMetrics({ version: '1.2.3', commit: 'abc' })
    pages = 0
    cuts = []
    exposition = () => metrics.exposition()
    const needs = {
      ...listeningPorts(createSystemClock()),
      log: listeningLog().log,
      limits: { headersTimeoutMs: 300 },
      requestMetrics: {
        connectionCut: (why: string) => void cuts.push(why),
        connectionRefused: () => undefined,
      },
      metrics: {
        exposition: () => {
          pages += 1
          return exposition()
        },
      },
      probe,
    }
    port = await openOperationsPort(needs, '127.0.0.1', 0)
    at = `http://127.0.0.1:${port.port}`
  })
  afterEach(() => port.close())

  const ask = async () => {
    const answer = await fetch(`${at}/readiness`)
    return { status: answer.status, body: await answer.json() }
  }

  it('serves the metrics, and nothing of the API', async () => {
    const page = await fetch(`${at}/metrics`)
    expect(page.status).to.equal(200)
    expect(page.headers.get('content-type')).to.match(/^text\/plain; version=0.0.4/)
    expect(await page.text()).to.include('# TYPE postrider_messages_accepted_total counter')
    for (const path of ['/v1/health', '/v1/readiness', '/', '/constructor', '/__proto__'])
      expect((await fetch(`${at}${path}`)).status, path).to.equal(404)
    for (const path of ['/metrics', '/readiness'])
      expect((await fetch(`${at}${path}`, { method: 'POST' })).status, path).to.equal(404)
  })

  it('renders the metrics once for all requests within a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => (await fetch(`${at}/metrics`)).text()),
    )
    expect(new Set(answers).size).to.equal(1)
    expect(pages).to.equal(1)
  })

  it('renders one page at a time, regardless of the duration', async () => {
    let finish = (): void => undefined
    const made = new Promise<void>((resolve) => (finish = resolve))
    exposition = async () => {
      await made
      return { contentType: 'text/plain; version=0.0.4', body: 'late 1\n' }
    }
    const first = fetch(`${at}/metrics`)
    await eventually('it is being rendered', () => pages === 1)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const second = fetch(`${at}/metrics`)
    finish()
    expect(await (await first).text()).to.equal('late 1\n')
    expect(await (await second).text()).to.equal('late 1\n')
    expect(pages).to.equal(1)
  })

  it('renders the metrics again after a failure', async () => {
    const whole = exposition
    exposition = () => Promise.reject(new Error('a worker is gone'))
    expect((await fetch(`${at}/metrics`)).status).to.equal(500)
    exposition = whole
    expect((await fetch(`${at}/metrics`)).status).to.equal(200)
  })

  it('disconnects a client that pipelines a thousand requests', async () => {
    const { socket, isClosed } = openRaw(port.port, { isRead: false })
    socket.write(getting('/metrics').repeat(1_000))
    await eventually('it is cut', () => cuts.length > 0)
    expect(cuts).to.deep.equal(['pipelined'])
    socket.resume()
    await eventually('it is closed', isClosed)
    expect(pages).to.equal(1)
  })

  it('closes the connection of a client with slow headers', async () => {
    const { socket, text, isClosed } = openRaw(port.port)
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n')
    await eventually('it is closed', isClosed)
    expect(text()).to.contain('400 Bad Request')
  })

  it('reports readiness, and the names of failed checks without their details', async () => {
    expect(await ask()).to.deep.equal({
      status: 200,
      body: { status: 'pass', checks: [], time: '1970-01-01T00:00:00.000Z' },
    })
    const storage = {
      name: 'storage',
      status: 'fail',
      observedAtMs: 1000,
      detail: 'no such host db.internal',
    } as const
    found = { status: 'fail', checks: [storage] }
    const shown = { name: 'storage', status: 'fail', observedAt: '1970-01-01T00:00:01.000Z' }
    for (let count = 0; count < 2; count += 1)
      expect(await ask()).to.deep.equal({
        status: 503,
        body: { status: 'fail', checks: [shown], time: '1970-01-01T00:00:00.000Z' },
      })
    expect(logged).to.deep.equal(['readiness: fail'])
  })

  it('reports a draining process as unready', async () => {
    isDraining = true
    expect(await ask()).to.deep.include({ status: 503 })
    expect(logged).to.deep.equal(['readiness: draining'])
  })
})

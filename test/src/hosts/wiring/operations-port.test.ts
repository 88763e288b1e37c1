import { expect } from 'chai'
import type { Readiness } from '@postrider/core/use-cases/status/check-readiness'
import { createMetrics } from '@postrider/wiring/metrics/metrics'
import { openOperationsPort, type OperationsPort } from '@postrider/wiring/operations-port'
import { createProbe } from '@postrider/hosting/readiness'

describe('The operations port', () => {
  let found: Readiness
  let isDraining = false
  let told: string[] = []
  let port: OperationsPort
  let at = ''

  beforeEach(async () => {
    found = { status: 'pass', checks: [] }
    isDraining = false
    told = []
    const tell = (_fields: object, message: string): void => void told.push(message)
    const log = { writesDebug: true, debug: tell, info: tell, warn: tell, error: tell }
    const probe = createProbe({
      postrider: { checkReadiness: async () => found },
      clock: { nowMs: () => 0 },
      log,
      isDraining: () => isDraining,
    })
    port = await openOperationsPort(
      { metrics: createMetrics({ version: '1.2.3', commit: 'abc' }), probe },
      '127.0.0.1',
      0,
    )
    at = `http://127.0.0.1:${port.port}`
  })
  afterEach(() => port.close())

  const ask = async () => {
    const answer = await fetch(`${at}/readiness`)
    return { status: answer.status, body: await answer.json() }
  }

  it('shows the figures, and nothing of the API', async () => {
    const page = await fetch(`${at}/metrics`)
    expect(page.status).to.equal(200)
    expect(page.headers.get('content-type')).to.match(/^text\/plain; version=0.0.4/)
    expect(await page.text()).to.include('# TYPE postrider_messages_accepted_total counter')
    for (const path of ['/v1/health', '/v1/readiness', '/', '/constructor', '/__proto__'])
      expect((await fetch(`${at}${path}`)).status, path).to.equal(404)
    for (const path of ['/metrics', '/readiness'])
      expect((await fetch(`${at}${path}`, { method: 'POST' })).status, path).to.equal(404)
  })

  it('says that the process is ready, and which checks fail where it is not, without their details', async () => {
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
    for (let asked = 0; asked < 2; asked += 1)
      expect(await ask()).to.deep.equal({
        status: 503,
        body: { status: 'fail', checks: [shown], time: '1970-01-01T00:00:00.000Z' },
      })
    expect(told).to.deep.equal(['readiness: fail'])
  })

  it('says of a process that drains that it is not ready', async () => {
    isDraining = true
    expect(await ask()).to.deep.include({ status: 503 })
    expect(told).to.deep.equal(['readiness: draining'])
  })
})

import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { freePort } from '../servers/free-port.js'

const PROGRAM = fileURLToPath(new URL('../../../hosts/cli/dist/healthy.js', import.meta.url))

const check = (settings: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM], { env: settings }, (error, output) =>
      resolve(`${error === null ? 0 : Number(error.code)} ${output}`),
    )
  })

describe('The health check of the image', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
  })

  const serving = async (listener: RequestListener, host = '127.0.0.1'): Promise<string> => {
    const opened = createServer(listener)
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, host, resolve))
    return String((opened.address() as AddressInfo).port)
  }

  it("calls the process's configured port, on the nearest address", async () => {
    const paths: string[] = []
    const port = await serving((request, response) => {
      paths.push(request.url ?? '')
      response.end(JSON.stringify({ status: 'pass', checks: [] }))
    })
    for (const host of ['0.0.0.0', '127.0.0.1', ' ', 'localhost'])
      expect(await check({ POSTRIDER_METRICS_HOST: host, POSTRIDER_METRICS_PORT: port }), host).to.equal(
        '0 ready\n',
      )
    expect(paths).to.deep.equal(Array(4).fill('/readiness'))
  })

  it('reports what fails', async () => {
    const failing = (...names: string[]) => names.map((name) => ({ name, status: 'fail' }))
    const checks = [...failing('storage', 'outbox'), { name: 'queue', status: 'warn' }]
    const port = await serving((_request, response) =>
      response.writeHead(503).end(JSON.stringify({ status: 'fail', checks })),
    )
    expect(await check({ POSTRIDER_METRICS_PORT: port })).to.equal('1 not ready: storage, outbox\n')
  })

  it('refuses another server, and one without a response', async () => {
    const other = await serving((_request, response) => response.end('Welcome to nginx!'))
    expect(await check({ POSTRIDER_METRICS_PORT: other })).to.equal(
      `1 the response at 127.0.0.1 port ${other} is not from postrider\n`,
    )
    server?.close()
    const silent = await serving(() => undefined)
    expect(await check({ POSTRIDER_METRICS_PORT: silent })).to.equal(
      `1 no response at 127.0.0.1 port ${silent} within 3000 ms\n`,
    )
    const nobody = String(await freePort())
    expect(await check({ POSTRIDER_METRICS_PORT: nobody })).to.equal(
      `1 no response at 127.0.0.1 port ${nobody}: ECONNREFUSED\n`,
    )
  })

  it('needs a known port', async () => {
    for (const port of ['0', 'x', '70000'])
      expect(await check({ POSTRIDER_METRICS_PORT: port }), port).to.equal(
        '1 POSTRIDER_METRICS_PORT: must be a port from 1 to 65535 for this check\n',
      )
  })
})

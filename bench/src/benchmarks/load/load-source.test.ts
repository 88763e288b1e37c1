import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { missingBinaries } from '@postrider/test/servers/binaries'
import { freshDirectory } from '@postrider/test/servers/run-directory'
import type { LoadPlan } from './load.js'
import { type LoadSource, ownSource } from './load-source.js'
import { wrkSource } from './wrk-source.js'

const request = (serial: number): Buffer => Buffer.from(`GET /${serial} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** The requests that a server received from a source with a limited number of them. */
const heard = async (source: LoadSource, plan: Pick<LoadPlan, 'from' | 'most'>) => {
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(url === '/7' ? 409 : 200, { 'content-length': '0' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const common = { port, connections: 2, warmUpMs: 0, measureMs: 2000, next: request }
    const begin = await source.prepare({ ...common, ...plan })
    const result = await begin()
    return { result, paths }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('The load of a leg', () => {
  const sources = async (): Promise<readonly LoadSource[]> => [
    ownSource,
    ...(missingBinaries(['wrk']).length === 0 ? [wrkSource(await freshDirectory('wrk'))] : []),
  ]

  it('sends each request once, continues after earlier ones, ends when none are left, and counts refusals', async () => {
    for (const source of await sources()) {
      const { result, paths } = await heard(source, { from: 5, most: 20 })
      expect(result.asked, source.name).to.be.within(20, 21)
      expect(paths.length, source.name).to.be.below(40)
      expect(new Set(paths).size, source.name).to.be.within(19, 21)
      // Wrk only inspects the first one.
      expect(paths, source.name).to.include('/7').and.include('/25').and.not.include('/5')
      expect(result.statuses['409'] ?? result.statuses['400 and above'], source.name).to.equal(1)
    }
  })
})

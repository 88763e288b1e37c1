import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * A free loopback port, never the same twice in a process. It is below the kernel's range for outgoing
 * connections, so a restarted server finds its port still free.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(15_000, 32_000)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error('no free port found on 127.0.0.1 between 15000 and 32000')
}

import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

const tryPort = (host: string, port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const taken = (server.address() as AddressInfo).port
      server.close(() => resolve(taken))
    })
  })

/**
 * The port itself if it is free, else another one; for callers that need an address before they listen,
 * because links will lead to it. If there is no free port, returns the port itself: listening then reports
 * the reason.
 */
export const choosePort = async (host: string, port: number): Promise<number> =>
  (await tryPort(host, port)) ?? (await tryPort(host, 0)) ?? port

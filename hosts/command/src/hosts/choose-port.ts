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
 * The port itself where it is free, else another one; for those who have to know an address before they listen there,
 * because links will lead to it. Where none can be had, the port itself: listening says why.
 */
export const choosePort = async (host: string, port: number): Promise<number> =>
  (await tryPort(host, port)) ?? (await tryPort(host, 0)) ?? port

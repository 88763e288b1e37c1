import type { Server, Socket } from 'node:net'
import type { IpAddresses } from '@postrider/core/ports/ip-addresses'
import type { RefusalCause } from './request-metrics.js'

interface Needs {
  readonly ipAddresses: IpAddresses
  /** How many of an IPv4 address, or of an IPv6 network of 64 bits, may be open at once. */
  readonly mostOfAddress: number
  /** Ranges of addresses for which that does not hold. */
  readonly exempt: readonly string[]
  /** Hears of a connection that was not taken. */
  readonly refused: (why: RefusalCause) => void
}

/**
 * Closes what an address opens beyond its bound, at once and unheard, so that nobody alone can take all connections
 * that there may be. Behind a proxy all clients have its address, which therefore has to be exempt; the proxy can bound
 * them.
 */
export const boundConnections = (
  server: Server,
  { ipAddresses, mostOfAddress, exempt, refused }: Needs,
): void => {
  const open = new Map<string, number>()
  const close = (network: string): void => {
    const left = (open.get(network) ?? 1) - 1
    if (left > 0) open.set(network, left)
    else open.delete(network)
  }
  const isTaken = (socket: Socket): boolean => {
    const address = ipAddresses.normalise(socket.remoteAddress ?? '')
    // Who is gone already holds nothing.
    if (address === undefined || ipAddresses.isWithin(address, exempt)) return true
    const network = ipAddresses.networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > mostOfAddress) return false
    open.set(network, count)
    socket.once('close', () => close(network))
    return true
  }
  // Those that listen already make a parser for each connection; of one that is not taken they hear nothing.
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (isTaken(socket)) for (const listener of listeners) listener.call(server, socket)
    else {
      refused('address')
      socket.destroy()
    }
  })
  server.on('drop', () => refused('full'))
}

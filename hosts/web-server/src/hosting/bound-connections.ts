import type { Server, Socket } from 'node:net'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import type { RefusalCause } from './request-metrics.js'

/** How many times as much an IPv6 /48 may have open as one of its 65,536 networks. */
const SITE_SHARE = 10

interface Needs {
  readonly ipAddresses: IpAddresses
  /** How many of an IPv4 address, or of an IPv6 network of 64 bits, may be open at once. */
  readonly mostOfAddress: number
  /** How many may be open at once in all; default: that is bounded elsewhere. */
  readonly mostOfAll?: number
  /** Ranges of addresses for which that does not hold. */
  readonly exempt: readonly string[]
  /** Ends the connection that has been idle for longest, of those that `fits` names; false if none is idle. Default: none is. */
  readonly endIdle?: (fits: (socket: Socket) => boolean) => boolean
  /** Hears of a connection that was not taken. */
  readonly refused: (why: RefusalCause) => void
}

/**
 * Bounds the connections of an address, and of all, so that one client can't take all that there may be. For one more the
 * connection that has been idle for longest is ended; if none is idle, the new one is closed at once and unheard. Behind a proxy
 * all clients have its address, which therefore has to be exempt; the proxy can bound them.
 */
export const boundConnections = (
  server: Server,
  { ipAddresses, mostOfAddress, mostOfAll = Infinity, exempt, endIdle = () => false, refused }: Needs,
): void => {
  const open = new Map<string, number>()
  const rangesOf = new WeakMap<Socket, readonly string[]>()
  let all = 0
  const close = (range: string): void => {
    const left = (open.get(range) ?? 1) - 1
    if (left > 0) open.set(range, left)
    else open.delete(range)
  }
  const mostOf = (address: string): ReadonlyMap<string, number> => {
    const site = ipAddresses.siteOf(address)
    const most = new Map([[ipAddresses.networkOf(address), mostOfAddress]])
    return site === undefined ? most : most.set(site, SITE_SHARE * mostOfAddress)
  }
  /** Whether the range may have one more, if need be for one that is idle. */
  const hasRoom = (range: string, most: number): boolean =>
    (open.get(range) ?? 0) < most || endIdle((other) => rangesOf.get(other)?.includes(range) === true)
  const isFull = (): boolean => all >= mostOfAll && !endIdle(() => true)
  /** Undefined: it is taken. */
  const refusalOf = (socket: Socket): RefusalCause | undefined => {
    const address = ipAddresses.normalise(socket.remoteAddress ?? '')
    // Who is gone already holds nothing.
    if (address === undefined || ipAddresses.isWithin(address, exempt)) return isFull() ? 'full' : undefined
    const most = mostOf(address)
    for (const [range, bound] of most) if (!hasRoom(range, bound)) return 'address'
    if (isFull()) return 'full'
    for (const range of most.keys()) open.set(range, (open.get(range) ?? 0) + 1)
    rangesOf.set(socket, [...most.keys()])
    socket.once('close', () => {
      for (const range of most.keys()) close(range)
    })
    return undefined
  }
  // Those that listen already make a parser for each connection; of one that is not taken they hear nothing.
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const why = refusalOf(socket)
    if (why !== undefined) {
      refused(why)
      socket.destroy()
      return
    }
    all += 1
    socket.once('close', () => (all -= 1))
    for (const listener of listeners) listener.call(server, socket)
  })
  server.on('drop', () => refused('full'))
}

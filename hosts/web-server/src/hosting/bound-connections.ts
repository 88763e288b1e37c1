import type { Server, Socket } from 'node:net'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import type { RefusalCause } from './request-metrics.js'

/** The factor by which an IPv6 /48 may have more open connections than one of its 65,536 networks. */
const SITE_SHARE = 10

interface Needs {
  readonly ipAddresses: IpAddresses
  /** How many connections of an IPv4 address, or of an IPv6 network of 64 bits, may be open at once. */
  readonly mostOfAddress: number
  /** How many connections may be open in total; default: another limit applies. */
  readonly mostOfAll?: number
  /** Address ranges without a limit. */
  readonly exempt: readonly string[]
  /**
   * Closes the connection that has been idle for longest among those that `fits` accepts; false if none is
   * idle. Default: closes none.
   */
  readonly endIdle?: (fits: (socket: Socket) => boolean) => boolean
  /** Called for each connection that was refused. */
  readonly refused: (why: RefusalCause) => void
}

/**
 * Bounds the connections of each address and in total, so that one client can't use up all of them. At the
 * limit, the connection that has been idle for longest is closed. If none is idle, the new one is closed at
 * once and unread. All clients behind a proxy have its address, so the proxy has to be exempt; it can bound
 * them itself.
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
  /** Whether the range may have one more connection, if necessary in place of an idle one. */
  const hasRoom = (range: string, most: number): boolean =>
    (open.get(range) ?? 0) < most || endIdle((other) => rangesOf.get(other)?.includes(range) === true)
  const isFull = (): boolean => all >= mostOfAll && !endIdle(() => true)
  /** Undefined if the connection is accepted. */
  const refusalOf = (socket: Socket): RefusalCause | undefined => {
    const address = ipAddresses.normalize(socket.remoteAddress ?? '')
    // A closed connection doesn't use any resources.
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
  // Existing listeners create a parser for each connection; they don't get refused connections.
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

import type { Socket } from 'node:net'
import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'

/**
 * Says where a request comes from, by its connection and, where a trusted proxy holds that, by what its
 * `X-Forwarded-For` says. Empty where the connection has ended before anybody asked.
 */
export type ClientAddressOf = (socket: Socket, forwardedFor: HeaderStrings[string]) => string

/** An entry with a port, as some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711`; brackets may come without one. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([0-9.]+):\d{1,5})$/

const withoutPort = (entry: string): string => {
  const [, six, four] = WITH_PORT.exec(entry) ?? []
  return six ?? four ?? entry
}

/** Who is at the other end of a connection. */
interface Peer {
  readonly address: string
  readonly isProxy: boolean
}

/**
 * Every proxy appends the address it was called from, so the list is walked from its end: what trusted proxies have
 * written is trusted, and the first address of anybody else is the client's. All before it is its own invention. The
 * peer of a connection is looked at once, so that requests without a proxy cost next to nothing.
 */
export const createClientAddressOf = (
  ipAddresses: IpAddresses,
  trustedProxies: readonly string[],
): ClientAddressOf => {
  const peers = new WeakMap<Socket, Peer>()

  const peerOf = (socket: Socket): Peer => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const address = ipAddresses.normalise(socket.remoteAddress ?? '') ?? ''
    const peer = { address, isProxy: ipAddresses.isWithin(address, trustedProxies) }
    peers.set(socket, peer)
    return peer
  }

  const walk = (nearest: string, forwardedFor: string): string => {
    let last = nearest
    for (const entry of forwardedFor.split(',').reverse()) {
      const address = ipAddresses.normalise(withoutPort(entry.trim()))
      if (address === undefined) return last
      if (!ipAddresses.isWithin(address, trustedProxies)) return address
      last = address
    }
    return last
  }

  return (socket, forwardedFor) => {
    const { address, isProxy } = peerOf(socket)
    return isProxy && typeof forwardedFor === 'string' ? walk(address, forwardedFor) : address
  }
}

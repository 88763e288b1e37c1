import type { Socket } from 'node:net'
import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'

/**
 * Returns the address of the client, from its connection and, if that comes from a trusted proxy, from
 * `X-Forwarded-For`. Empty if the connection was closed before the first call.
 */
export type ClientAddressOf = (socket: Socket, forwardedFor: HeaderStrings[string]) => string

/** An entry with a port, as some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711`; brackets may come without one. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([0-9.]+):\d{1,5})$/

const withoutPort = (entry: string): string => {
  const [, six, four] = WITH_PORT.exec(entry) ?? []
  return six ?? four ?? entry
}

/** The other end of a connection. */
interface Peer {
  readonly address: string
  readonly isProxy: boolean
}

/**
 * Every proxy appends the address of its client, so the list is read from its end. Entries from trusted
 * proxies are trusted, and the first other address is the client's. The client may have forged everything
 * before it. The peer of a connection is checked once, so that requests without a proxy cost next to nothing.
 */
export const createClientAddressOf = (
  ipAddresses: IpAddresses,
  trustedProxies: readonly string[],
): ClientAddressOf => {
  const peers = new WeakMap<Socket, Peer>()

  const peerOf = (socket: Socket): Peer => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const address = ipAddresses.normalize(socket.remoteAddress ?? '') ?? ''
    const peer = { address, isProxy: ipAddresses.isWithin(address, trustedProxies) }
    peers.set(socket, peer)
    return peer
  }

  const walk = (nearest: string, forwardedFor: string): string => {
    let last = nearest
    for (const entry of forwardedFor.split(',').reverse()) {
      const address = ipAddresses.normalize(withoutPort(entry.trim()))
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

import type { Duplex } from 'node:stream'
import { duplexPair } from 'node:stream'

/** The address of callers within this process. */
const ADDRESS = '127.0.0.1'

/** One end, with the socket methods that a server uses on a stream; it has no timeouts. */
const asSocket = (end: Duplex, remoteAddress: string): Duplex =>
  Object.assign(end, {
    remoteAddress,
    setTimeout: () => end,
    destroySoon: () => void end.end(() => end.destroy()),
    resetAndDestroy: () => end.destroy(),
  })

/**
 * Both ends of a connection within this process: data written to one is read from the other. The server sees
 * the caller's address, by default this machine's.
 */
export const innerConnection = (
  address: string = ADDRESS,
): { readonly client: Duplex; readonly server: Duplex } => {
  const [client, server] = duplexPair()
  // Closing the client's end also closes the server's.
  client.once('close', () => server.destroy())
  server.once('close', () => client.destroy())
  return { client: asSocket(client, ADDRESS), server: asSocket(server, address) }
}

import type { Duplex } from 'node:stream'
import { duplexPair } from 'node:stream'

/** The address of callers within this process. */
const ADDRESS = '127.0.0.1'

/** One end, with what a server asks of a socket beside the stream: there is no time that it could take too long. */
const asSocket = (end: Duplex, remoteAddress: string): Duplex =>
  Object.assign(end, {
    remoteAddress,
    setTimeout: () => end,
    destroySoon: () => void end.end(() => end.destroy()),
    resetAndDestroy: () => end.destroy(),
  })

/**
 * Both ends of a connection within this process: what is written to one is read from the other. The server sees the address
 * of the caller: by default this machine's.
 */
export const innerConnection = (
  address: string = ADDRESS,
): { readonly client: Duplex; readonly server: Duplex } => {
  const [client, server] = duplexPair()
  // Who goes away is gone on the other side too.
  client.once('close', () => server.destroy())
  server.once('close', () => client.destroy())
  return { client: asSocket(client, ADDRESS), server: asSocket(server, address) }
}

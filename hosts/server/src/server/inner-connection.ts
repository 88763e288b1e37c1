import type { Duplex } from 'node:stream'
import { duplexPair } from 'node:stream'

/** Who calls from within is on this machine. */
const ADDRESS = '127.0.0.1'

/** One end, with what a server asks of a socket beside the stream: there is no time that it could take too long. */
const asSocket = (end: Duplex): Duplex =>
  Object.assign(end, {
    remoteAddress: ADDRESS,
    setTimeout: () => end,
    destroySoon: () => void end.end(() => end.destroy()),
    resetAndDestroy: () => end.destroy(),
  })

/** Both ends of a connection within this process: what is written to one is read from the other. */
export const innerConnection = (): { readonly client: Duplex; readonly server: Duplex } => {
  const [client, server] = duplexPair()
  // Who goes away is gone on the other side too.
  client.once('close', () => server.destroy())
  server.once('close', () => client.destroy())
  return { client: asSocket(client), server: asSocket(server) }
}

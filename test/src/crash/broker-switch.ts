import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** One address whose broker can be replaced by an empty one, like after a data loss. */
export interface BrokerSwitch {
  readonly url: string
  /** Cuts every connection. New ones go to this broker. */
  pointTo(url: string): void
  stop(): Promise<void>
}

export const openBrokerSwitch = async (firstUrl: string): Promise<BrokerSwitch> => {
  const sockets = new Set<Socket>()
  let port = Number(new URL(firstUrl).port)

  const join = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }

  const server = createServer((client) => {
    const broker = connect(port, '127.0.0.1')
    join(client, broker)
    join(broker, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(firstUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    pointTo: (next) => {
      port = Number(new URL(next).port)
      cut()
    },
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

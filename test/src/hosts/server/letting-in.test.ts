import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { lettingInFirst } from '@postrider/server/server/letting-in'

const CLIENTS = 40
const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

interface Seen {
  readonly connections: number
  readonly begun: number
}

/** What had happened each time when a request was begun. */
const seenBy = (server: Server, mostMs?: number): readonly Seen[] => {
  const seen: Seen[] = []
  let connections = 0
  server.on('connection', () => (connections += 1))
  const begin = lettingInFirst(
    server,
    (_, response) => {
      seen.push({ connections, begun: seen.length + 1 })
      response.end()
    },
    mostMs,
  )
  server.on('request', begin)
  return seen
}

const open = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Somebody who asks at once, and waits for the answer. */
const ask = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(REQUEST)
  await once(socket, 'data')
  return socket
}

describe('A listener that many come to at once', () => {
  let server: Server
  beforeEach(() => {
    server = createServer()
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('lets all of them in before it begins the first request, and then begins each once', async () => {
    const seen = seenBy(server, 60_000)
    const port = await open(server)
    const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => ask(port)))
    expect(seen.map(({ connections }) => connections)).to.deep.equal(Array(CLIENTS).fill(CLIENTS))
    for (const socket of sockets) socket.destroy()
  })

  it('does not wait for those who come later than it may', async () => {
    const seen = seenBy(server, 0)
    const port = await open(server)
    await Promise.all(Array.from({ length: CLIENTS }, () => ask(port)))
    expect(seen).to.have.length(CLIENTS)
    expect(seen[0]?.connections).to.be.below(CLIENTS)
  })

  it('begins nothing of one who has gone meanwhile', async () => {
    server.once('request', ({ socket }) => socket.destroy())
    const seen = seenBy(server, 60_000)
    const port = await open(server)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(REQUEST)
    await once(socket, 'close')
    await ask(port)
    expect(seen.map(({ begun }) => begun)).to.deep.equal([1])
  })
})

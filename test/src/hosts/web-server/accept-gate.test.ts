import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createAcceptGate } from '@postrider/web-server/server/accept-gate'

const CLIENTS = 40
const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

/** The number of open connections at each request. */
const connectionsSeen = (server: Server, mostMs: number): readonly number[] => {
  const seen: number[] = []
  const gate = createAcceptGate(mostMs)
  let connections = 0
  server.on('connection', () => (connections += 1))
  gate.watch(server)
  server.on('request', (_, response) => {
    const work = (): void => {
      seen.push(connections)
      response.end()
    }
    const outside = gate.whenIn()
    if (outside === undefined) work()
    else void outside.then(work)
  })
  return seen
}

/** A client that sends a request at once and waits for the response. */
const ask = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(REQUEST)
  await once(socket, 'data')
  return socket
}

const askAtOnce = async (server: Server): Promise<readonly Socket[]> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Promise.all(Array.from({ length: CLIENTS }, () => ask(port)))
}

describe('An accept gate', () => {
  let server: Server
  beforeEach(() => {
    server = createServer()
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('accepts all waiting connections before it handles the first request', async () => {
    const seen = connectionsSeen(server, 60_000)
    await askAtOnce(server)
    expect(seen).to.deep.equal(Array(CLIENTS).fill(CLIENTS))
  })

  it("doesn't wait for connections that arrive too late", async () => {
    const seen = connectionsSeen(server, 0)
    await askAtOnce(server)
    expect(seen).to.have.length(CLIENTS)
    expect(seen[0]).to.be.below(CLIENTS)
  })

  it("doesn't wait if there are no others", async () => {
    const seen = connectionsSeen(server, 60_000)
    const [socket] = await askAtOnce(server)
    const before = seen.length
    socket?.write(REQUEST)
    if (socket !== undefined) await once(socket, 'data')
    expect(seen).to.have.length(before + 1)
  })
})

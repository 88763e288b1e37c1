import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a pigeon carried. */
export interface Flight {
  readonly reference: string
  readonly to: string
  readonly text: string
}

export interface Loft {
  readonly url: string
  readonly flights: readonly Flight[]
  close(): Promise<void>
}

export const PASSWORD = 'coo-coo-coo'

/** Numbers whose message ends otherwise than well. */
export const NUMBERS = {
  accepted: '+447400120000',
  permanentFailure: '+447400120001',
  transientFailure: '+447400120002',
  unknown: '+447400120003',
  silent: '+447400120004',
}

/** A loft that stands in for a real one: it takes messages over HTTP, and misbehaves by the number. */
export const openLoft = async (): Promise<Loft> => {
  const flights: Flight[] = []
  const pigeons = new Map<string, string>()

  const fly = (flight: Flight): string => {
    const known = pigeons.get(flight.reference)
    if (known !== undefined) return known
    const pigeon = `pigeon-${pigeons.size + 1}`
    pigeons.set(flight.reference, pigeon)
    flights.push(flight)
    return pigeon
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const flight = JSON.parse(Buffer.concat(chunks).toString()) as Flight
    if (request.headers.authorization !== `Bearer ${PASSWORD}`) response.writeHead(401).end()
    else if (flight.to === NUMBERS.permanentFailure) response.writeHead(422).end()
    else if (flight.to === NUMBERS.transientFailure) response.writeHead(503).end()
    else if (flight.to === NUMBERS.silent) request.socket.setTimeout(10_000, () => request.socket.destroy())
    else if (flight.to === NUMBERS.unknown) {
      fly(flight)
      request.socket.destroy()
    } else response.writeHead(202).end(JSON.stringify({ pigeon: fly(flight) }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    flights,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

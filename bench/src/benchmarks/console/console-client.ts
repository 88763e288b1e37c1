import { type Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import type { CommittedChange, ScreenEvent } from './screen-delays.js'

/** A reading that a console has open. */
export interface OpenReading {
  /** The name of its screen, for readings that are measured together. */
  readonly screen: string
  readonly operation: string
  readonly request: object
}

/** A console: an authenticated socket whose events are recorded. */
export interface ConsoleClient {
  /** The events of a screen since the last `forget`. */
  eventsOf(screen: string): readonly ScreenEvent[]
  /** Changes that arrived individually since then. */
  changes(): readonly CommittedChange[]
  frames(): number
  bytes(): number
  forget(): void
  /** Calls a method; rejects if it is refused. */
  call(method: string, params: object): Promise<unknown>
  close(): Promise<void>
}

interface ConsoleAddress {
  readonly port: number
  readonly token: string
  readonly agent: Agent
}

const originOf = (port: number): string => `http://127.0.0.1:${port}`

const ticketFor = ({ port, token, agent }: ConsoleAddress): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { origin: originOf(port), cookie: `operator=${token}` }
    const sent = request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/ticket', headers })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      response.on('data', (piece: Buffer) => (text += piece.toString('utf8')))
      response.once('end', () => {
        if (response.statusCode === 200) resolve((JSON.parse(text) as { ticket: string }).ticket)
        else reject(new Error(`a ticket was refused with ${response.statusCode}: ${text}`))
      })
    })
    sent.end()
  })

const openSocket = ({ port, token }: ConsoleAddress): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const headers = { origin: originOf(port), cookie: `operator=${token}` }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, ['postrider.console.v1'], {
      headers,
      perMessageDeflate: false,
    })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
    socket.once('unexpected-response', (_, { statusCode }) =>
      reject(new Error(`a socket was refused with ${statusCode}`)),
    )
  })

/** An event's head as the server writes it. Frames are parsed completely only if necessary. */
const EVENT =
  /^\{"jsonrpc":"2\.0","method":"live\.event","params":\{"subscription":"([\w-]+)","epoch":"[^"]*","seq":(\d+)/
const AS_OF = /"data":\{"asOf":"([^"]+)"/
const HEAD_BYTES = 400

interface ChangesFrame {
  readonly params: { readonly changes?: ReadonlyArray<{ readonly seq: number; readonly at: string }> }
}

interface Answer {
  readonly id?: string | null
  readonly error?: unknown
  readonly result?: unknown
}

class NotingClient implements ConsoleClient {
  readonly #events = new Map<string, ScreenEvent[]>()
  readonly #changes: CommittedChange[] = []
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  #frames = 0
  #bytes = 0
  #lastId = 0
  #failed: ((cause: Error) => void) | undefined

  constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.#received(data as Buffer))
    socket.on('close', (code) => this.#failed?.(new Error(`a socket ended with ${code}`)))
  }

  eventsOf(screen: string): readonly ScreenEvent[] {
    return this.#events.get(screen) ?? []
  }

  changes(): readonly CommittedChange[] {
    return this.#changes
  }

  frames(): number {
    return this.#frames
  }

  bytes(): number {
    return this.#bytes
  }

  forget(): void {
    this.#events.clear()
    this.#changes.length = 0
    this.#frames = 0
    this.#bytes = 0
  }

  call(method: string, params: object): Promise<unknown> {
    this.#lastId += 1
    const id = `c${this.#lastId}`
    return new Promise((resolve, reject) => {
      this.#failed = reject
      this.#waiting.set(id, ({ error, result }) => {
        if (error === undefined) resolve(result)
        else reject(new Error(`${method} was refused: ${JSON.stringify(error)}`))
      })
      this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#failed = undefined
      this.socket.once('close', () => resolve())
      this.socket.close()
    })
  }

  #received(data: Buffer): void {
    this.#frames += 1
    this.#bytes += data.length
    const head = data.toString('latin1', 0, HEAD_BYTES)
    const event = EVENT.exec(head)
    if (event !== null) return this.#note(event[1] ?? '', Number(event[2]), head, data)
    const answer = JSON.parse(data.toString('utf8')) as Answer
    const answered = this.#waiting.get(answer.id ?? '')
    this.#waiting.delete(answer.id ?? '')
    answered?.(answer)
  }

  #note(screen: string, seq: number, head: string, data: Buffer): void {
    const asOf = AS_OF.exec(head)?.[1]
    const asOfMs = asOf === undefined ? undefined : Date.parse(asOf)
    const noted = this.#events.get(screen) ?? []
    noted.push({ seq, asOfMs, receivedAtMs: Date.now() })
    this.#events.set(screen, noted)
    if (screen !== 'few') return
    const { changes = [] } = (JSON.parse(data.toString('utf8')) as ChangesFrame).params
    for (const { seq: number, at } of changes) this.#changes.push({ seq: number, atMs: Date.parse(at) })
  }
}

/** Opens a console like a page: a ticket, a socket, and the live readings. */
export const openConsoleClient = async (
  address: ConsoleAddress,
  readings: readonly OpenReading[],
): Promise<ConsoleClient> => {
  const ticket = await ticketFor(address)
  const client = new NotingClient(await openSocket(address))
  await client.call('session.authenticate', { ticket })
  for (const { screen, operation, request: asked } of readings)
    await client.call('live.subscribe', { subscription: screen, operation, request: asked })
  return client
}

import {
  LiveClient,
  type ConnectionStatus,
  type SocketObserver,
  type TicketAnswer,
} from '@postrider/web/live/live-client'

interface Frame {
  readonly id: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

interface Timer {
  readonly atMs: number
  readonly task: () => void
}

/** An opened socket, and everything sent on it. */
export interface OpenedSocket {
  readonly observer: SocketObserver
  readonly sent: Frame[]
  isClosed: boolean
}

/** A client with sockets, time and tickets that the test controls. */
export class FakeWorld {
  readonly sockets: OpenedSocket[] = []
  readonly statuses: ConnectionStatus[] = []
  readonly welcomes: unknown[] = []
  nowMs = 1_000_000
  ticket: TicketAnswer = { _tag: 'Ticket', ticket: 't-1' }
  tickets = 0
  #timers: Timer[] = []
  #requestIds = 0
  readonly client = new LiveClient(
    {
      fetchTicket: () => {
        this.tickets += 1
        return Promise.resolve(this.ticket)
      },
      openSocket: (observer) => {
        const socket: OpenedSocket = { observer, sent: [], isClosed: false }
        this.sockets.push(socket)
        return {
          send: (text) => {
            socket.sent.push(JSON.parse(text) as Frame)
          },
          close: () => {
            socket.isClosed = true
          },
        }
      },
      later: (delayMs, task) => {
        // Like in a browser, a delay above the maximum fires at once.
        const timer = { atMs: this.nowMs + (delayMs < 2 ** 31 ? delayMs : 1), task }
        this.#timers.push(timer)
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer)
        }
      },
      nowMs: () => this.nowMs,
      random: () => 0.5,
      newRequestId: () => {
        this.#requestIds += 1
        return `request-${this.#requestIds}`
      },
    },
    { status: (status) => this.statuses.push(status), welcomed: (result) => this.welcomes.push(result) },
  )

  get socket(): OpenedSocket {
    const last = this.sockets.at(-1)
    if (last === undefined) throw new Error('no socket was opened')
    return last
  }

  get status(): ConnectionStatus | undefined {
    return this.statuses.at(-1)
  }

  /** Advances the time, and runs due timers in order. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms
    for (;;) {
      const [next] = this.#timers
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((one, other) => one.atMs - other.atMs)
      if (next === undefined) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.nowMs = next.atMs
      next.task()
      await settled()
    }
    this.nowMs = untilMs
    await settled()
  }

  /** Delivers a frame of the server. */
  async hear(frame: object): Promise<void> {
    this.socket.observer.received(JSON.stringify({ jsonrpc: '2.0', ...frame }))
    await settled()
  }

  async answer(method: string, result: object): Promise<void> {
    const frame = this.last(method)
    await this.hear({ id: frame.id, result })
  }

  async refuse(method: string, data: object): Promise<void> {
    await this.hear({ id: this.last(method).id, error: { code: -32000, message: 'Refused', data } })
  }

  last(method: string): Frame {
    const frame = this.socket.sent.findLast((one) => one.method === method)
    if (frame === undefined) throw new Error(`${method} was not sent`)
    return frame
  }

  sentOf(method: string): readonly Frame[] {
    return this.sockets.flatMap(({ sent }) => sent).filter((one) => one.method === method)
  }

  async drop(code: number): Promise<void> {
    this.socket.observer.closed(code)
    await settled()
  }

  /** Opens pending sockets and authenticates. */
  async welcome(result: object = { userId: 'usr_1' }): Promise<void> {
    await settled()
    this.socket.observer.opened()
    await this.answer('session.authenticate', result)
  }

  /** A connected client. */
  async connect(): Promise<void> {
    await this.client.connect()
    await this.welcome()
  }

  event(subscription: string, event: object): Promise<void> {
    return this.hear({ method: 'live.event', params: { subscription, ...event } })
  }

  tick(seq: number, epoch = 'e'): Promise<void> {
    return this.hear({ method: 'live.tick', params: { epoch, seq } })
  }
}

/** Resolves when all consequences of past events have happened. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { MutationName, ReadingName, RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import {
  type FeedPosition,
  faultBody,
  type WatchedEvent,
  type ReceivedFrame,
  readFrame,
  writeFrame,
} from './frames.js'
import { CallRefused, OpenCalls } from './open-calls.js'
import { planAfter } from './reconnection.js'
import { LiveSubscription, type ReadingWatcher } from './subscription.js'

/** The result of a ticket request. */
export type TicketAnswer =
  | { readonly _tag: 'Ticket'; readonly ticket: string }
  | { readonly _tag: 'SignedOut' }
  | { readonly _tag: 'Unreachable' }

/** The callbacks of a socket. */
export interface SocketObserver {
  opened(): void
  received(text: string): void
  closed(code: number): void
}

/** An open socket. */
export interface SocketConnection {
  send(text: string): void
  close(): void
}

/** The client's connection to its environment: a page supplies the browser's functions, a test its own. */
export interface ClientPort {
  fetchTicket(): Promise<TicketAnswer>
  openSocket(observer: SocketObserver): SocketConnection
  /** Runs the task later. The returned function cancels it. */
  later(delayMs: number, task: () => void): () => void
  nowMs(): number
  random(): number
  /** A request ID for a mutation. */
  newRequestId(): string
}

/** Whether the shown data is current. */
export type ConnectionStatus =
  | { readonly _tag: 'Connecting' }
  | { readonly _tag: 'Live' }
  | { readonly _tag: 'Reconnecting'; readonly asOfMs: number }
  /**
   * The server allows no further sockets for this user; the client retries. `asOfMs` is 0 if nothing is shown
   * yet.
   */
  | { readonly _tag: 'TooManyTabs'; readonly asOfMs: number }
  | { readonly _tag: 'SignedOut' }
  | { readonly _tag: 'Stopped'; readonly closeCode: number }

/** The callbacks for the status of the connection. */
export interface ConnectionObserver {
  status(status: ConnectionStatus): void
  /** Called after each authentication, with the server's description of the session. */
  welcomed(result: unknown): void
}

interface ReplyHandler {
  answered(result: unknown): void
  refused(error: ErrorBody): void
}

/** The server ticks every 5 s: after two missed ticks the connection counts as lost. */
const SILENCE_MS = 12_000
/** A new ticket is fetched this long before the session's access expires. */
const RENEW_AHEAD_MS = 30_000
/** After a rate limit, a reading is retried after one to two times this delay. */
const TOO_MANY_MS = 1_000
/**
 * Browser timers can't exceed 24 days and fire at once if they do. Access that lasts longer is renewed after
 * a day.
 */
const RENEW_WITHIN_MS = 86_400_000

type Defaulted = 'limit' | 'requestId'

/** The input of an operation. Fields with a default are optional. */
export type RequestInput<K extends ReadingName | MutationName> = Omit<RequestOf<K>, Defaulted> & {
  readonly limit?: number
}

/**
 * The client side of the WebSocket (docs/decisions/0050). It authenticates with a ticket and reconnects after
 * every loss. It repeats calls without a response; mutations keep their `requestId`, so that they run only
 * once.
 */
export class LiveClient {
  readonly #calls = new OpenCalls()
  readonly #subscriptions = new Map<string, LiveSubscription>()
  readonly #replies = new Map<string, ReplyHandler>()
  #socket: SocketConnection | undefined
  #isAuthenticated = false
  #lastId = 0
  #attempt = 0
  #heardMs = 0
  #lastTick: FeedPosition | undefined
  #stopSilence = (): void => {}
  #stopRenewal = (): void => {}
  #isEnded = false
  #isCrowded = false
  #isOffline = false
  #stopReconnect = (): void => {}

  constructor(
    readonly port: ClientPort,
    readonly observer: ConnectionObserver,
  ) {}

  /** Connects, or reconnects after a sign-in. */
  async connect(): Promise<void> {
    this.#stopReconnect()
    this.#isEnded = false
    this.#isCrowded = false
    const answer = await this.port.fetchTicket()
    if (this.#isEnded) return
    if (answer._tag === 'SignedOut') return this.#end({ _tag: 'SignedOut' })
    if (answer._tag === 'Unreachable') return this.#lost(1006)
    this.#open(answer.ticket)
  }

  /** Handles the loss of the network: the shown data counts as stale, even if the socket still looks open. */
  offline(): void {
    if (this.#isEnded || this.#isOffline) return
    this.#isOffline = true
    this.#silent()
  }

  /** Connects immediately when the network is back. */
  online(): void {
    const wasOffline = this.#isOffline
    this.#isOffline = false
    if (wasOffline && !this.#isEnded && this.#socket === undefined) void this.connect()
  }

  /** Reads because a person asked, which counts as activity. It is repeated until there is a response. */
  read<K extends ReadingName>(name: K, request: RequestInput<K>): Promise<ResultOf<K>> {
    return this.#call(name, request) as Promise<ResultOf<K>>
  }

  /**
   * Reads in the background to keep the shown data current. It doesn't extend the session of a person who has
   * left.
   */
  readAgain<K extends ReadingName>(name: K, request: RequestInput<K>): Promise<ResultOf<K>> {
    return this.#call('live.read', { operation: name, request }) as Promise<ResultOf<K>>
  }

  /** Changes something once: the call is repeated under the same `requestId` until there is a response. */
  mutate<K extends MutationName>(name: K, request: RequestInput<K>): Promise<ResultOf<K>> {
    return this.#call(name, { requestId: this.port.newRequestId(), ...request }) as Promise<ResultOf<K>>
  }

  /** Confirms the second factor: operations that require it are allowed for five minutes. */
  async confirm(code: string): Promise<void> {
    await this.#call('session.confirm', { code })
  }

  /** Ends the session everywhere. */
  async endSession(): Promise<void> {
    await this.#call('session.end', {})
    this.#end({ _tag: 'SignedOut' })
  }

  /** Keeps a reading current until the returned function is called. */
  watch<K extends ReadingName>(name: K, request: RequestInput<K>, watcher: ReadingWatcher): () => void {
    this.#subscribe(name, request, watcher)
    return () => {
      for (const one of this.#subscriptions.values()) if (one.watcher === watcher) this.#unsubscribe(one)
    }
  }

  #nextId(): string {
    this.#lastId += 1
    return `c${this.#lastId}`
  }

  async #call(method: string, params: unknown): Promise<unknown> {
    if (this.#isEnded) throw new CallRefused(faultBody('unauthenticated', 'You are signed out.'))
    const answer = this.#calls.add(this.#nextId(), method, params)
    this.#flush()
    return answer
  }

  #flush(): void {
    if (!this.#isAuthenticated) return
    for (const { id, method, params } of this.#calls.takeDue())
      this.#socket?.send(writeFrame(id, method, params))
  }

  #subscribe(operation: string, request: unknown, watcher: ReadingWatcher): void {
    const one = new LiveSubscription(this.#nextId(), operation, request, watcher)
    this.#subscriptions.set(one.name, one)
    if (this.#isAuthenticated) this.#sendSubscribe(one)
  }

  #sendSubscribe(one: LiveSubscription): void {
    this.#send('live.subscribe', one.params(), {
      answered: () => {},
      refused: (error) => this.#over(one.name, error),
    })
  }

  /** Sends a call that concerns only this socket; it is not repeated on the next one. */
  #send(method: string, params: unknown, reply: ReplyHandler): void {
    const id = this.#nextId()
    this.#replies.set(id, reply)
    this.#socket?.send(writeFrame(id, method, params))
  }

  #unsubscribe({ name }: LiveSubscription): void {
    if (!this.#subscriptions.delete(name) || !this.#isAuthenticated) return
    this.#send('live.unsubscribe', { subscription: name }, { answered: () => {}, refused: () => {} })
  }

  #open(ticket: string): void {
    const socket = this.port.openSocket({
      opened: () => {
        if (socket === this.#socket) this.#authenticate(socket, ticket)
      },
      received: (text) => {
        if (socket === this.#socket) this.#received(text)
      },
      closed: (code) => {
        if (socket === this.#socket) this.#lost(code)
      },
    })
    this.#socket = socket
  }

  #authenticate(socket: SocketConnection, ticket: string): void {
    this.#send(
      'session.authenticate',
      { ticket },
      {
        answered: (result) => this.#welcomed(result),
        refused: ({ code }) => {
          this.#isCrowded = code === 'too_many_requests'
          // The server closes the socket, and the close code says what to do.
          if (!this.#isCrowded || this.#isAuthenticated) socket.close()
        },
      },
    )
  }

  #welcomed(result: unknown): void {
    const isFirst = !this.#isAuthenticated
    this.#isAuthenticated = true
    this.#attempt = 0
    this.#planRenewal(result)
    if (isFirst) this.#begin()
    this.observer.welcomed(result)
  }

  /** Sends the waiting calls. The observer is notified only afterwards, so that nothing is sent twice. */
  #begin(): void {
    this.#heard()
    this.#calls.forgetSending()
    for (const one of this.#subscriptions.values()) this.#sendSubscribe(one)
    this.#flush()
    this.observer.status({ _tag: 'Live' })
  }

  /** Renews the authentication over the same socket before the access expires. */
  #planRenewal(result: unknown): void {
    this.#stopRenewal()
    const until = (result as { until?: unknown } | null)?.until
    const untilMs = typeof until === 'string' ? Date.parse(until) : NaN
    const waitMs = untilMs - this.port.nowMs() - RENEW_AHEAD_MS
    if (!(waitMs > 0)) return
    this.#stopRenewal = this.port.later(Math.min(waitMs, RENEW_WITHIN_MS), () => void this.#renew())
  }

  async #renew(): Promise<void> {
    const answer = await this.port.fetchTicket()
    const socket = this.#socket
    if (socket === undefined || !this.#isAuthenticated) return
    if (answer._tag === 'SignedOut') return this.#end({ _tag: 'SignedOut' })
    if (answer._tag === 'Ticket') this.#authenticate(socket, answer.ticket)
  }

  #received(text: string): void {
    this.#heard()
    const frame = readFrame(text)
    if (frame === undefined) return
    if (frame._tag === 'Event') this.#event(frame.event)
    else if (frame._tag === 'Tick') this.#tick(frame.position)
    else if (frame._tag === 'Over') this.#over(frame.subscription, frame.error)
    else this.#replied(frame)
  }

  #replied(frame: Extract<ReceivedFrame, { _tag: 'Answer' | 'Refusal' }>): void {
    const reply = this.#replies.get(frame.id)
    this.#replies.delete(frame.id)
    if (frame._tag === 'Answer') {
      reply?.answered(frame.result)
      this.#calls.answer(frame.id, frame.result)
    } else if (frame.error.code === 'too_many_requests' && this.#calls.postpone(frame.id)) {
      const waitMs = TOO_MANY_MS * (1 + this.port.random())
      this.port.later(waitMs, () => {
        this.#calls.resume(frame.id)
        this.#flush()
      })
    } else {
      reply?.refused(frame.error)
      this.#calls.refuse(frame.id, frame.error)
    }
    this.#flush()
  }

  #event(event: WatchedEvent): void {
    const one = this.#subscriptions.get(event.subscription)
    if (one === undefined || one.take(event)) return
    // An earlier event is missing: a new subscription reads everything again.
    this.#unsubscribe(one)
    this.#subscribe(one.operation, one.request, one.watcher)
  }

  /** Everything up to the previous tick's position has been sent. */
  #tick(position: FeedPosition): void {
    const reached = this.#lastTick
    if (reached?.epoch === position.epoch)
      for (const one of this.#subscriptions.values()) one.reached(reached)
    this.#lastTick = position
  }

  #over(name: string, error: ErrorBody | undefined): void {
    const one = this.#subscriptions.get(name)
    this.#subscriptions.delete(name)
    one?.watcher.over(error)
  }

  #heard(): void {
    this.#heardMs = this.port.nowMs()
    this.#stopSilence()
    this.#stopSilence = this.port.later(SILENCE_MS, () => this.#silent())
  }

  /** Handles a missing tick: the shown data counts as stale, even if the socket still looks open. */
  #silent(): void {
    const socket = this.#socket
    this.#lost(1006)
    socket?.close()
  }

  #lost(code: number): void {
    const wasLive = this.#isAuthenticated
    this.#forgetSocket()
    const plan = planAfter(code, this.#attempt, this.port.random(), wasLive)
    if (plan._tag === 'SignIn') return this.#end({ _tag: 'SignedOut' })
    if (plan._tag === 'Stop') return this.#end({ _tag: 'Stopped', closeCode: code })
    this.#attempt += 1
    const asOfMs = this.#heardMs
    if (this.#isCrowded) this.observer.status({ _tag: 'TooManyTabs', asOfMs })
    else if (wasLive || asOfMs > 0) this.observer.status({ _tag: 'Reconnecting', asOfMs })
    this.#stopReconnect = this.port.later(plan.afterMs, () => {
      if (this.#socket === undefined && !this.#isEnded) void this.connect()
    })
  }

  #forgetSocket(): void {
    this.#socket = undefined
    this.#isAuthenticated = false
    this.#lastTick = undefined
    this.#replies.clear()
    this.#calls.forgetSending()
    this.#stopSilence()
    this.#stopRenewal()
  }

  #end(status: ConnectionStatus): void {
    const socket = this.#socket
    this.#isEnded = true
    this.#forgetSocket()
    socket?.close()
    this.#calls.refuseAll(faultBody('unauthenticated', 'You are signed out.'))
    this.observer.status(status)
  }
}

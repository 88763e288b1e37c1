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

/** What came of asking for a ticket. */
export type TicketAnswer =
  | { readonly _tag: 'Ticket'; readonly ticket: string }
  | { readonly _tag: 'SignedOut' }
  | { readonly _tag: 'Unreachable' }

/** What a socket tells of itself. */
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

/** All that the client needs of the world: a page gives it a browser's, a test its own. */
export interface ClientPort {
  fetchTicket(): Promise<TicketAnswer>
  openSocket(observer: SocketObserver): SocketConnection
  /** Runs the task later; what it returns takes that back. */
  later(delayMs: number, task: () => void): () => void
  nowMs(): number
  random(): number
  /** An identity for a mutation. */
  newRequestId(): string
}

/** Whether what is shown is what is. */
export type ConnectionStatus =
  | { readonly _tag: 'Connecting' }
  | { readonly _tag: 'Live' }
  | { readonly _tag: 'Reconnecting'; readonly asOfMs: number }
  /** The server lets no more sockets of this user in; it is tried again. `asOfMs` is 0 if nothing is shown yet. */
  | { readonly _tag: 'TooManyTabs'; readonly asOfMs: number }
  | { readonly _tag: 'SignedOut' }
  | { readonly _tag: 'Stopped'; readonly closeCode: number }

/** Whoever wants to know how the connection is. */
export interface ConnectionObserver {
  status(status: ConnectionStatus): void
  /** What the server says of the session, each time it was authenticated. */
  welcomed(result: unknown): void
}

interface ReplyHandler {
  answered(result: unknown): void
  refused(error: ErrorBody): void
}

/** The server ticks every 5 s: two that did not come are one too many. */
const SILENCE_MS = 12_000
/** A ticket is fetched so long before the access ends that it was given for. */
const RENEW_AHEAD_MS = 30_000
/** A reading that was one of too many is asked for again between one and two times as late. */
const TOO_MANY_MS = 1_000
/** A browser's timers count 24 days, and what is to come later at once: access that lasts longer is proved anew after a day. */
const RENEW_WITHIN_MS = 86_400_000

type Defaulted = 'limit' | 'requestId'

/** The body of an operation as it is written: what has a default may be left out. */
export type RequestInput<K extends ReadingName | MutationName> = Omit<RequestOf<K>, Defaulted> & {
  readonly limit?: number
}

/**
 * The console's end of the socket (docs/decisions/0050): it authenticates with a ticket, comes back after every loss, and
 * repeats what got no answer, mutations under the same `requestId`, so that nothing is done twice.
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

  /** Begins, or begins anew after a sign-in. */
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

  /** The network is gone: what is shown may be old from now on, whatever the socket says of itself. */
  offline(): void {
    if (this.#isEnded || this.#isOffline) return
    this.#isOffline = true
    this.#silent()
  }

  /** The network is back: it connects at once. */
  online(): void {
    const wasOffline = this.#isOffline
    this.#isOffline = false
    if (wasOffline && !this.#isEnded && this.#socket === undefined) void this.connect()
  }

  /** Reads because somebody asked, who is there then; it is repeated until there is an answer. */
  read<K extends ReadingName>(name: K, request: RequestInput<K>): Promise<ResultOf<K>> {
    return this.#call(name, request) as Promise<ResultOf<K>>
  }

  /** Reads by itself, to keep true what is shown: it keeps nobody signed in who has left. */
  readAgain<K extends ReadingName>(name: K, request: RequestInput<K>): Promise<ResultOf<K>> {
    return this.#call('live.read', { operation: name, request }) as Promise<ResultOf<K>>
  }

  /** Changes something, once: it is repeated under the same `requestId` until there is an answer. */
  mutate<K extends MutationName>(name: K, request: RequestInput<K>): Promise<ResultOf<K>> {
    return this.#call(name, { requestId: this.port.newRequestId(), ...request }) as Promise<ResultOf<K>>
  }

  /** Confirms the second factor: what is dangerous may be done for five minutes. */
  async confirm(code: string): Promise<void> {
    await this.#call('session.confirm', { code })
  }

  /** Ends the session everywhere. */
  async endSession(): Promise<void> {
    await this.#call('session.end', {})
    this.#end({ _tag: 'SignedOut' })
  }

  /** Keeps a reading true until the returned function is called. */
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

  /** Sends what concerns this socket alone: it is not repeated on the next. */
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
          // The server ends it, and says by the code what to do.
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

  /** Sends what waits for a socket; whoever is welcomed asks only after that, so that nothing is sent twice. */
  #begin(): void {
    this.#heard()
    this.#calls.forgetSending()
    for (const one of this.#subscriptions.values()) this.#sendSubscribe(one)
    this.#flush()
    this.observer.status({ _tag: 'Live' })
  }

  /** Proves again who it is before the access ends, over the same socket. */
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
    // Something before it is missing: another subscription reads everything anew.
    this.#unsubscribe(one)
    this.#subscribe(one.operation, one.request, one.watcher)
  }

  /** What the tick before has named has been sent by now. */
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

  /** Nothing came for too long: what is shown may be old, whatever the socket says of itself. */
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

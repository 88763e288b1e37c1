import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { FeedStorage } from '@postrider/core/feed/ports/feed-storage'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { Postrider } from '@postrider/core/postrider'
import { errorAnswer, type JsonAnswer } from '@postrider/web-server/answers/answer'
import { refused } from '@postrider/web-server/answers/refused'
import { answerOnSocket } from '@postrider/web-server/server/answer-on-socket'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import { callAnswerer } from './calls/answer-call.js'
import { userCallCounter } from './calls/call-counts.js'
import { protocolAnswerer } from './calls/protocol-calls.js'
import { createFeedFollower, type FeedFollower } from './following/feed-follower.js'
import type { LiveAudience, LiveSession } from './live-audience.js'
import { DEFAULT_LIVE_LIMITS, type LiveLimits } from './live-limits.js'
import { createLiveCallers } from './sessions/live-callers.js'
import { type ConnectionNeeds, createConnection, type LiveConnection } from './sockets/connection.js'
import { createLiveSocket } from './sockets/live-socket.js'
import { createSocketServer, type ProtocolSocket } from './sockets/protocol-socket.js'
import { createSocketCounts } from './sockets/socket-counts.js'
import { createLiveReadings } from './subscriptions/live-readings.js'

/** The dependencies of sockets. */
export interface LiveSocketNeeds {
  readonly postrider: Pick<Postrider, 'runOperation' | 'watching'>
  readonly feed: FeedStorage
  readonly audience: LiveAudience
  /** The client address of a request, for the log and the audit log. */
  readonly clientAddressOf: (request: IncomingMessage) => string
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  readonly log: HostLog
  readonly limits?: Partial<LiveLimits>
}

/** The sockets of an audience. */
export interface LiveSockets {
  /** Accepts or refuses an upgrade of the server at the sockets' path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** The number of open sockets. */
  count(): number
  /**
   * Stops accepting, waits a moment for calls in progress, and closes all sockets; resolves when the last one
   * is gone. To be called before their server is closed.
   */
  close(): Promise<void>
}

/** Checks an upgrade by its head. */
const judgeHead = (
  { headers }: IncomingMessage,
  { webOrigin, subprotocol }: LiveAudience,
  requestId: string,
): JsonAnswer | undefined => {
  if (headers.origin !== webOrigin()) return errorAnswer('permission_denied', requestId)
  const wanted = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  if (wanted.includes(subprotocol)) return undefined
  return errorAnswer('invalid_request', requestId, [], { message: `The subprotocol is ${subprotocol}.` })
}

const refuseUpgrade = (socket: Duplex, answer: JsonAnswer, requestId: string): void =>
  answerOnSocket(socket, answer, JSON.stringify(answer.body), requestId)

/** How long calls in progress may take before a draining process closes their sockets. */
const DRAIN_MS = 5_000

/** Runs something at an interval; the returned function stops it. */
const everyMs = ({ timers }: Pick<LiveSocketNeeds, 'timers'>, intervalMs: number, run: () => void) => {
  let stop = (): void => undefined
  const again = (): void => {
    stop = timers.after(intervalMs, () => {
      run()
      again()
    })
  }
  again()
  return (): void => stop()
}

/** The services of the sockets: their callers, the readings that they show, and the feed. */
const behind = (needs: LiveSocketNeeds & { readonly limits: LiveLimits }) => {
  const { postrider, limits } = needs
  const callers = createLiveCallers((principal, epoch) => postrider.watching.renew(principal, epoch))
  const readings = createLiveReadings({
    ...needs,
    position: () => follower.position(),
    moment: () => follower.moment(),
  })
  const follower: FeedFollower = createFeedFollower(needs, {
    changed: (change) => readings.changed(change),
    begunAnew: () => readings.begunAnew(),
    polled: ({ catalogEpoch }) => {
      for (const caller of callers.all())
        if (!caller.isKnownAt(catalogEpoch)) void caller.ensure(catalogEpoch)
      readings.polled()
    },
  })
  const connectionNeeds: ConnectionNeeds = {
    ...needs,
    counts: createSocketCounts(limits),
    callers,
    watching: postrider.watching,
    readings,
    countUserCall: userCallCounter(needs.clock, limits),
    answerOperation: callAnswerer(needs),
    answerProtocol: protocolAnswerer({ ...needs, watching: postrider.watching, readings }),
  }
  return { callers, follower, connectionNeeds }
}

class AudienceSockets implements LiveSockets {
  readonly #server: ReturnType<typeof createSocketServer>
  readonly #behind: ReturnType<typeof behind>
  readonly #connections = new Set<LiveConnection>()
  readonly #stops: ReadonlyArray<() => void>
  readonly #limits: LiveLimits
  #isDraining = false
  #ended: Promise<void> | undefined

  constructor(private readonly needs: LiveSocketNeeds) {
    const limits = { ...DEFAULT_LIVE_LIMITS, ...needs.limits }
    this.#limits = limits
    this.#server = createSocketServer(needs.audience.subprotocol, limits.maxFragments)
    this.#behind = behind({ ...needs, limits })
    this.#stops = [
      everyMs(needs, limits.tickMs, () => this.#tick()),
      everyMs(needs, limits.heartbeatMs, () => this.#connections.forEach((connection) => connection.beat())),
      everyMs(needs, limits.sessionMs, () => {
        for (const caller of this.#behind.callers.all()) caller.lookAgain()
      }),
    ]
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { ids, audience, log } = this.needs
    const requestId = ids.next('req')
    // A client that disconnects during the checks isn't an error.
    socket.on('error', () => socket.destroy())
    const refusal = this.#isDraining
      ? errorAnswer('service_unavailable', requestId)
      : judgeHead(request, audience, requestId)
    if (refusal !== undefined) return refuseUpgrade(socket, refusal, requestId)
    this.#admit(request, socket, head, requestId).catch((cause: unknown) => {
      log.error({ requestId, err: cause }, 'unhandled error in socket upgrade')
      socket.destroy()
    })
  }

  readonly count = (): number => this.#connections.size

  readonly close = (): Promise<void> => {
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): Promise<void> {
    const leave = this.#behind.connectionNeeds.counts.admitStranger()
    if (leave === undefined)
      return refuseUpgrade(socket, errorAnswer('service_unavailable', requestId), requestId)
    const found = await this.needs.audience.find(request)().finally(leave)
    if (E.isLeft(found)) return refuseUpgrade(socket, refused(found.left, requestId), requestId)
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#enter(opened, found.right, request))
  }

  #enter(socket: ProtocolSocket, session: LiveSession, request: IncomingMessage): void {
    const { clientAddressOf, timers, log } = this.needs
    const { connectionNeeds, follower } = this.#behind
    const live = createLiveSocket(socket, this.#limits, timers)
    const known = connectionNeeds.counts.admitStrangerOf(session.key)
    if (this.#isDraining) return live.close('goingAway')
    if (known === undefined) return live.close('tooMany')
    const clientAddress = clientAddressOf(request)
    const connection = createConnection(connectionNeeds, { socket: live, session, clientAddress, known })
    this.#connections.add(connection)
    void follower.follow()
    socket.on('message', (data, isBinary) => connection.received(data as Buffer, isBinary))
    socket.on('close', (code) => {
      connection.left()
      this.#connections.delete(connection)
      if (this.#connections.size === 0) follower.rest()
      log.debug({ code, clientAddress }, 'socket closed')
    })
  }

  #tick(): void {
    const { follower } = this.#behind
    const [at, moment] = [follower.position(), follower.moment()]
    if (at === undefined || moment === undefined) return
    if (Math.abs(this.needs.clock.nowMs() - moment.readAtMs) > this.#limits.staleMs) return
    for (const connection of this.#connections) connection.tick(at, moment)
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.needs.timers.after(this.#limits.pollMs, resolve))
  }

  async #end(): Promise<void> {
    const { clock } = this.needs
    this.#isDraining = true
    const endsAtMs = clock.nowMs() + DRAIN_MS
    const isBusy = (): boolean => [...this.#connections].some((connection) => connection.isBusy())
    while (isBusy() && clock.nowMs() < endsAtMs) await this.#pause()
    for (const connection of this.#connections) connection.close('goingAway')
    while (this.#connections.size > 0) await this.#pause()
    for (const stop of this.#stops) stop()
    this.#behind.follower.rest()
  }
}

/**
 * Opens the sockets of an audience over the use cases (docs/decisions/0049). Calls are operations of the
 * registry, run by the one runner. Subscriptions are readings of it, which the change feed keeps current. The
 * feed is only followed while there are sockets.
 */
export const openLiveSockets = (needs: LiveSocketNeeds): LiveSockets => new AudienceSockets(needs)

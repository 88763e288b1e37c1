import { type ErrorBody, errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { CloseReason } from '@postrider/contracts/live/close-codes'
import { isProtocolMethod } from '@postrider/contracts/live/protocol-methods'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { FeedHead } from '@postrider/core/feed/ports/feed-storage'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { LiveRights } from '@postrider/core/identity/use-cases/callers/live-rights'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import { type callAnswerer, type OperationCall, refusedFrame } from '../calls/answer-call.js'
import type { CountUserCall } from '../calls/call-counts.js'
import {
  decodeProtocolCall,
  invalidParamsFrame,
  type protocolAnswerer,
  welcomeOf,
} from '../calls/protocol-calls.js'
import type { RightsMoment } from '../following/feed-follower.js'
import type { LiveAudience, LiveSession, SessionHolder } from '../live-audience.js'
import type { LiveLimits } from '../live-limits.js'
import { type ReadCall, readCallFrame } from '../protocol/read-frame.js'
import { answerFrame, errorFrame, notificationFrame } from '../protocol/write-frame.js'
import type { LiveCaller, LiveCallers } from '../sessions/live-callers.js'
import type { LiveReadings } from '../subscriptions/live-readings.js'
import type { LiveViewer } from '../subscriptions/viewer.js'
import type { LiveSocket } from './live-socket.js'
import type { SocketCounts } from './socket-counts.js'

/** A socket with its user. */
export interface LiveConnection {
  /** Called for each received frame. */
  received(bytes: Buffer, isBinary: boolean): void
  /** Sends a tick with the server's position to clients that have everything up to it. */
  tick(at: FeedHead, moment: RightsMoment): void
  beat(): void
  close(reason: CloseReason): void
  /** Called when the socket has closed. */
  left(): void
  /** Whether calls on it wait for their response. */
  isBusy(): boolean
}

export interface ConnectionNeeds {
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  readonly log: HostLog
  readonly limits: LiveLimits
  readonly audience: LiveAudience
  readonly counts: SocketCounts
  readonly callers: LiveCallers
  readonly watching: Pick<LiveRights, 'isReading'>
  readonly readings: LiveReadings
  readonly countUserCall: CountUserCall
  readonly answerOperation: ReturnType<typeof callAnswerer>
  readonly answerProtocol: ReturnType<typeof protocolAnswerer>
}

/** The initial values of a connection. */
export interface NewConnection {
  readonly socket: LiveSocket
  readonly session: LiveSession
  readonly clientAddress: string
  /** Called once the socket is authenticated. */
  readonly known: () => void
}

const AUTHENTICATE = 'session.authenticate'

const TOO_MANY = 'The user, or the process, has too many open sockets.'

/** A user who signed in with a ticket. */
interface SignedIn {
  readonly viewer: LiveViewer
  readonly leave: () => void
}

class AnsweringConnection implements LiveConnection {
  readonly #open = new Set<string>()
  /** Calls in which the person changes something, possibly ending the session. */
  readonly #acts = new Set<string>()
  readonly #stopWaiting: () => void
  #signedIn: SignedIn | undefined
  #isAuthenticating = false
  #isGone = false
  #isOver = false
  #lastTick: FeedHead | undefined

  constructor(
    private readonly needs: ConnectionNeeds,
    private readonly given: NewConnection,
  ) {
    const { limits, timers } = needs
    this.#stopWaiting = timers.after(limits.authenticateMs, () => this.close('silentOrSlow'))
  }

  received(bytes: Buffer, isBinary: boolean): void {
    const { socket } = this.given
    if (!socket.isOpen() || this.#isOver) return
    const read = readCallFrame(bytes, isBinary)
    if (E.isLeft(read) || this.#open.has(read.right.id)) {
      socket.send(errorFrame(null, E.isLeft(read) ? read.left : 'invalidRequest'))
      return this.close('notTheProtocol')
    }
    const call = read.right
    const answering =
      this.#signedIn === undefined ? this.#authenticate(call) : this.#answer(this.#signedIn, call)
    answering.catch((cause: unknown) => {
      this.needs.log.error({ err: cause }, 'unhandled error on socket')
      this.close('restarting')
    })
  }

  tick(at: FeedHead, { catalogEpoch }: RightsMoment): void {
    const { socket } = this.given
    if (this.#signedIn === undefined || !socket.isReady()) return
    const { viewer } = this.#signedIn
    const owed = this.needs.readings.owedFrom(viewer)
    const last = this.#lastTick
    const isBehind = owed !== undefined && last?.epoch === at.epoch && owed <= last.seq
    if (isBehind || !viewer.caller.isKnownAt(catalogEpoch)) return
    socket.send(notificationFrame('live.tick', { ...at }))
    this.#lastTick = at
  }

  beat(): void {
    this.given.socket.beat()
  }

  close(reason: CloseReason): void {
    this.given.socket.close(reason)
  }

  left(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#stopWaiting()
    this.given.known()
    this.#signedIn?.leave()
  }

  isBusy(): boolean {
    return this.#open.size > 0
  }

  /** Responds to such calls first, because one of them may have ended the session. */
  #sessionEnded(): void {
    this.#isOver = true
    if (this.#acts.size === 0) this.close('sessionEnded')
  }

  #origin(): OperationCall['origin'] {
    return { requestId: this.needs.ids.next('req'), clientAddress: this.given.clientAddress }
  }

  async #authenticate({ id, method, params, repeated }: ReadCall): Promise<void> {
    const { socket, session } = this.given
    const { requestId } = this.#origin()
    if (method !== AUTHENTICATE || this.#isAuthenticating) return this.close('notTheProtocol')
    this.#isAuthenticating = true
    const decoded = decodeProtocolCall(AUTHENTICATE, { params, repeated })
    if (E.isLeft(decoded)) {
      socket.send(invalidParamsFrame(id, decoded.left, requestId))
      return this.close('sessionEnded')
    }
    const redeemed = await this.needs.audience.redeem(decoded.right.ticket)()
    if (this.#isGone) return
    if (E.isRight(redeemed) && redeemed.right.key === session.key) return this.#enter(id, redeemed.right)
    const isOutage = E.isLeft(redeemed) && 'cause' in redeemed.left
    socket.send(
      refusedFrame(id, errorBodyOf(isOutage ? 'service_unavailable' : 'unauthenticated', requestId)),
    )
    this.close(isOutage ? 'restarting' : 'sessionEnded')
  }

  #enter(id: string, holder: SessionHolder): void {
    const { socket, clientAddress, known } = this.given
    const { callers, counts, readings } = this.needs
    this.#stopWaiting()
    known()
    const { userId } = holder.principal.facts.user
    const leaveCounts = counts.admitUser(userId)
    if (leaveCounts === undefined) {
      socket.send(refusedFrame(id, errorBodyOf('too_many_requests', this.#origin().requestId, [], TOO_MANY)))
      return this.close('tooMany')
    }
    const caller = callers.of(holder)
    const viewer: LiveViewer = { caller, clientAddress, send: socket.send, isReady: socket.isReady }
    const listener = {
      renewed: () => readings.renewed(viewer),
      ended: () => this.#sessionEnded(),
    }
    const leave = (): void => {
      readings.leave(viewer)
      caller.leave(listener)
      leaveCounts()
    }
    caller.join(listener)
    this.#signedIn = { viewer, leave }
    socket.send(answerFrame(id, welcomeOf(holder)))
  }

  async #answer(by: SignedIn, call: ReadCall): Promise<void> {
    const { userId } = by.viewer.caller.principal().facts.user
    const verdict = this.needs.countUserCall(userId)
    if (verdict === 'ended') return this.close('tooMany')
    if (verdict === 'refused') return this.#refuseForNow(call)
    return call.method.includes('.') ? this.#callProtocol(by, call) : this.#callOperation(by, call)
  }

  #refuseForNow({ id }: ReadCall): void {
    this.given.socket.send(refusedFrame(id, errorBodyOf('too_many_requests', this.#origin().requestId)))
  }

  async #callOperation({ viewer: { caller } }: SignedIn, call: ReadCall, isActivity = true): Promise<void> {
    const { id, method: operation, params: body, repeated } = call
    if (this.#open.size >= this.needs.limits.maxOpenCalls) return this.#refuseForNow(call)
    this.#open.add(id)
    if (!this.needs.watching.isReading(caller.principal(), operation)) this.#acts.add(id)
    const origin = this.#origin()
    if (isActivity) void this.#touch(caller)
    const { frame, isSignedOut } = await this.needs.answerOperation({
      id,
      operation,
      body,
      repeated,
      caller,
      origin,
    })
    this.#answered(id, frame)
    if (isSignedOut) caller.lookAgain()
  }

  /**
   * Sends the response to a call; after the session has ended, only that of a call that changes something.
   */
  #answered(id: string, frame: string): void {
    this.#open.delete(id)
    const isAct = this.#acts.delete(id)
    if (isAct || !this.#isOver) this.given.socket.send(frame)
    if (this.#isOver) this.#sessionEnded()
  }

  /** Only calls that a person made count as activity. */
  async #touch(caller: LiveCaller): Promise<void> {
    const before = caller.principal()
    const touched = await this.given.session.touch(before)()
    if (E.isRight(touched)) {
      if (touched.right !== before && caller.principal() === before) caller.become(touched.right)
    } else if (!('cause' in touched.left)) caller.lookAgain()
  }

  /** A page reads on its own to stay current, even if the person left long ago. */
  async #readForPage(by: SignedIn, call: ReadCall): Promise<void> {
    const { socket } = this.given
    const decoded = decodeProtocolCall('live.read', call)
    const { requestId } = this.#origin()
    if (E.isLeft(decoded)) return socket.send(invalidParamsFrame(call.id, decoded.left, requestId))
    const { operation, request = {} } = decoded.right
    if (!this.needs.watching.isReading(by.viewer.caller.principal(), operation))
      return socket.send(refusedFrame(call.id, errorBodyOf('not_found', requestId)))
    return this.#callOperation(by, { ...call, method: operation, params: request }, false)
  }

  async #callProtocol(by: SignedIn, call: ReadCall): Promise<void> {
    const { viewer } = by
    const { socket, session } = this.given
    const { id, method, params, repeated } = call
    const origin = this.#origin()
    if (!isProtocolMethod(method)) return socket.send(errorFrame(id, 'methodNotFound'))
    if (method === 'live.read') return this.#readForPage(by, call)
    const decoded = decodeProtocolCall(method, { params, repeated })
    if (E.isLeft(decoded)) return socket.send(invalidParamsFrame(id, decoded.left, origin.requestId))
    this.#open.add(id)
    if (method === 'session.end') this.#acts.add(id)
    const settle = (answer: E.Either<ErrorBody, object>): void =>
      this.#answered(id, E.isLeft(answer) ? refusedFrame(id, answer.left) : answerFrame(id, answer.right))
    try {
      await this.needs.answerProtocol(method, { viewer, session, origin, params: decoded.right, settle })
    } catch (cause) {
      this.needs.log.error({ ...origin, method, err: cause }, 'unhandled error in socket call')
      settle(E.left(errorBodyOf('internal_error', origin.requestId)))
    }
  }
}

/** Handles the traffic of a socket until it closes. */
export const createConnection = (needs: ConnectionNeeds, given: NewConnection): LiveConnection =>
  new AnsweringConnection(needs, given)

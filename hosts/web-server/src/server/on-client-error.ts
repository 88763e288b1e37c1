import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { HostLog } from '../hosting/host-log.js'
import { errorAnswer } from '../answers/answer.js'
import type { Exchanges } from '../answering/exchanges.js'
import type { Exchange } from '../exchange/exchange.js'
import { writtenOut } from '../answering/write-answers.js'
import { answerOnSocket } from './answer-on-socket.js'
import { faultOf } from './malformed.js'
import type { PauseObserver } from '../answering/pauses.js'
import type { Pipelines } from './pipelining.js'

interface Needs {
  readonly exchanges: Exchanges
  readonly ids: Ids
  readonly log: HostLog
  readonly pauses: Pick<PauseObserver, 'justEnded'>
  readonly pipelines: Pick<Pipelines, 'idleSinceMs'>
  /** The extra time for a request that is late because the process paused. */
  readonly graceMs: number
}

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

const isUnused = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0

const answerFault =
  ({ exchanges, ids, log }: Needs) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const [first, ...others] = exchanges.on(socket)
    const isWorking = first !== undefined && (others.length > 0 || first.stage !== 'arriving')
    if (error.code === 'ECONNRESET' || !socket.writable || isWorking || isUnused(socket)) {
      socket.destroy()
      return
    }
    const requestId = first?.requestId ?? ids.next('req')
    const fault = faultOf(error.code, first === undefined ? 'header' : 'body')
    const answer = errorAnswer('invalid_request', requestId, fault)
    if (first !== undefined) exchanges.end(first)
    answerOnSocket(socket, answer, writtenOut({ boundary: first?.boundary }, answer), requestId)
    log.info(
      { requestId, route: first?.route ?? 'unknown', status: answer.status, cause: error.code },
      'malformed request',
    )
  }

/**
 * Responds to invalid HTTP and to timeouts with the usual error body, and closes the connection. If an
 * earlier request of the connection is still in progress, it sends nothing. The client would take a 400 for
 * the response to that request, which may well have been accepted. A connection without any data is also
 * closed silently: browsers open some ahead, and would take a response on them for that to their next
 * request. A request that is late because the process paused gets more time, as it may have arrived unread.
 */
export const onClientError = (needs: Needs) => {
  const answer = answerFault(needs)
  const { exchanges, pauses, pipelines, graceMs } = needs
  /** Whether the late request is still arriving: the same one, or one without all of its headers. */
  const isStillLate = (socket: Socket, late: Exchange | undefined): boolean => {
    const [first] = exchanges.on(socket)
    return first === late && first?.request.complete !== true && pipelines.idleSinceMs(socket) === undefined
  }
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code !== LATE || !(socket instanceof Socket) || !pauses.justEnded())
      return answer(error, socket)
    const [late] = exchanges.on(socket)
    setTimeout(() => {
      if (!socket.destroyed && isStillLate(socket, late)) answer(error, socket)
    }, graceMs).unref()
  }
}

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
  /** How much longer a request may take to arrive that was late because the process paused. */
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
      'malformed',
    )
  }

/**
 * Answers what is no HTTP, and what did not arrive in time, with the error body of all others, and closes. Where an
 * earlier request of the connection is still being worked on, it says nothing: the client would take a 400 for the
 * answer to that one, which may well have been accepted. A connection over which nothing ever came is closed without a word
 * too: a browser opens some ahead, and would take what it finds there for the answer to what it asks next. A request that is late
 * because the process paused gets more time, as it may be all there and not read yet.
 */
export const onClientError = (needs: Needs) => {
  const answer = answerFault(needs)
  const { exchanges, pauses, pipelines, graceMs } = needs
  /** Whether the request that was late is still arriving: the same one, or one whose headers aren't all there. */
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

import { errorBodyOf, type ErrorBody } from '@postrider/contracts/errors/error-body'
import { E } from '@postrider/core/fp'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import type { Origin } from '@postrider/core/audit/domain/audit-event'
import type { Postrider } from '@postrider/core/postrider'
import { signatureOf } from '@postrider/core/identity/use-cases/callers/caller'
import { refused } from '@postrider/web-server/answers/refused'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import { answerFrame, errorFrame, isTooLarge } from '../protocol/write-frame.js'
import type { LiveCaller } from '../sessions/live-callers.js'

/** A call of an operation, and its caller. */
export interface OperationCall {
  readonly id: string
  readonly operation: string
  readonly body: object
  readonly repeated: readonly FieldProblem[]
  readonly caller: LiveCaller
  readonly origin: Origin & { readonly requestId: string }
}

/** The response frame of a call, and whether it shows that the session has ended. */
export interface CallAnswer {
  readonly frame: string
  readonly isSignedOut: boolean
}

interface Needs {
  readonly postrider: Pick<Postrider, 'runOperation'>
  readonly log: HostLog
}

const TOO_LARGE = 'The response is too large for a frame. Request fewer entries.'

/** The frame of a refusal; its cause is only for the log. */
export const refusedFrame = (id: string, body: ErrorBody): string => errorFrame(id, 'refused', body)

/** Passes a call to the one runner of all operations, as every boundary does, and returns its response. */
export const callAnswerer =
  ({ postrider, log }: Needs) =>
  async ({ id, operation, body, repeated, caller, origin }: OperationCall): Promise<CallAnswer> => {
    const { requestId, clientAddress } = origin
    const { actor, credentialId: sessionId } = signatureOf(caller.principal())
    const who = { userId: actor.id, sessionId, clientAddress }
    const failed = (error: ErrorBody, isSignedOut = false) => ({
      frame: refusedFrame(id, error),
      isSignedOut,
    })
    try {
      const ran = await postrider.runOperation(caller.principal(), operation, body, origin, repeated)()
      if (E.isLeft(ran)) {
        const { body: error, logged } = refused(ran.left, requestId)
        log.info({ requestId, operation, ...who, ...logged }, 'socket call refused')
        return failed(error as ErrorBody, ran.left._tag === 'Unauthenticated')
      }
      log.debug({ requestId, operation, ...who }, 'socket call finished')
      const frame = answerFrame(id, { ...ran.right.result, requestId })
      return isTooLarge(frame)
        ? failed(errorBodyOf('payload_too_large', requestId, [], TOO_LARGE))
        : { frame, isSignedOut: false }
    } catch (cause) {
      log.error({ requestId, operation, ...who, err: cause }, 'unhandled error in socket call')
      return failed(errorBodyOf('internal_error', requestId))
    }
  }

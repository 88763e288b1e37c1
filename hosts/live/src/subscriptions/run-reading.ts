import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import { FRAME_BYTES_OUT } from '@postrider/contracts/live/frame'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { Postrider } from '@postrider/core/postrider'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import { refused } from '@postrider/web-server/answers/refused'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import { eventWriter, type WriteEvent } from '../protocol/write-frame.js'
import type { RightsMoment } from '../following/feed-follower.js'
import type { LiveViewer } from './viewer.js'

/** The result of a reading, serialized for events, and the rights that were read after it. */
export interface ReadReading {
  readonly write: WriteEvent
  readonly moment: RightsMoment
  /** The Organization that it belongs to; undefined if it isn't specific to one. */
  readonly organizationId: OrganizationId | undefined
}

/** Why a reading failed, and whether only this caller lacks the rights. */
export interface FailedReading {
  readonly body: ErrorBody
  readonly isDenied: boolean
  /** According to the remembered state the session has ended, so its caller is read again. */
  readonly isSignedOut: boolean
}

/** Runs a reading for a viewer. It doesn't count as activity. */
export type RunReading = (
  viewer: LiveViewer,
  operation: string,
  request: object,
) => Promise<E.Either<FailedReading, ReadReading>>

interface Needs {
  readonly postrider: Pick<Postrider, 'runOperation' | 'watching'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: HostLog
}

/**
 * The maximum number of concurrent readings for all subscriptions, so that the database has capacity for
 * people's calls.
 */
const AT_ONCE = 8

/** Bytes for the rest of the frame around the data. */
const ROOM_FOR_THE_REST = 1024

const DENIALS: ReadonlySet<string> = new Set(['PermissionDenied', 'OperationNotAllowed'])

const TOO_LARGE = 'The response is too large for live updates. Request fewer entries.'

export const readingRunner = ({ postrider, clock, ids, log }: Needs): RunReading => {
  const turns = semaphore(AT_ONCE)
  const failed = (body: ErrorBody, tag?: string) =>
    E.left({ body, isDenied: DENIALS.has(tag ?? ''), isSignedOut: tag === 'Unauthenticated' })

  const run: RunReading = async ({ caller, clientAddress }, operation, request) => {
    const requestId = ids.next('req')
    const origin = { requestId, clientAddress }
    try {
      const ran = await postrider.runOperation(caller.principal(), operation, request, origin)()
      if (E.isLeft(ran)) return failed(refused(ran.left, requestId).body as ErrorBody, ran.left._tag)
      // The result is also shown to other viewers, to those who may see it as of this time.
      const readAtMs = clock.nowMs()
      const epoch = await postrider.watching.epoch()()
      if (E.isLeft(epoch)) return failed(errorBodyOf('service_unavailable', requestId))
      const dataText = JSON.stringify(ran.right.result)
      if (Buffer.byteLength(dataText) + ROOM_FOR_THE_REST > FRAME_BYTES_OUT)
        return failed(errorBodyOf('payload_too_large', requestId, [], TOO_LARGE))
      const moment = { catalogEpoch: epoch.right, readAtMs }
      const { organizationId } = ran.right
      return E.right({ write: eventWriter(dataText), moment, organizationId })
    } catch (cause) {
      log.error({ requestId, operation, err: cause }, 'unhandled error in live reading')
      return failed(errorBodyOf('internal_error', requestId))
    }
  }

  return async (viewer, operation, request) => {
    await new Promise<void>((resolve) => void turns.acquire(undefined, resolve))
    try {
      return await run(viewer, operation, request)
    } finally {
      turns.release()
    }
  }
}

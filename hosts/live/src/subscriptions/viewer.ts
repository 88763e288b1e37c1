import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ProtocolParams, ProtocolResult } from '@postrider/contracts/live/protocol-methods'
import type { LiveReading } from '@postrider/core/identity/domain/access/operation'
import type { E } from '@postrider/core/fp'
import type { LiveCaller } from '../sessions/live-callers.js'

/** A socket that is shown data. */
export interface LiveViewer {
  readonly caller: LiveCaller
  readonly clientAddress: string
  send(frame: string | Buffer): void
  /** Whether its client keeps up with reading; if not, data that can wait isn't sent. */
  isReady(): boolean
}

/** The result of a `live.subscribe` call. */
export type SubscribeAnswer = E.Either<ErrorBody, ProtocolResult<'live.subscribe'>>

/** A request for a subscription. */
export interface SubscribeCall {
  readonly viewer: LiveViewer
  readonly params: ProtocolParams<'live.subscribe'>
  readonly live: LiveReading
  /** Identifies the call in its refusals. */
  readonly requestId: string
  /** Responds to the call: once, before the first event, or instead of it. */
  readonly answer: (answer: SubscribeAnswer) => void
}

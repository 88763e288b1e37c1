import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ProtocolParams, ProtocolResult } from '@postrider/contracts/live/protocol-methods'
import type { LiveReading } from '@postrider/core/identity/domain/access/operation'
import type { E } from '@postrider/core/fp'
import type { LiveCaller } from '../sessions/live-callers.js'

/** A socket, as far as it is shown something. */
export interface LiveViewer {
  readonly caller: LiveCaller
  readonly clientAddress: string
  send(frame: string | Buffer): void
  /** Whether its client takes what it is sent: else nothing is sent that can be sent later. */
  isReady(): boolean
}

/** What a call of `live.subscribe` comes to. */
export type SubscribeAnswer = E.Either<ErrorBody, ProtocolResult<'live.subscribe'>>

/** A subscription as it is asked for. */
export interface SubscribeCall {
  readonly viewer: LiveViewer
  readonly params: ProtocolParams<'live.subscribe'>
  readonly live: LiveReading
  /** Names the call in what is refused of it. */
  readonly requestId: string
  /** Answers the call: once, before the first event, or instead of it. */
  readonly answer: (answer: SubscribeAnswer) => void
}

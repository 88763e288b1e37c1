import type { ErrorCode } from '@postrider/contracts/errors/error-registry'

/** Why a connection was not taken: as many of its address are open as may be, or as many of all. */
export type RefusalCause = 'address' | 'full'

/** Why one was ended: too many requests that do not wait, nothing taken of an answer, a body in too many pieces. */
export type CutCause = 'pipelined' | 'stalled' | 'pieces'

/** Whose calls of operations are told apart: people's, by a session, and Agents', by a key. */
export type OperationBoundary = 'control' | 'agent'

/** Hears of every answered HTTP request, and of connections that were not taken or not kept, for metrics. */
export interface RequestMetrics {
  /** `route` is the path template of the route table, or `unknown`. */
  answered(route: string, method: string, status: number, durationMs: number): void
  /** An operation was answered; `operation` is its name in the registry, or `unknown`. */
  operated(boundary: OperationBoundary, operation: string, status: number, durationMs: number): void
  /** A message, or a whole send, was answered with an error. */
  sendRefused(code: ErrorCode): void
  connectionRefused(why: RefusalCause): void
  connectionCut(why: CutCause): void
}

import type { ErrorCode } from '@postrider/contracts/errors/error-registry'

/** Why a connection was refused: its address has too many open, or there are too many in total. */
export type RefusalCause = 'address' | 'full'

/**
 * Why a connection was cut: too many pipelined requests, a response that isn't read, a body in too many
 * pieces.
 */
export type CutCause = 'pipelined' | 'stalled' | 'pieces'

/**
 * The boundaries whose operation calls are counted separately: people with a session, and Agents with a key.
 */
export type OperationBoundary = 'control' | 'agent'

/** Records every HTTP response, and connections that were refused or cut, as metrics. */
export interface RequestMetrics {
  /** `route` is the path template of the route table, or `unknown`. */
  answered(route: string, method: string, status: number, durationMs: number): void
  /** Records a call of an operation; `operation` is its name in the registry, or `unknown`. */
  operated(boundary: OperationBoundary, operation: string, status: number, durationMs: number): void
  /** Records an error for a message or a whole send request. */
  sendRefused(code: ErrorCode): void
  connectionRefused(why: RefusalCause): void
  connectionCut(why: CutCause): void
}

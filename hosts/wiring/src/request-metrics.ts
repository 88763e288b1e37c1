/** Why a connection was not taken: as many of its address are open as may be, or as many of all. */
export type RefusalCause = 'address' | 'full'

/** Why one was ended: too many requests that do not wait, nothing taken of an answer, a body in too many pieces. */
export type CutCause = 'pipelined' | 'stalled' | 'pieces'

/** Hears of every answered HTTP request, and of connections that were not taken or not kept, for metrics. */
export interface RequestMetrics {
  /** `route` is the path template of the route table, or `unknown`. */
  answered(route: string, method: string, status: number, durationMs: number): void
  connectionRefused(why: RefusalCause): void
  connectionCut(why: CutCause): void
}

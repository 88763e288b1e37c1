/** Hears of every answered HTTP request, for metrics. */
export interface RequestMetrics {
  /** `route` is the path template of the route table, or `unknown`. */
  answered(route: string, method: string, status: number, durationMs: number): void
}

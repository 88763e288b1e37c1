import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'

/** The metrics of a process in a form that can be sent to another. */
export type FigureRecords = ReadonlyArray<MetricObjectWithValues<MetricValue<string>>>

/**
 * Metrics of Node's open resources; the client library names the totals like counters, and also has them by
 * kind.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
] as const

/** An empty registry with Node's own metrics. */
export const registryOfNode = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}

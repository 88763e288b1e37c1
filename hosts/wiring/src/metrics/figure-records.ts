import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'

/** The figures of a process as they travel to another. */
export type FigureRecords = ReadonlyArray<MetricObjectWithValues<MetricValue<string>>>

/** Of what Node has open; the client library names the sums as if they were counters, and has them by kind as well. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
] as const

/** An empty registry with Node's own figures. */
export const registryOfNode = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}

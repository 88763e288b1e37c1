import { AggregatorRegistry, type Registry } from 'prom-client'
import { type FigureRecords, registryOfNode } from './figure-records.js'
import type { FigurePage } from './metrics.js'
import { workers } from './worker-instruments.js'

/** The metrics of a parent and its workers on one page. */
export interface GatheredFigures {
  /** Stores a worker's latest metrics, which are used until it sends more. */
  shown(worker: number, records: FigureRecords): void
  /** Counts a worker that ended unexpectedly. */
  died(): void
  /** Called when a worker has ended: its counters are kept, and its gauges are dropped. */
  ended(worker: number): void
  page(): Promise<FigurePage>
}

/** Metrics that grow as long as their process lives. */
const COUNTED: ReadonlySet<string> = new Set(['counter', 'histogram'])

/**
 * The start time is the parent's, and the event loop lag is the maximum; the others declare their
 * aggregation.
 */
const ADDED_UP: ReadonlyMap<string, 'first' | 'max'> = new Map([
  ['process_start_time_seconds', 'first'],
  ...['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
    (part) => [`nodejs_eventloop_lag_${part}_seconds`, 'max'] as const,
  ),
  ['nodejs_eventloop_lag_seconds', 'max'],
])

const addable = (records: FigureRecords): FigureRecords =>
  records.map((record) => {
    const aggregator = ADDED_UP.get(record.name)
    return aggregator === undefined ? record : { ...record, aggregator }
  })

const added = (all: readonly FigureRecords[]): Registry =>
  AggregatorRegistry.aggregate(all.map((records) => [...addable(records)]))

/**
 * Combines the metrics of a parent and this many workers on one page (docs/api/running#metrics). Counters and
 * histograms are summed, including those of ended workers, so that none decreases; the `aggregator` of a
 * gauge decides how its values are combined.
 */
export const gatherFigures = (wanted: number): GatheredFigures => {
  const own = registryOfNode()
  const { workersWanted, workerDeaths } = workers([own])
  workersWanted.set(wanted)
  const present = new Map<number, FigureRecords>()
  let past: FigureRecords = []
  let retiring = Promise.resolve()

  const retire = async (records: FigureRecords): Promise<void> => {
    const counted = records.filter(({ type }) => COUNTED.has(String(type)))
    past = await added([past, counted]).getMetricsAsJSON()
  }

  return {
    died: () => workerDeaths.inc(),
    shown: (worker, records) => void present.set(worker, records),
    ended: (worker) => {
      const records = present.get(worker)
      if (records === undefined) return
      present.delete(worker)
      retiring = retiring.then(() => retire(records))
    },
    page: async () => {
      await retiring
      const sum = added([await own.getMetricsAsJSON(), ...present.values(), past])
      return { contentType: own.contentType, body: await sum.metrics() }
    },
  }
}

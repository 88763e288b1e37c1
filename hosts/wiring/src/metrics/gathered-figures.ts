import { AggregatorRegistry, type Registry } from 'prom-client'
import { type FigureRecords, registryOfNode } from './figure-records.js'
import type { FigurePage } from './metrics.js'
import { workers } from './worker-instruments.js'

/** The figures of a parent and of its workers on one page. */
export interface GatheredFigures {
  /** What a worker showed last: it stands in for the worker until it shows more. */
  shown(worker: number, records: FigureRecords): void
  /** A worker ended that nobody had asked to. */
  died(): void
  /** The worker has ended: what it counted stays counted, and how it stood is gone. */
  ended(worker: number): void
  page(): Promise<FigurePage>
}

/** What grows as long as its process lives. */
const COUNTED: ReadonlySet<string> = new Set(['counter', 'histogram'])

/** The start of the whole is the parent's, and the one that lags most tells how the loops lag; the rest says itself how it adds up. */
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
 * Puts the figures of a parent of so many workers, and theirs, on one page (docs/contract#metrics): counters and histograms are added up, those of workers
 * that have ended as well, so that none goes backwards; a gauge says by its `aggregator` what several of it come to.
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

import { Counter, Gauge, type Registry } from 'prom-client'

/** The processes behind a page of figures: one, or the workers of one parent. */
export const workers = (registers: Registry[]) => ({
  workersServing: new Gauge({
    name: 'postrider_workers_serving',
    help: 'Processes behind this page that are serving; 1 without workers.',
    registers,
  }),
  workersWanted: new Gauge({
    name: 'postrider_workers_wanted',
    help: 'Expected number of processes behind this page.',
    aggregator: 'max',
    registers,
  }),
  workerDeaths: new Counter({
    name: 'postrider_worker_deaths_total',
    help: 'Workers that exited unexpectedly and were or will be replaced.',
    registers,
  }),
})

import { Counter, Gauge, type Registry } from 'prom-client'

/** The processes behind a page of figures: one, or the workers of one parent. */
export const workers = (registers: Registry[]) => ({
  workersServing: new Gauge({
    name: 'postrider_workers_serving',
    help: 'Processes behind this page that serve: 1 where there are no workers.',
    registers,
  }),
  workersWanted: new Gauge({
    name: 'postrider_workers_wanted',
    help: 'How many processes behind this page there should be.',
    aggregator: 'max',
    registers,
  }),
  workerDeaths: new Counter({
    name: 'postrider_worker_deaths_total',
    help: 'Workers that ended without having been asked to, and were or will be replaced.',
    registers,
  }),
})

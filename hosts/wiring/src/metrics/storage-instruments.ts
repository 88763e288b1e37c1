import { Counter, Gauge, type Registry } from 'prom-client'
import type { Connections } from '@postrider/storage-sql/engine/watch'

/**
 * The state of the database connections is read on each scrape, so that nothing has to be counted in between.
 */
const connectionGauges = (registers: Registry[]) => {
  let connections: (() => Connections) | undefined
  const states = new Gauge({
    name: 'postrider_storage_connections',
    help: 'Database connections for transactions and readings: in_use, idle, and calls waiting for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      if (connections === undefined) return
      const { inUse, idle, waiting } = connections()
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  const limit = new Gauge({
    name: 'postrider_storage_connections_limit',
    help: 'Maximum number of database connections.',
    registers,
    collect() {
      if (connections !== undefined) this.set(connections().limit)
    },
  })
  return {
    connections: { states, limit },
    connected: (read: () => Connections): void => {
      connections = read
    },
  }
}

/** Events of a process's transactions and readings. */
export const storage = (registers: Registry[]) => ({
  storageRetries: new Counter({
    name: 'postrider_storage_retries_total',
    help: 'Transactions and readings that were retried, by reason.',
    labelNames: ['why'] as const,
    registers,
  }),
  storageFailures: new Counter({
    name: 'postrider_storage_failures_total',
    help: 'Transactions and readings that failed after all retries, by last reason.',
    labelNames: ['why'] as const,
    registers,
  }),
  ...connectionGauges(registers),
})

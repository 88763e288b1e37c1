import { Counter, Gauge, type Registry } from 'prom-client'

/** Messages that wait for the queue, and in it. */
const queues = (registers: Registry[]) => ({
  outboxPending: new Gauge({
    name: 'postrider_outbox_pending',
    help: 'Messages that are not finished.',
    aggregator: 'max',
    registers,
  }),
  outboxOldestSeconds: new Gauge({
    name: 'postrider_outbox_oldest_age_seconds',
    help: 'Longest time that a due message has waited for the queue. 0: none waits.',
    aggregator: 'max',
    registers,
  }),
  queueDepth: new Gauge({
    name: 'postrider_queue_depth',
    help: 'Jobs waiting in the queue, by lane.',
    labelNames: ['lane'] as const,
    aggregator: 'max',
    registers,
  }),
  queueUp: new Gauge({
    name: 'postrider_queue_up',
    help: '1 while the queue is reachable, otherwise 0.',
    aggregator: 'min',
    registers,
  }),
  jobsGivenUp: new Counter({
    name: 'postrider_queue_dead_jobs_total',
    help: 'Jobs that the queue dropped because consumers could not read them or crashed. Their messages are scheduled again.',
    registers,
  }),
})

/** The progress of the change feed. */
const feed = (registers: Registry[]) => ({
  feedUnnumbered: new Gauge({
    name: 'postrider_feed_unnumbered_changes',
    help: 'Committed changes without a number in the feed; consoles do not show them yet. Counted up to 10,000.',
    aggregator: 'max',
    registers,
  }),
  feedHead: new Gauge({
    name: 'postrider_feed_newest_change',
    help: 'Number of the newest change in the feed.',
    aggregator: 'max',
    registers,
  }),
})

/** The state of the ledger and of the process. */
const books = (registers: Registry[]) => ({
  clockOffset: new Gauge({
    name: 'postrider_clock_offset_seconds',
    help: "How far the clock of the machine or of the process is ahead of the database's clock, at the last comparison.",
    labelNames: ['clock'] as const,
    aggregator: 'average',
    registers,
  }),
  ledgerChecks: new Counter({
    name: 'postrider_ledger_accounts_checked_total',
    help: 'Accounts compared with their recalculated ledgers.',
    registers,
  }),
  ledgerDrift: new Gauge({
    name: 'postrider_ledger_drifting_accounts',
    help: 'Accounts that differ from their ledgers, at the last full check. Investigate any value except 0.',
    aggregator: 'max',
    registers,
  }),
  deadLetters: new Counter({
    name: 'postrider_dead_letters_total',
    help: 'Messages whose processing failed too often, by place. A super admin has to decide about each.',
    labelNames: ['stage'] as const,
    registers,
  }),
  failures: new Counter({
    name: 'postrider_failures_total',
    help: 'Handled failures, by part.',
    labelNames: ['where'] as const,
    registers,
  }),
  ready: new Gauge({
    name: 'postrider_ready',
    help: 'Result of the last readiness check, by check: 1 pass, 0.5 warning, 0 fail.',
    labelNames: ['check'] as const,
    aggregator: 'min',
    registers,
  }),
  build: new Gauge({
    name: 'postrider_build_info',
    help: 'Version of the running process; always 1.',
    labelNames: ['version', 'commit'] as const,
    aggregator: 'first',
    registers,
  }),
})

/** The state of a process, its queue and its ledger. */
export const queuesAndProcess = (registers: Registry[]) => ({
  ...queues(registers),
  ...feed(registers),
  ...books(registers),
})

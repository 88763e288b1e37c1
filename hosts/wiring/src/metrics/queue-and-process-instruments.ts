import { Counter, Gauge, type Registry } from 'prom-client'

/** Messages that wait for the queue, and in it. */
const queues = (registers: Registry[]) => ({
  outboxPending: new Gauge({
    name: 'postrider_outbox_pending',
    help: 'Messages that still need something done.',
    aggregator: 'max',
    registers,
  }),
  outboxOldestSeconds: new Gauge({
    name: 'postrider_outbox_oldest_age_seconds',
    help: 'For how long the longest-waiting message has been due without having gone to the queue; 0: none waits.',
    aggregator: 'max',
    registers,
  }),
  queueDepth: new Gauge({
    name: 'postrider_queue_depth',
    help: 'Jobs waiting in a lane of the queue.',
    labelNames: ['lane'] as const,
    aggregator: 'max',
    registers,
  }),
  queueUp: new Gauge({
    name: 'postrider_queue_up',
    help: '1 while the queue can be reached.',
    aggregator: 'min',
    registers,
  }),
  jobsGivenUp: new Counter({
    name: 'postrider_queue_dead_jobs_total',
    help: 'Jobs that the queue gave up, because nobody could read or survive them; their messages are looked at again.',
    registers,
  }),
})

/** The progress of the change feed. */
const feed = (registers: Registry[]) => ({
  feedUnnumbered: new Gauge({
    name: 'postrider_feed_unnumbered_changes',
    help: 'Committed changes that have no number in the feed yet, so that no console has heard of them; counted to 10,000.',
    aggregator: 'max',
    registers,
  }),
  feedHead: new Gauge({
    name: 'postrider_feed_newest_change',
    help: 'The number of the newest change in the feed.',
    aggregator: 'max',
    registers,
  }),
})

/** The state of the ledger and of the process. */
const books = (registers: Registry[]) => ({
  clockOffset: new Gauge({
    name: 'postrider_clock_offset_seconds',
    help: "How far a clock was ahead of the database's when they were last compared: the machine's, the process's.",
    labelNames: ['clock'] as const,
    aggregator: 'average',
    registers,
  }),
  ledgerChecks: new Counter({
    name: 'postrider_ledger_accounts_checked_total',
    help: 'Accounts compared with their re-added ledgers.',
    registers,
  }),
  ledgerDrift: new Gauge({
    name: 'postrider_ledger_drifting_accounts',
    help: 'Accounts that differ from their ledgers, as of the last full round. Anything but 0 needs a human.',
    aggregator: 'max',
    registers,
  }),
  deadLetters: new Counter({
    name: 'postrider_dead_letters_total',
    help: 'Messages that processing failed for too often, by where it failed. Each needs a human.',
    labelNames: ['stage'] as const,
    registers,
  }),
  failures: new Counter({
    name: 'postrider_failures_total',
    help: 'Failures that were survived, by the part they struck.',
    labelNames: ['where'] as const,
    registers,
  }),
  ready: new Gauge({
    name: 'postrider_ready',
    help: 'How the last look at each readiness check ended: 1 it passes, 0.5 it warns, 0 it fails.',
    labelNames: ['check'] as const,
    aggregator: 'min',
    registers,
  }),
  build: new Gauge({
    name: 'postrider_build_info',
    help: 'What is running.',
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

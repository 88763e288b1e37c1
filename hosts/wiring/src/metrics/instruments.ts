import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const FAST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const AGE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

const acceptance = (registers: Registry[]) => ({
  accepted: new Counter({
    name: 'postrider_messages_accepted_total',
    help: 'Messages accepted durably; replayed: an earlier acceptance was answered again.',
    labelNames: ['channel', 'replayed'] as const,
    registers,
  }),
  batchSize: new Histogram({
    name: 'postrider_acceptance_batch_size',
    help: 'Requests that shared one accepting transaction.',
    buckets: SIZES,
    registers,
  }),
  batchSeconds: new Histogram({
    name: 'postrider_acceptance_batch_duration_seconds',
    help: 'Time of one accepting transaction.',
    buckets: FAST_SECONDS,
    registers,
  }),
  httpSeconds: new Histogram({
    name: 'postrider_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'route', 'status_code'] as const,
    buckets: FAST_SECONDS,
    registers,
  }),
})

const dispatch = (registers: Registry[]) => ({
  relayed: new Counter({
    name: 'postrider_messages_relayed_total',
    help: 'Messages taken from the outbox to the queue, by what the queue said.',
    labelNames: ['lane', 'outcome'] as const,
    registers,
  }),
  calls: new Counter({
    name: 'postrider_provider_calls_total',
    help: 'Calls of providers by what came of them.',
    labelNames: ['channel', 'provider', 'outcome'] as const,
    registers,
  }),
  callSeconds: new Histogram({
    name: 'postrider_provider_call_duration_seconds',
    help: 'Time of a call of a provider.',
    labelNames: ['channel', 'outcome'] as const,
    buckets: CALL_SECONDS,
    registers,
  }),
  states: new Counter({
    name: 'postrider_message_states_total',
    help: 'Messages that reached a state.',
    labelNames: ['channel', 'state'] as const,
    registers,
  }),
  stateAge: new Histogram({
    name: 'postrider_message_dispatch_duration_seconds',
    help: 'Time from acceptance until a message reached a state.',
    labelNames: ['channel', 'state'] as const,
    buckets: AGE_SECONDS,
    registers,
  }),
  receipts: new Counter({
    name: 'postrider_receipts_total',
    help: 'Reports of providers: stored, duplicate, or contradicting a final state.',
    labelNames: ['outcome'] as const,
    registers,
  }),
})

const guards = (registers: Registry[]) => ({
  passcodes: new Counter({
    name: 'postrider_passcodes_offered_total',
    help: 'Codes that were given back to be verified, by whether they were right.',
    labelNames: ['verified'] as const,
    registers,
  }),
  rateLimited: new Counter({
    name: 'postrider_requests_rate_limited_total',
    help: 'Requests that came too often for their caller.',
    labelNames: ['policy'] as const,
    registers,
  }),
  connectionsRefused: new Counter({
    name: 'postrider_http_connections_refused_total',
    help: 'Connections that were not taken: too many of their address were open, or as many as there may be.',
    labelNames: ['why'] as const,
    registers,
  }),
  connectionsCut: new Counter({
    name: 'postrider_http_connections_cut_total',
    help: 'Connections that were ended for what they held: pipelined requests, answers not taken, bodies in pieces.',
    labelNames: ['why'] as const,
    registers,
  }),
  prefixesBlocked: new Counter({
    name: 'postrider_passcode_prefixes_blocked_total',
    help: 'Prefixes that the toll-fraud breaker blocked for an app.',
    registers,
  }),
  budgetsReached: new Counter({
    name: 'postrider_budget_alerts_total',
    help: 'Percentages of budgets that were reached.',
    labelNames: ['percent'] as const,
    registers,
  }),
})

const standing = (registers: Registry[]) => ({
  outboxPending: new Gauge({
    name: 'postrider_outbox_pending',
    help: 'Messages that still need something done.',
    registers,
  }),
  outboxOldestSeconds: new Gauge({
    name: 'postrider_outbox_oldest_age_seconds',
    help: 'For how long the longest-waiting message has been due without having gone to the queue; 0: none waits.',
    registers,
  }),
  queueDepth: new Gauge({
    name: 'postrider_queue_depth',
    help: 'Jobs waiting in a lane of the queue.',
    labelNames: ['lane'] as const,
    registers,
  }),
  queueUp: new Gauge({ name: 'postrider_queue_up', help: '1 while the queue can be reached.', registers }),
  clockOffset: new Gauge({
    name: 'postrider_clock_offset_seconds',
    help: "How far a clock was ahead of the database's when they were last compared: the machine's, the process's.",
    labelNames: ['clock'] as const,
    registers,
  }),
  jobsGivenUp: new Counter({
    name: 'postrider_queue_dead_jobs_total',
    help: 'Jobs that the queue gave up, because nobody could read or survive them; their messages are looked at again.',
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
    registers,
  }),
  deadLetters: new Counter({
    name: 'postrider_dead_letters_total',
    help: 'Messages that processing failed for too often, by where it failed. Each needs a human.',
    labelNames: ['stage'] as const,
    registers,
  }),
  troubles: new Counter({
    name: 'postrider_troubles_total',
    help: 'Failures that were survived, by the part they struck.',
    labelNames: ['where'] as const,
    registers,
  }),
  build: new Gauge({
    name: 'postrider_build_info',
    help: 'What is running.',
    labelNames: ['version', 'commit'] as const,
    registers,
  }),
})

/** Every figure of a process, by the conventions of Prometheus: base units, no tenant, no identifier of a message. */
export const createInstruments = (registry: Registry) => ({
  ...acceptance([registry]),
  ...dispatch([registry]),
  ...guards([registry]),
  ...standing([registry]),
})

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { queuesAndProcess } from './queue-and-process-instruments.js'
import { storage } from './storage-instruments.js'
import { waiting } from './waiting-instruments.js'
import { webhooks } from './webhook-instruments.js'
import { workers } from './worker-instruments.js'

const FAST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Only few buckets: there are a hundred operations, with a series for each bucket. */
const OPERATION_SECONDS = [0.01, 0.05, 0.25, 1, 5]
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const AGE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

const acceptance = (registers: Registry[]) => ({
  accepted: new Counter({
    name: 'postrider_messages_accepted_total',
    help: 'Messages stored durably. replayed: a repeated request got the earlier acceptance.',
    labelNames: ['channel', 'replayed'] as const,
    registers,
  }),
  batchSize: new Histogram({
    name: 'postrider_acceptance_batch_size',
    help: 'Requests accepted in one shared transaction.',
    buckets: SIZES,
    registers,
  }),
  batchSeconds: new Histogram({
    name: 'postrider_acceptance_batch_duration_seconds',
    help: 'Duration of a transaction that accepts messages.',
    buckets: FAST_SECONDS,
    registers,
  }),
  httpSeconds: new Histogram({
    name: 'postrider_http_request_duration_seconds',
    help: 'Time from a request to its response.',
    labelNames: ['method', 'route', 'status_code'] as const,
    buckets: FAST_SECONDS,
    registers,
  }),
  operationSeconds: new Histogram({
    name: 'postrider_operation_duration_seconds',
    help: 'Time from a call to its response, by operation. unknown: no operation has that name.',
    labelNames: ['boundary', 'operation', 'status_code'] as const,
    buckets: OPERATION_SECONDS,
    registers,
  }),
  handedOver: new Counter({
    name: 'postrider_submissions_handed_over_total',
    help: 'Sends and batches that a worker handed over to the home worker of their Organization. unanswered: the worker accepted them itself.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  organizationAside: new Gauge({
    name: 'postrider_organization_aside',
    help: '1 for each Organization that is set aside: it gets separate transactions, because shared ones with it were blocked or failed.',
    labelNames: ['batcher', 'organization', 'why'] as const,
    aggregator: 'max',
    registers,
  }),
  sendsRefused: new Counter({
    name: 'postrider_sends_refused_total',
    help: 'Sends, and messages of batches, that got an error response, by error code.',
    labelNames: ['code'] as const,
    registers,
  }),
})

/** The health of provider accounts in this process. */
const accounts = (registers: Registry[]) => ({
  providerHealth: new Gauge({
    name: 'postrider_provider_health',
    help: 'State of a provider account in this process: 1 up, 0.5 unknown, 0 refused or down.',
    labelNames: ['provider'] as const,
    aggregator: 'min',
    registers,
  }),
  providerProblem: new Gauge({
    name: 'postrider_provider_problem',
    help: '1 while a provider account does not work in this process, by reason; otherwise 0 without a reason.',
    labelNames: ['provider', 'reason'] as const,
    aggregator: 'max',
    registers,
  }),
  providerSessions: new Gauge({
    name: 'postrider_provider_sessions',
    help: 'Open connections of this process to a provider account, if its protocol keeps connections.',
    labelNames: ['provider'] as const,
    registers,
  }),
  providerCallsInFlight: new Gauge({
    name: 'postrider_provider_calls_in_flight',
    help: 'Calls to a provider account that are in progress in this process.',
    labelNames: ['provider'] as const,
    registers,
  }),
  providerSpeed: new Gauge({
    name: 'postrider_provider_speed_ratio',
    help: 'Call rate of this process to a provider account, as a share of the rate before the account asked for less. 1: not reduced.',
    labelNames: ['provider'] as const,
    aggregator: 'min',
    registers,
  }),
  circuitOpen: new Gauge({
    name: 'postrider_provider_circuit_open',
    help: '1 while this process does not call the provider account because it does not work, otherwise 0.',
    labelNames: ['provider'] as const,
    aggregator: 'max',
    registers,
  }),
})

const dispatch = (registers: Registry[]) => ({
  relayed: new Counter({
    name: 'postrider_messages_relayed_total',
    help: 'Messages moved from the outbox to the queue, by the result.',
    labelNames: ['lane', 'outcome'] as const,
    registers,
  }),
  calls: new Counter({
    name: 'postrider_provider_calls_total',
    help: 'Calls to providers, by outcome.',
    labelNames: ['channel', 'provider', 'outcome'] as const,
    registers,
  }),
  callSeconds: new Histogram({
    name: 'postrider_provider_call_duration_seconds',
    help: 'Duration of a call to a provider.',
    labelNames: ['channel', 'provider', 'outcome'] as const,
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
    help: 'Delivery reports: stored, duplicate, in conflict with a final state, or ignored because they concern no message.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  inboundMessages: new Counter({
    name: 'postrider_inbound_messages_total',
    help: 'Inbound messages: assigned to an Organization, or unassigned until a super admin assigns them.',
    labelNames: ['state'] as const,
    registers,
  }),
  keywordReplies: new Counter({
    name: 'postrider_keyword_replies_total',
    help: 'Replies to keywords: accepted, or not sent because they were repeated, refused, late, or turned off.',
    labelNames: ['kind', 'result'] as const,
    registers,
  }),
  returnedMailsRefused: new Counter({
    name: 'postrider_returned_mails_refused_total',
    help: 'Bounce emails that were refused: unknown address, too_long, or later (storage was unavailable; the server retries).',
    labelNames: ['why'] as const,
    registers,
  }),
})

const guards = (registers: Registry[]) => ({
  otpVerifications: new Counter({
    name: 'postrider_otp_verifications_total',
    help: 'Attempts to verify a one-time passcode, by result.',
    labelNames: ['verified'] as const,
    registers,
  }),
  rateLimited: new Counter({
    name: 'postrider_requests_rate_limited_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['policy'] as const,
    registers,
  }),
  connectionsRefused: new Counter({
    name: 'postrider_http_connections_refused_total',
    help: 'Connections refused because their address, or the process, had too many open.',
    labelNames: ['why'] as const,
    registers,
  }),
  connectionsCut: new Counter({
    name: 'postrider_http_connections_cut_total',
    help: 'Connections closed by a limit: pipelined requests, responses that were not read, bodies in too many pieces.',
    labelNames: ['why'] as const,
    registers,
  }),
  prefixesBlocked: new Counter({
    name: 'postrider_otp_prefixes_blocked_total',
    help: 'Number prefixes blocked for an app because of suspected SMS pumping.',
    registers,
  }),
  budgetsReached: new Counter({
    name: 'postrider_budget_alerts_total',
    help: 'Alert percentages of budgets that were reached.',
    labelNames: ['percent'] as const,
    registers,
  }),
})

/**
 * All metrics of a process, following the conventions of Prometheus: base units, no tenant, no message id.
 */
export const createInstruments = (registry: Registry) => ({
  ...acceptance([registry]),
  ...accounts([registry]),
  ...dispatch([registry]),
  ...guards([registry]),
  ...queuesAndProcess([registry]),
  ...waiting([registry]),
  ...webhooks([registry]),
  ...storage([registry]),
  ...workers([registry]),
})

export type Instruments = ReturnType<typeof createInstruments>

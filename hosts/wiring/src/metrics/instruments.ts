import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { queuesAndProcess } from './queue-and-process-instruments.js'
import { storage } from './storage-instruments.js'
import { waiting } from './waiting-instruments.js'
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
  operationSeconds: new Histogram({
    name: 'postrider_operation_duration_seconds',
    help: 'Time from a call of an operation to its answer, by its name; unknown: there is no such operation.',
    labelNames: ['boundary', 'operation', 'status_code'] as const,
    buckets: OPERATION_SECONDS,
    registers,
  }),
  handedOver: new Counter({
    name: 'postrider_submissions_handed_over_total',
    help: 'Sends and batches that a worker handed over to the home of their Organization; unanswered: it accepted them itself.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  organizationAside: new Gauge({
    name: 'postrider_organization_aside',
    help: 'An Organization that gets transactions of its own, with the batcher that does so and the reason: 1.',
    labelNames: ['batcher', 'organization', 'why'] as const,
    aggregator: 'max',
    registers,
  }),
  sendsRefused: new Counter({
    name: 'postrider_sends_refused_total',
    help: 'Sends, and messages of batches, that were answered with an error, by its code.',
    labelNames: ['code'] as const,
    registers,
  }),
})

/** The health of provider accounts in this process. */
const accounts = (registers: Registry[]) => ({
  providerHealth: new Gauge({
    name: 'postrider_provider_health',
    help: 'How a provider account stands for this process: 1 up, 0.5 not known, 0 refused or down.',
    labelNames: ['provider'] as const,
    aggregator: 'min',
    registers,
  }),
  providerProblem: new Gauge({
    name: 'postrider_provider_problem',
    help: 'Whether a provider account does not work for this process, with the reason: 1, else 0 without one.',
    labelNames: ['provider', 'reason'] as const,
    aggregator: 'max',
    registers,
  }),
  providerSessions: new Gauge({
    name: 'postrider_provider_sessions',
    help: 'Connections to a provider account that this process has open, where the account keeps any.',
    labelNames: ['provider'] as const,
    registers,
  }),
  providerCallsInFlight: new Gauge({
    name: 'postrider_provider_calls_in_flight',
    help: 'Calls of a provider account that this process has under way.',
    labelNames: ['provider'] as const,
    registers,
  }),
  providerSpeed: new Gauge({
    name: 'postrider_provider_speed_ratio',
    help: 'How fast this process calls a provider account, of how fast it did before the account asked for less: 1 as fast.',
    labelNames: ['provider'] as const,
    aggregator: 'min',
    registers,
  }),
  circuitOpen: new Gauge({
    name: 'postrider_provider_circuit_open',
    help: 'Whether this process leaves the provider account alone, since it does not work: 1, else 0.',
    labelNames: ['provider'] as const,
    aggregator: 'max',
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
    help: 'Reports of providers: stored, duplicate, contradicting a final state, or ignored since they mean nothing here.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  inboundMessages: new Counter({
    name: 'postrider_inbound_messages_total',
    help: 'Messages that people wrote to senders: assigned to an Organization, or unassigned until an operator says whose they are.',
    labelNames: ['state'] as const,
    registers,
  }),
  returnedMailsRefused: new Counter({
    name: 'postrider_returned_mails_refused_total',
    help: 'Mails that came back and were not taken: for nobody of ours, too_long, or later since storage was away.',
    labelNames: ['why'] as const,
    registers,
  }),
})

const guards = (registers: Registry[]) => ({
  otpVerifications: new Counter({
    name: 'postrider_otp_verifications_total',
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
    name: 'postrider_otp_prefixes_blocked_total',
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
  ...storage([registry]),
  ...workers([registry]),
})

export type Instruments = ReturnType<typeof createInstruments>

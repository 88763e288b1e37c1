import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { SubmitOutcome } from './outcome.js'

/**
 * The health of an account at its provider. `up`: it accepts messages. `connecting`: the status isn't known
 * yet, or the last result is too old. `refused`: the provider rejects the account (login, token, contract,
 * payment). `down`: the provider is unreachable or doesn't respond.
 */
export const HEALTH_STATUSES = ['up', 'connecting', 'refused', 'down'] as const

export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** The health of an open account, as one process sees it (docs/api/delivery#several-accounts). */
export interface AccountHealth {
  readonly status: HealthStatus
  readonly sinceMs: EpochMs
  /** The problem in our words, without secrets; undefined if none is known. */
  readonly detail: string | undefined
  /** Connections that are open now, if the account keeps any. */
  readonly sessions: number
  readonly callsInFlight: number
  /**
   * The account's circuit breaker is open in this process, so it isn't called for a while. Set by the
   * process, not by adapters.
   */
  readonly isCircuitOpen?: true
  /**
   * The current call rate as a share of the usual one, if the account asked for less (`slowdown.ts`);
   * omitted: the usual rate. Set by the process, not by adapters.
   */
  readonly slowedTo?: number
}

/** The health of an account without an open session, derived from its last calls. */
export interface LastCalls extends Pick<AccountHealth, 'status' | 'sinceMs' | 'detail'> {
  /** When the last call ended. */
  readonly atMs: EpochMs
  /** How many calls in a row got no response. */
  readonly unanswered: number
}

/** This many lost responses in a row mean that the provider is down; a single one isn't significant. */
const MOST_UNANSWERED = 3

/** How long a failure is meaningful; after that, only another call shows the health of the account. */
const SAYS_SOMETHING_MS = MINUTE_MS

/** The state of an account that hasn't been called yet. */
export const notCalledYet = (nowMs: EpochMs): LastCalls => ({
  status: 'connecting',
  sinceMs: nowMs,
  detail: undefined,
  atMs: nowMs,
  unanswered: 0,
})

/** Updates the last calls after another call has ended. */
export const afterCall = (before: LastCalls, outcome: SubmitOutcome, nowMs: EpochMs): LastCalls => {
  const to = (status: HealthStatus, detail?: string, unanswered = 0): LastCalls => ({
    status,
    sinceMs: before.status === status ? before.sinceMs : nowMs,
    detail,
    atMs: nowMs,
    unanswered,
  })
  switch (outcome._tag) {
    case 'NotAttempted':
      return to(outcome.isRefused === true ? 'refused' : 'down', outcome.detail)
    case 'OutcomeUnknown': {
      if (outcome.isOfMessage === true) return before
      const unanswered = before.unanswered + 1
      return unanswered < MOST_UNANSWERED ? { ...before, unanswered } : to('down', outcome.detail, unanswered)
    }
    default:
      return to('up')
  }
}

/** The health of an account by its last calls. A failure a minute ago says nothing about the present. */
export const healthByCalls = (
  { status, sinceMs, detail, atMs }: LastCalls,
  nowMs: EpochMs,
): Pick<AccountHealth, 'status' | 'sinceMs' | 'detail'> => {
  const forgottenAtMs = atMs + SAYS_SOMETHING_MS
  const isForgotten = (status === 'down' || status === 'refused') && nowMs >= forgottenAtMs
  return isForgotten
    ? { status: 'connecting', sinceMs: forgottenAtMs, detail: undefined }
    : { status, sinceMs, detail }
}

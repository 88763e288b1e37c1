import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { SubmitOutcome } from './outcome.js'

/**
 * How an account stands with its provider: `up`, it takes messages; `connecting`, nothing is known yet, or not any more;
 * `refused`, the provider does not let it in (login, token, contract, payment); `down`, the provider is out of reach, or does
 * not answer.
 */
export const HEALTH_STATUSES = ['up', 'connecting', 'refused', 'down'] as const

export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** How an open account stands, as one process sees it (docs/contract#several-accounts). */
export interface AccountHealth {
  readonly status: HealthStatus
  readonly sinceMs: EpochMs
  /** What is wrong, in our words, without secrets; undefined where nothing is known to be. */
  readonly detail: string | undefined
  /** Connections that are open at the moment, where the account keeps any. */
  readonly sessions: number
  readonly callsInFlight: number
  /** That the process leaves it alone for a while: its circuit breaker is open. No adapter says so, the process does. */
  readonly isCircuitOpen?: true
  /**
   * How fast the process calls it, of how fast it did before the account asked for less (`slowdown.ts`); left out: as fast. No
   * adapter says so, the process does.
   */
  readonly slowedTo?: number
}

/** What is said of an account that keeps no session open: what its last calls came to. */
export interface LastCalls extends Pick<AccountHealth, 'status' | 'sinceMs' | 'detail'> {
  /** When the last one ended. */
  readonly atMs: EpochMs
  /** Calls in a row whose answers were lost. */
  readonly unanswered: number
}

/** So many lost answers in a row say that the provider is down; a single one happens. */
const MOST_UNANSWERED = 3

/** For so long a failure says something of the account: then somebody has to call it again to know. */
const SAYS_SOMETHING_MS = MINUTE_MS

/** Of an account that was not called yet. */
export const notCalledYet = (nowMs: EpochMs): LastCalls => ({
  status: 'connecting',
  sinceMs: nowMs,
  detail: undefined,
  atMs: nowMs,
  unanswered: 0,
})

/** What the last calls say of an account once another one has ended. */
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

/** How an account stands by its last calls. That one failed a minute ago says nothing of now. */
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

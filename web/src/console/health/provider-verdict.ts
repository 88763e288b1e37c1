import type { ResultOf } from '@postrider/core/assembly/registry'

/** The fields of an account that describe its health. */
export type ShownAccount = Pick<
  NonNullable<ResultOf<'getOverview'>['providers']>['accounts'][number],
  | 'status'
  | 'health'
  | 'accepted'
  | 'rejectedByRoute'
  | 'permanentFailure'
  | 'transientFailure'
  | 'unknown'
  | 'lastFailure'
>

/** The health of an account, from the processes' reports and its calls of the last hour. */
export type AccountVerdict = 'stopped' | 'idle' | 'well' | 'unsteady' | 'failing'

const MINUTE_MS = 60_000

/** Older failures are ignored: one good quarter of an hour is enough. */
const RECENT_MS = 15 * MINUTE_MS
/** Fewer calls than this are too few for a verdict. */
const FEWEST_CALLS = 5
const FAILING_SHARE = 0.2
const UNSTEADY_SHARE = 0.03
/**
 * Some recipients are refused permanently. If half of all calls are refused, the account is more likely the
 * cause.
 */
const REFUSING_SHARE = 0.5

/** The number of an account's finished calls. */
export const endedCalls = (health: ShownAccount): number =>
  health.accepted +
  health.rejectedByRoute +
  health.permanentFailure +
  health.transientFailure +
  health.unknown

/** The share of an account's calls that failed for a reason other than the recipient. */
export const failedShare = (health: ShownAccount): number => {
  const calls = endedCalls(health)
  return calls === 0 ? 0 : (health.rejectedByRoute + health.transientFailure + health.unknown) / calls
}

const hasFailedLately = ({ lastFailure }: ShownAccount, nowMs: number): boolean =>
  lastFailure !== null && nowMs - Date.parse(lastFailure.at) < RECENT_MS

/** The health of an account at a given time. */
export const accountVerdict = (health: ShownAccount, nowMs: number): AccountVerdict => {
  if (health.status === 'disabled') return 'stopped'
  if (health.health?.status === 'down' || health.health?.status === 'refused') return 'failing'
  const calls = endedCalls(health)
  if (calls === 0) return 'idle'
  if (calls < FEWEST_CALLS || !hasFailedLately(health, nowMs)) return 'well'
  const failed = failedShare(health)
  if (failed >= FAILING_SHARE) return 'failing'
  return failed >= UNSTEADY_SHARE || health.permanentFailure / calls >= REFUSING_SHARE ? 'unsteady' : 'well'
}

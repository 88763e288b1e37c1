import type { ResultOf } from '@postrider/core/assembly/registry'

/** An account, as far as it says how it is. */
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

/** How an account is, by what processes say and by its calls of the last hour. */
export type AccountVerdict = 'stopped' | 'idle' | 'well' | 'unsteady' | 'failing'

const MINUTE_MS = 60_000

/** What failed longer ago says nothing about now: one good quarter of an hour is enough. */
const RECENT_MS = 15 * MINUTE_MS
/** So few calls say nothing. */
const FEWEST_CALLS = 5
const FAILING_SHARE = 0.2
const UNSTEADY_SHARE = 0.03
/** A recipient may be refused for good; where half of all are, it is rather the account. */
const REFUSING_SHARE = 0.5

/** How many calls of an account have ended. */
export const endedCalls = (health: ShownAccount): number =>
  health.accepted +
  health.rejectedByRoute +
  health.permanentFailure +
  health.transientFailure +
  health.unknown

/** The share of an account's calls that came to nothing which was not the recipient's fault. */
export const failedShare = (health: ShownAccount): number => {
  const calls = endedCalls(health)
  return calls === 0 ? 0 : (health.rejectedByRoute + health.transientFailure + health.unknown) / calls
}

const hasFailedLately = ({ lastFailure }: ShownAccount, nowMs: number): boolean =>
  lastFailure !== null && nowMs - Date.parse(lastFailure.at) < RECENT_MS

/** How an account is at a moment. */
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

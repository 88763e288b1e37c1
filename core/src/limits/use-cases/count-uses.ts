import { greatestOf } from '../../kernel/numbers/extremes.js'
import { frame } from '../../kernel/digests/digest.js'
import { type FlowQuotaName, type Quota, QUOTAS } from '../domain/quotas.js'
import { fullUntilMs, newThrottle, type Throttle, type ThrottleRule, withUse } from '../domain/throttle.js'
import { type Refusal, tooManyRequests } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

/** One use of a quota, and its owner. */
export interface Use {
  readonly quota: FlowQuotaName
  /** The identifier that the quota is counted for; only its keyed digest is stored. */
  readonly of: string
}

const ruleOf = ({ most, windowMs = 0 }: Quota): ThrottleRule => ({ free: most, windowMs })

/** A window that starts in the future was written by a wrong clock: it is moved to start now. */
const withinNow = (throttle: Throttle, nowMs: EpochMs): Throttle =>
  throttle.sinceMs > nowMs ? { ...throttle, sinceMs: nowMs } : throttle

interface CountedUse {
  readonly known: Throttle | undefined
  readonly next: Throttle | undefined
  readonly untilMs: EpochMs
}

/**
 * Counts one more use of each of these quotas in the caller's unit: all of them, or none if one is used up.
 * In that case TooManyRequests, with the time until the last full window ends (docs/api/limits#quotas).
 */
export const countUses = async (
  { keyedDigests }: { readonly keyedDigests: KeyedDigests },
  unit: UnitOfWork,
  uses: readonly Use[],
  nowMs: EpochMs,
): Promise<E.Either<Refusal, undefined>> => {
  const keys = uses.map(({ quota, of }) => keyedDigests.of('throttle', frame([`quota-${quota}`, of])))
  const held = new Map((await unit.throttles.lockAll(keys)).map((throttle) => [throttle.key, throttle]))
  const counted = uses.map(({ quota }, at): CountedUse => {
    const rule = ruleOf(QUOTAS[quota])
    const key = keys[at] ?? ''
    const known = held.get(key)
    const before = withinNow(known ?? newThrottle(key, nowMs), nowMs)
    return { known, next: withUse(before, rule, nowMs), untilMs: fullUntilMs(before, rule) }
  })
  const full = counted.filter(({ next }) => next === undefined)
  if (full.length > 0) {
    const freeAtMs = greatestOf(full.map(({ untilMs }) => untilMs))
    return E.left(tooManyRequests(freeAtMs - nowMs))
  }
  for (const { known, next } of counted) {
    if (next === undefined) continue
    if (known === undefined) unit.throttles.add(next)
    else unit.throttles.replace(next)
  }
  return E.right(undefined)
}

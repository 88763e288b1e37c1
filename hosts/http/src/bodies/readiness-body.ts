import type { Readiness as ReadinessBody } from '@postrider/contracts/status/readiness'
import { type EpochMs, isoTime } from '@postrider/core/domain/time/epoch-ms'
import type { Readiness } from '@postrider/core/use-cases/status/check-readiness'

/** Coarse names only: the details of a check are for the log (decisions 15). */
export const readinessBody = (
  checks: Readiness['checks'],
  status: Readiness['status'],
  nowMs: EpochMs,
): ReadinessBody => ({
  status,
  checks: checks.map((check) => ({
    name: check.name,
    status: check.status,
    observedAt: isoTime(check.observedAtMs),
  })),
  time: isoTime(nowMs),
})

import type { ReadinessBody } from '@postrider/contracts/status/readiness'
import { type EpochMs, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import type { Readiness, ReadinessCheck } from '@postrider/core/platform/use-cases/status/check-readiness'
import type { HostLog } from './host-log.js'

/** The answer to a probe, on either port. */
export interface ReadinessAnswer {
  readonly status: 200 | 503
  readonly body: ReadinessBody
}

/** Asks whether requests should be sent to this process. */
export type Probe = () => Promise<ReadinessAnswer>

export interface ProbeNeeds {
  readonly postrider: Pick<Postrider, 'checkReadiness'>
  readonly clock: Clock
  readonly log: HostLog
  readonly isDraining: () => boolean
}

/** What probes are told changes seldom, and they come every few seconds: a line for each change is enough. */
const tellChanges = (log: HostLog): ((status: string, problems: readonly ReadinessCheck[]) => void) => {
  let loggedStatus = 'pass'
  return (status, problems) => {
    if (status === loggedStatus) return
    loggedStatus = status
    const write = status === 'fail' ? log.warn : log.info
    write.call(log, { readiness: status, problems }, `readiness: ${status}`)
  }
}

/** Coarse names only: the details of a check are for the log (docs/contract#readiness). */
const bodyOf = (checks: Readiness['checks'], status: Readiness['status'], nowMs: EpochMs): ReadinessBody => ({
  status,
  checks: checks.map((check) => ({
    name: check.name,
    status: check.status,
    observedAt: isoTime(check.observedAtMs),
  })),
  time: isoTime(nowMs),
})

/**
 * The one probe of a process, for every port that is asked: the log is told of each change once. A process that drains is
 * not ready, whatever it stands on.
 */
export const createProbe = ({ postrider, clock, log, isDraining }: ProbeNeeds): Probe => {
  const tell = tellChanges(log)
  return async () => {
    const { status, checks } = await postrider.checkReadiness()
    tell(
      isDraining() ? 'draining' : status,
      checks.filter((check) => check.detail !== undefined),
    )
    const shown = isDraining() ? 'fail' : status
    return { status: shown === 'pass' ? 200 : 503, body: bodyOf(checks, shown, clock.nowMs()) }
  }
}

import type { ReadinessBody } from '@postrider/contracts/status/readiness'
import { type EpochMs, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import type { Readiness, ReadinessCheck } from '@postrider/core/platform/use-cases/status/check-readiness'
import type { HostLog } from './host-log.js'

/** The response to a probe, on either port. */
export interface ReadinessAnswer {
  readonly status: 200 | 503
  readonly body: ReadinessBody
}

/** Checks whether requests should be sent to this process. */
export type Probe = () => Promise<ReadinessAnswer>

export interface ProbeNeeds {
  readonly postrider: Pick<Postrider, 'checkReadiness'>
  readonly clock: Clock
  readonly log: HostLog
  readonly isDraining: () => boolean
}

/** Logs only changes: probes come every few seconds, and their result changes seldom. */
const tellChanges = (log: HostLog): ((status: string, problems: readonly ReadinessCheck[]) => void) => {
  let loggedStatus = 'pass'
  return (status, problems) => {
    if (status === loggedStatus) return
    loggedStatus = status
    const write = status === 'fail' ? log.warn : log.info
    write.call(log, { readiness: status, problems }, `readiness: ${status}`)
  }
}

/** Returns only general names: the details of a check are for the log (docs/api/running#readiness). */
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
 * Creates the one probe of a process, shared by its ports, so that each change is logged once. A draining
 * process is never ready.
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

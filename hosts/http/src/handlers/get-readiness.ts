import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import type { ReadinessCheck } from '@postrider/core/use-cases/status/check-readiness'
import type { HostLog } from '@postrider/wiring/host-log'
import { jsonAnswer } from '../answers/answer.js'
import { readinessBody } from '../bodies/readiness-body.js'
import type { Handler } from './handler.js'

interface Needs {
  readonly postrider: Pick<Postrider, 'checkReadiness'>
  readonly clock: Clock
  readonly log: HostLog
  readonly isDraining: () => boolean
}

/** What probes are told changes seldom, and they come every few seconds: a line for each change is enough. */
const tellChanges = (log: HostLog): ((status: string, troubles: readonly ReadinessCheck[]) => void) => {
  let told = 'pass'
  return (status, troubles) => {
    if (status === told) return
    told = status
    const write = status === 'fail' ? log.warn : log.info
    write.call(log, { readiness: status, troubles }, `readiness: ${status}`)
  }
}

/** GET /v1/readiness (decisions 15). A host that drains is not ready, whatever it stands on. */
export const getReadiness = ({ postrider, clock, log, isDraining }: Needs): Handler<'getReadiness'> => {
  const tell = tellChanges(log)
  return async () => {
    const { status, checks } = await postrider.checkReadiness()
    const troubles = checks.filter((check) => check.detail !== undefined)
    tell(isDraining() ? 'draining' : status, troubles)
    const shown = isDraining() ? 'fail' : status
    const answer = jsonAnswer(shown === 'pass' ? 200 : 503, readinessBody(checks, shown, clock.nowMs()))
    return E.right({ ...answer, isToldElsewhere: true })
  }
}

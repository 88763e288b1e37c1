import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
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

/** GET /v1/readiness (decisions 15). A host that drains is not ready, whatever it stands on. */
export const getReadiness = ({ postrider, clock, log, isDraining }: Needs): Handler<'getReadiness'> => {
  let told = 'pass'
  return async () => {
    const { status, checks } = await postrider.checkReadiness()
    const troubles = checks.filter((check) => check.detail !== undefined)
    // Probes come every few seconds: a line for each change is enough.
    if (status !== told) {
      const write = status === 'pass' ? log.info : log.warn
      write.call(log, { readiness: status, troubles }, `readiness: ${status}`)
      told = status
    }
    const shown = isDraining() ? 'fail' : status
    return E.right(jsonAnswer(shown === 'pass' ? 200 : 503, readinessBody(checks, shown, clock.nowMs())))
  }
}

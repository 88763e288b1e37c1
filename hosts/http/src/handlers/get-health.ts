import type { Health } from '@postrider/contracts/status/health'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** GET /v1/health (docs/api/running#health): a response shows that the process works. */
export const getHealthHandler =
  ({ clock }: { readonly clock: Clock }): Handler<'getHealth'> =>
  async () => {
    const health: Health = { status: 'pass', service: 'postrider', time: isoTime(clock.nowMs()) }
    return E.right(jsonAnswer(200, health))
  }

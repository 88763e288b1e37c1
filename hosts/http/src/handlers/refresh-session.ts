import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { sessionBody } from '../bodies/session-body.js'
import type { Handler } from './handler.js'

/** POST /v1/sessions/refresh (docs/api/sign-in#refresh-tokens). */
export const refreshSessionHandler =
  ({ refreshSession: refresh }: Pick<Postrider, 'refreshSession'>, clock: Clock): Handler<'refreshSession'> =>
  async ({ body, requestId, clientAddress }) => {
    const refreshed = await refresh(body.refreshToken, { requestId, clientAddress })()
    if (E.isLeft(refreshed)) return refreshed
    return E.right(jsonAnswer(200, sessionBody(refreshed.right, clock.nowMs(), requestId)))
  }

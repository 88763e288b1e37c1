import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { sessionBody } from '../bodies/session-body.js'
import type { Handler } from './handler.js'

/** POST /v1/sessions (docs/api/sign-in#sessions). */
export const createSessionHandler =
  ({ signIn }: Pick<Postrider, 'signIn'>, clock: Clock): Handler<'createSession'> =>
  async ({ body, requestId, clientAddress }) => {
    const signedIn = await signIn(body, { requestId, clientAddress })()
    if (E.isLeft(signedIn)) return signedIn
    return E.right(jsonAnswer(200, sessionBody(signedIn.right, clock.nowMs(), requestId)))
  }

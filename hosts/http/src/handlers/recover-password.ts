import type { RecoveryAnswer } from '@postrider/contracts/sessions/recovery'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/**
 * POST /v1/password-recovery: the same response whether or not the user exists
 * (docs/api/sign-in#password-recovery).
 */
export const recoverPasswordHandler =
  ({ requestRecovery }: Pick<Postrider, 'requestRecovery'>): Handler<'recoverPassword'> =>
  async ({ body, requestId, clientAddress }) => {
    const requested = await requestRecovery(body.email, { requestId, clientAddress })()
    if (E.isLeft(requested)) return requested
    const answer: RecoveryAnswer = { requestId }
    return E.right(jsonAnswer(202, answer))
  }

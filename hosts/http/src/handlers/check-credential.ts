import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { authCheckBody } from '../bodies/auth-check-body.js'
import type { Handler } from './handler.js'

/** GET /v1/auth/check (docs/api/access#server-credentials). */
export const checkCredentialHandler =
  ({ checkCredential: check }: Pick<Postrider, 'checkCredential'>): Handler<'checkCredential'> =>
  ({ caller, requestId }) =>
    pipe(
      check(caller),
      TE.map((credential) => jsonAnswer(200, authCheckBody(credential, requestId))),
    )()

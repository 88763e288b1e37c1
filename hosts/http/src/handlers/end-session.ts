import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Handler } from './handler.js'

/** DELETE /v1/sessions: signs out (docs/api/sign-in#sessions). */
export const endSessionHandler =
  ({ signOut }: Pick<Postrider, 'signOut'>): Handler<'endSession'> =>
  async ({ caller, query, requestId, clientAddress }) => {
    const leaving = query.all === 'true' ? 'all' : 'this'
    const left = await signOut(caller, leaving, { requestId, clientAddress })()
    return E.isLeft(left) ? left : E.right({ status: 204 })
  }

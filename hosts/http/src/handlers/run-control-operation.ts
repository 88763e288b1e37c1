import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { REPLAYED } from '../answers/replayed.js'
import type { Handler } from './handler.js'

/**
 * POST /v1/control/{operation}: passed to the one runner of all operations
 * (docs/api/operations#control-operations).
 */
export const runControlOperationHandler =
  ({ runOperation }: Pick<Postrider, 'runOperation'>): Handler<'runControlOperation'> =>
  async ({ caller, path, body, repeated, requestId, clientAddress }) => {
    const ran = await runOperation(caller, path.operation, body, { requestId, clientAddress }, repeated)()
    if (E.isLeft(ran)) return ran
    const { result, replayed } = ran.right
    return E.right(jsonAnswer(200, { ...result, requestId }, replayed ? REPLAYED : undefined))
  }

import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { REPLAYED } from '../answers/replayed.js'
import type { Handler } from './handler.js'

/**
 * POST /v1/agent/{operation}: passed to the one runner of all operations, and written to the audit log
 * (docs/api/operations#agent-operations).
 */
export const runAgentOperationHandler =
  ({ runAgentOperation: run }: Pick<Postrider, 'runAgentOperation'>): Handler<'runAgentOperation'> =>
  async ({ caller, path, body, repeated, requestId, clientAddress }) => {
    const ran = await run(caller, path.operation, body, { requestId, clientAddress }, repeated)()
    if (E.isLeft(ran)) return ran
    const { result, replayed } = ran.right
    const { requestId: own } = body as { readonly requestId?: unknown }
    return E.right(jsonAnswer(200, { requestId: own, ...result }, replayed ? REPLAYED : undefined))
  }

import { readsOf } from '@postrider/core/limits/domain/read-costs'
import { testMessageView } from '@postrider/core/messaging/operations/sandbox/views'
import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** GET /v1/test/messages (docs/api/sandbox#test-messages). */
export const listTestMessagesHandler =
  ({ readTestMessages: read }: Pick<Postrider, 'readTestMessages'>): Handler<'listSandboxMessages'> =>
  ({ caller, query: { to, limit, cursor }, requestId, countAs }) =>
    pipe(
      () => countAs(readsOf(limit)),
      TE.chain(() => read(caller, { to, limit, cursor })),
      TE.map(({ messages, nextCursor }) =>
        jsonAnswer(200, {
          messages: messages.map(testMessageView),
          nextCursor: nextCursor ?? null,
          requestId,
        }),
      ),
    )()

import { isId, type MessageId } from '../../../kernel/ids/id.js'
import type { ShownMessage } from '../../domain/messages/message.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { ProjectionStorage } from '../../ports/projection-storage.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { MessageQuestion } from '../../../tenancy/domain/tenant-scope.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import { createBatcher } from '../../../kernel/batching/batcher.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'

/** Two reads at once: while the database processes one, the next is collected. */
const READ_LIMITS = { lanes: 2, maxBatch: 128, maxWaiting: 8192 }

/** An ID that no message has. It is looked up for invalid IDs, so that they cost the same as valid ones. */
const NO_MESSAGE: MessageId = 'msg_00000000000000000000000000'

type Found = E.Either<Outage, AsOf<ShownMessage | undefined>>

interface Needs {
  readonly storage: { readonly projections: ProjectionStorage }
  readonly timers: Timers
}

/** Combines concurrent questions into one read of the database. */
const readTogether =
  ({ storage }: Pick<Needs, 'storage'>) =>
  async (questions: readonly MessageQuestion[]): Promise<readonly Found[]> => {
    const read = await storage.projections.messages(questions)()
    if (E.isLeft(read)) {
      const failure = read
      return questions.map(() => failure)
    }
    const { epoch, value } = read.right
    return questions.map((_, at) => E.right({ epoch, value: value[at] }))
  }

/**
 * Returns the app's message. Unknown and malformed IDs, and those of another tenant, are all NotFound
 * (docs/api/sending#message-projection).
 */
export const findMessage = ({ storage, timers }: Needs, authentication: Authentication) => {
  const read = readAs(authentication)
  const questions = createBatcher({ ...READ_LIMITS, timers, run: readTogether({ storage }) })
  return (caller: Granted<'messages.read'>, givenId: string): TE.TaskEither<Refusal | Outage, ShownMessage> =>
    async () => {
      const messageId = isId('msg', givenId) ? givenId : NO_MESSAGE
      const found = await read(caller, 'messages.read', (scope) => async () => {
        const answered = await questions.submit({ scope, messageId })
        return E.isLeft(answered) ? answered : answered.right
      })()
      if (E.isLeft(found)) return found
      return found.right === undefined ? E.left(refusal('NotFound')) : E.right(found.right)
    }
}

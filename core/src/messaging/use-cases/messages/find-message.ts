import { isId, type MessageId } from '../../../kernel/ids/id.js'
import type { ShownMessage } from '../../domain/messages/message.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { MessageQuestion } from '../../../tenancy/domain/tenant-scope.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import { createBatcher } from '../../../kernel/batching/batcher.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'

/** Two readings at once: while the database works on one, the next is made up. */
const READ_LIMITS = { lanes: 2, maxBatch: 128, maxWaiting: 8192 }

/** A message that nobody has, to be looked for where the id is no id of ours: it costs what every other costs. */
const NO_MESSAGE: MessageId = 'msg_00000000000000000000000000'

type Found = E.Either<Outage, AsOf<ShownMessage | undefined>>

/** Answers questions that come at the same time by one reading of the database. */
const readTogether =
  ({ storage }: Pick<Ports, 'storage'>) =>
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
 * The app's message; unknown, malformed and another tenant's id are all NotFound
 * (docs/contract#message-projection).
 */
export const findMessage = (
  { storage, timers }: Pick<Ports, 'storage' | 'timers'>,
  authentication: Authentication,
) => {
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

import { isId } from '../../domain/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Authentication, Caller } from '../credentials/authentication.js'
import { readAs } from '../credentials/read-as.js'

/** The app's message; unknown, malformed and another tenant's id are all NotFound (specification 4.4.2). */
export const findMessage = ({ storage }: Pick<Ports, 'storage'>, authentication: Authentication) => {
  const read = readAs(authentication)
  return (caller: Caller, messageId: string): TE.TaskEither<Refusal | Outage, Message> =>
    async () => {
      const found = await read(caller, 'messages.read', (scope) =>
        isId('msg', messageId)
          ? storage.projections.message(scope, messageId)
          : TE.map((epoch: number) => ({ epoch, value: undefined }))(storage.catalog.epoch()),
      )()
      if (E.isLeft(found)) return found
      return found.right === undefined ? E.left(refusal('NotFound')) : E.right(found.right)
    }
}

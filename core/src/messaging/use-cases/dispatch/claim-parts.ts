import type { MessageId } from '../../../kernel/ids/id.js'
import { E } from '../../../fp.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import type { Assignments } from './assign.js'

type Claim = (messageIds: readonly MessageId[]) => Promise<Assignments>

/** Claims in one, and a batch that breaks in halves: one poisonous message keeps nobody else's waiting (docs/promises#poison-messages). */
export const claimParts = (claim: Claim): Claim =>
  inHalves<MessageId, unknown, Assignments>({
    attempt: async (messageIds) => {
      try {
        return E.right(await claim(messageIds))
      } catch (cause) {
        return E.left(cause)
      }
    },
    alone: (messageIds, cause) =>
      new Map(messageIds.map((messageId) => [messageId, { _tag: 'Broken', cause }])),
    join: (first, second) => new Map([...first.result, ...second.result]),
  })

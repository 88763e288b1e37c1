import type { MessageId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Assignments } from './assign.js'

/** What became of a part of a claim; `Broken`: of one message that cannot be claimed, for its own sake. */
export type ClaimedPart = { readonly messageIds: readonly MessageId[] } & (
  | { readonly _tag: 'Claimed'; readonly assignments: Assignments }
  | { readonly _tag: 'Away'; readonly cause: string }
  | { readonly _tag: 'Broken'; readonly messageId: MessageId; readonly cause: unknown }
)

type Claim = (messageIds: readonly MessageId[]) => Promise<E.Either<Outage, Assignments>>

/**
 * Claims in one, and a batch that breaks in halves, until the message that breaks it is found: one poisonous message
 * keeps nobody else's waiting (reliability F30).
 */
export const claimParts =
  (claim: Claim) =>
  async (messageIds: readonly MessageId[]): Promise<readonly ClaimedPart[]> => {
    try {
      const claimed = await claim(messageIds)
      return E.isRight(claimed)
        ? [{ _tag: 'Claimed', messageIds, assignments: claimed.right }]
        : [{ _tag: 'Away', messageIds, cause: claimed.left.cause }]
    } catch (cause) {
      const [messageId] = messageIds
      if (messageId === undefined) return []
      if (messageIds.length === 1) return [{ _tag: 'Broken', messageIds, messageId, cause }]
      const middle = Math.ceil(messageIds.length / 2)
      const inParts = claimParts(claim)
      return [...(await inParts(messageIds.slice(0, middle))), ...(await inParts(messageIds.slice(middle)))]
    }
  }

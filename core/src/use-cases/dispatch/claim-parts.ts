import type { MessageId } from '../../domain/ids/id.js'
import type { Assignments } from './assign.js'

type Claim = (messageIds: readonly MessageId[]) => Promise<Assignments>

/**
 * Claims in one, and a batch that breaks in halves, until the message that breaks it is found: one poisonous message
 * keeps nobody else's waiting (docs/promises#poison-messages).
 */
export const claimParts =
  (claim: Claim): Claim =>
  async (messageIds) => {
    try {
      return await claim(messageIds)
    } catch (cause) {
      const [messageId] = messageIds
      if (messageId === undefined) return new Map()
      if (messageIds.length === 1) return new Map([[messageId, { _tag: 'Broken', cause }]])
      const middle = Math.ceil(messageIds.length / 2)
      const inParts = claimParts(claim)
      return new Map([
        ...(await inParts(messageIds.slice(0, middle))),
        ...(await inParts(messageIds.slice(middle))),
      ])
    }
  }

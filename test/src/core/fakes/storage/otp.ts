import { prefixKey } from '@postrider/core/otp/domain/breaker'
import {
  asSuperseded,
  type Challenge,
  CODE_MAY_HAVE_LEFT,
  CODE_SENT_STATES,
  CODE_UNSENT_STATES,
} from '@postrider/core/otp/domain/challenge'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { OtpStorage } from '@postrider/core/otp/ports/otp-storage'
import type { Calls } from './calls.js'
import { changesIn, type MemoryTables } from './tables.js'

const SENT: ReadonlySet<string | undefined> = new Set(CODE_SENT_STATES)

const UNSENT: ReadonlySet<string | undefined> = new Set(CODE_UNSENT_STATES)

/** Whether the message ended, and its code certainly never left. */
export const isUnsent = ({ messages }: Pick<MemoryTables, 'messages'>, messageId: MessageId): boolean => {
  const message = messages.get(messageId)
  return UNSENT.has(message?.state) && message?.failureCode !== CODE_MAY_HAVE_LEFT
}

/** Whether its code never left, or a newer code to the same place was submitted or verified. */
const isOver = ({ challenges, messages }: MemoryTables, one: Challenge): boolean =>
  isUnsent({ messages }, one.messageId) ||
  [...challenges.values()].some(
    (newer) =>
      newer.appId === one.appId &&
      newer.channel === one.channel &&
      newer.destination === one.destination &&
      (newer.createdAtMs > one.createdAtMs ||
        (newer.createdAtMs === one.createdAtMs && newer.messageId > one.messageId)) &&
      (newer.state === 'VERIFIED' || SENT.has(messages.get(newer.messageId)?.state)),
  )

/** Challenges and the breaker's blocks in memory. */
export const memoryOtp = (tables: MemoryTables, calls: Calls): Partial<OtpStorage> => ({
  work: (questions, decide) =>
    calls.writing('otp', () => {
      const apps = new Set(questions.map(({ scope }) => scope.appId))
      const ids = new Set(questions.map(({ messageId }) => messageId))
      const known = new Map(
        [...tables.challenges]
          .filter(([messageId, { appId }]) => ids.has(messageId) && apps.has(appId))
          .map(([messageId, one]) => [messageId, isOver(tables, one) ? asSuperseded(one) : one]),
      )
      const plan = decide({
        changes: changesIn(
          tables,
          questions.map(({ scope }) => scope.organizationId),
        ),
        challenges: known,
        held: new Set(),
      })
      for (const { messageId, attempts, state, verifiedAtMs, verifiedUnder } of plan.challenges) {
        const challenge = tables.challenges.get(messageId)
        if (challenge === undefined) throw new Error('a challenge that is not there was changed')
        tables.challenges.set(messageId, { ...challenge, attempts, state, verifiedAtMs, verifiedUnder })
      }
      for (const { verified, ...of } of plan.verified) {
        const place = `${prefixKey(of)}/${of.sliceMs}`
        const count = tables.prefixCounts.get(place)
        if (count !== undefined)
          tables.prefixCounts.set(place, { ...count, verified: count.verified + verified })
      }
      return plan.result
    }),
  blocks: (nowMs, limit) =>
    calls.reading('blocks', () =>
      [...tables.prefixBlocks.values()]
        .filter(({ untilMs, liftedAtMs }) => liftedAtMs === undefined && untilMs > nowMs)
        .sort((one, other) => other.blockedAtMs - one.blockedAtMs)
        .slice(0, limit),
    ),
  purgeSlices: (beforeMs, most) =>
    calls.reading('purgeSlices', () => {
      const counts = [...tables.prefixCounts.values()].map(({ sliceMs }) => sliceMs)
      const old = counts
        .filter((sliceMs) => sliceMs < beforeMs)
        .sort((one, other) => one - other)
        .slice(0, most)
      for (const [place, { sliceMs }] of tables.prefixCounts)
        if (old.includes(sliceMs)) tables.prefixCounts.delete(place)
      return old.length
    }),
})

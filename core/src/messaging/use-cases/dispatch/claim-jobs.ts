import { newClaim } from '../../../providers/domain/calls/claim.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { AppId, MessageId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import { E } from '../../../fp.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import type { DispatchStorage } from '../../ports/dispatch-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import { type Assignment, type Assignments, assign } from './assign.js'
import type { CallCapacity } from '../../../providers/use-cases/calls/call-capacity.js'

/** The number of rounds in which a claim loads missing catalogs. */
const ROUNDS = 3

interface Needs {
  readonly storage: { readonly dispatch: DispatchStorage }
  readonly clock: Clock
  readonly random: Random
  readonly phoneNumbers: PhoneNumbers
  readonly telemetry: Telemetry
}

const leave = (assignments: Assignments): void => {
  for (const [, one] of assignments) if (one._tag === 'Submit') one.call.target.slot.leave()
}

/**
 * The assignment after a claim without a response: messages that may have been claimed are marked, all others
 * are left alone.
 */
const unanswered = (assignment: Assignment | undefined): Assignment =>
  assignment?._tag === 'Submit' ? { _tag: 'Unanswered', call: assignment.call } : { _tag: 'LeftAlone' }

type Claim = (messageIds: readonly MessageId[]) => Promise<Assignments>

/**
 * Claims in one transaction, and halves a failing batch, so that a poisonous message doesn't delay the others
 * (docs/promises#poison-messages).
 */
const claimParts = (claim: Claim): Claim =>
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

/**
 * Claims messages as of the current catalog, so that messages that may no longer be sent aren't claimed
 * (docs/promises#stale-sends). Catalogs of new apps are loaded, and their messages are claimed in another
 * round. Every message gets its own result: a later failed round doesn't lose earlier claims. Without
 * `waits`, messages that other transactions hold are `Held`.
 */
export const claimJobs = (needs: Needs, { catalogs, changes }: Catalog, capacity: CallCapacity) => {
  const { storage, clock, random, telemetry, phoneNumbers } = needs
  const countryOf = (e164: string): string | undefined => phoneNumbers.countryOf(e164)

  const leftAlone = (messageIds: readonly MessageId[], { cause }: Outage): Assignments => {
    telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause })
    return new Map(messageIds.map((messageId) => [messageId, { _tag: 'LeftAlone' }]))
  }

  const claimOnce = async (messageIds: readonly MessageId[], waits: boolean): Promise<Assignments> => {
    const read = await changes.read()
    if (E.isLeft(read)) return leftAlone(messageIds, read.left)
    const catalogOf = ({ appId, organizationId }: Message) =>
      catalogs.peek(appId, changes.currentFrom(organizationId))
    const claim = newClaim(random.fraction())
    let decided: Assignments = new Map()
    try {
      const decide: Parameters<typeof storage.dispatch.claim<Assignments>>[1] = (locked, dead, held) => {
        leave(decided)
        const context = { claim, nowMs: clock.nowMs(), capacity, countryOf, catalogOf }
        const plan = assign(messageIds, locked, dead, held, context)
        decided = plan.result
        return plan
      }
      const claimed = await storage.dispatch.claim(messageIds, decide, waits)()
      if (E.isRight(claimed)) return claimed.right
      leave(decided)
      const alone = leftAlone(messageIds, claimed.left)
      if (claimed.left._tag !== 'CommitUnknown') return alone
      return new Map(messageIds.map((messageId) => [messageId, unanswered(decided.get(messageId))]))
    } catch (cause) {
      leave(decided)
      throw cause
    }
  }

  const load = async (appIds: ReadonlySet<AppId>): Promise<E.Either<Outage, void>> => {
    const loaded = await Promise.all([...appIds].map((appId) => catalogs.get(appId, Number.MAX_SAFE_INTEGER)))
    return loaded.find(E.isLeft) ?? E.right(undefined)
  }

  return async (messageIds: readonly MessageId[], waits: boolean): Promise<Assignments> => {
    const claimInParts = claimParts((part) => claimOnce(part, waits))
    const settled = new Map<MessageId, Assignment>()
    let left = messageIds
    for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
      const claimed = await claimInParts(left)
      for (const [messageId, assignment] of claimed) settled.set(messageId, assignment)
      const needed = [...claimed].flatMap(([messageId, one]) =>
        one._tag === 'CatalogNeeded' ? [{ messageId, appId: one.appId }] : [],
      )
      const loaded = await load(new Set(needed.map(({ appId }) => appId)))
      if (E.isLeft(loaded))
        telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: loaded.left.cause })
      left = E.isLeft(loaded) ? [] : needed.map(({ messageId }) => messageId)
    }
    return settled
  }
}

import type { InboundId } from '../../../kernel/ids/id.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { ReceiptStorage } from '../../ports/receipt-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import { recordActs, type AuditNeeds } from '../../../audit/use-cases/record-act.js'
import { findOwner, type OwnerNeeds } from './find-owner.js'
import { findPerson } from './find-person.js'
import type { KeywordReply } from '../../domain/inbound/keyword-reply.js'
import type { ReplyUseCases } from './reply-to-keywords.js'
import { type FoundInbound, type SettledInbound, settleInbound } from './settle-inbound.js'

/** The dependencies for applying inbound messages. */
export type InboundNeeds = AuditNeeds &
  OwnerNeeds & {
    readonly storage: { readonly receipts: ReceiptStorage; readonly units: UnitStorage }
    readonly digests: Digests
    readonly phoneNumbers: PhoneNumbers
    readonly telemetry: Telemetry
  }

/** The number of messages decided at once: opt-outs block all writers of data that the epoch versions. */
const MOST_AT_ONCE = 50
const PAGE = 500

/** The sweep skips messages younger than this, so that their first processing can finish. */
const SETTLING_MS = 2 * SECOND_MS

/** The number of settled messages, and the replies to them that wait for their acceptance. */
interface Settlement {
  readonly count: number
  readonly replies: readonly KeywordReply[]
}

const settle = async (needs: InboundNeeds, found: readonly FoundInbound[]): Promise<Settlement> => {
  const { storage, clock, telemetry } = needs
  const lock = found.some(({ message }) => message.consentChange !== undefined) ? 'exclusive' : 'shared'
  const ended = await storage.units.transact(lock, async (unit) => {
    const settled: SettledInbound[] = []
    for (const one of found) {
      const done = await settleInbound(needs, unit, one)
      if (done !== undefined) settled.push(done)
    }
    const acts = settled.flatMap((one) => one.acts)
    if (acts.length > 0) await recordActs(needs, unit, acts, clock.nowMs())
    return E.right(settled)
  })()
  if (E.isLeft(ended)) return { count: 0, replies: [] }
  const states = ended.right.flatMap(({ state }) => state ?? [])
  for (const state of states) telemetry.emit({ _tag: 'InboundSettled', state })
  return { count: states.length, replies: ended.right.flatMap(({ reply }) => reply ?? []) }
}

/** Use cases for inbound messages. */
export interface InboundUseCases {
  /**
   * Finds their Organizations and applies their consent changes; unfinished messages stay pending. Returns
   * the number of settled messages.
   */
  apply(pending: readonly StoredInbound[]): Promise<number>
  /** Applies all messages that have been pending for some time. Right: the number of settled messages. */
  applyWaiting(): TE.TaskEither<Outage, number>
}

/**
 * Applies stored inbound messages (docs/api/delivery#inbound-messages), and then sends the replies to their keywords.
 */
export const applyInbound = (needs: InboundNeeds, replying: ReplyUseCases): InboundUseCases => {
  const { storage, clock } = needs
  const ownerOf = findOwner(needs)
  const personOf = findPerson(needs)

  const find = async (message: StoredInbound): Promise<readonly FoundInbound[]> => {
    const person = await personOf(message)
    if (E.isLeft(person)) return []
    const finding = await ownerOf({ ...message, from: person.right ?? message.from })
    if (E.isLeft(finding)) return []
    // Without an opt-out, a message waits until its Organization can be found.
    if (finding.right._tag === 'Later' && message.consentChange?.wants !== 'stop') return []
    const replier = await replying.replierOf(message, finding.right)
    return [{ message, finding: finding.right, person: person.right, replier }]
  }

  const apply = async (pending: readonly StoredInbound[]): Promise<number> => {
    let settled = 0
    for (let from = 0; from < pending.length; from += MOST_AT_ONCE) {
      const found: FoundInbound[] = []
      for (const message of pending.slice(from, from + MOST_AT_ONCE))
        for (const one of await find(message)) found.push(one)
      if (found.length === 0) continue
      const { count, replies } = await settle(needs, found)
      settled += count
      await replying.send(replies)
    }
    return settled
  }

  return {
    apply,
    applyWaiting: () => async () => {
      const beforeMs = clock.nowMs() - SETTLING_MS
      let after: InboundId | undefined
      let settled = 0
      for (;;) {
        const page = await storage.receipts.pendingInbound(beforeMs, after, PAGE)()
        if (E.isLeft(page)) return page
        settled += await apply(page.right)
        after = page.right.at(-1)?.inboundId
        if (page.right.length < PAGE) break
      }
      const replied = await replying.sendWaiting(beforeMs)
      return E.map(() => settled)(replied)
    },
  }
}

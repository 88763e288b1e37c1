import { smsText } from '../../../channels/sms/inbound-octets.js'
import { E, type TE } from '../../../fp.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { groupedBy } from '../../../kernel/grouped-by.js'
import { greatestOf } from '../../../kernel/numbers/extremes.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { StoredInboundPart } from '../../../providers/domain/inbound/inbound-part.js'
import { readConsent, readFragment } from '../../domain/inbound/consent-keyword.js'
import { joinParts, PARTS_WAIT_MS } from '../../domain/inbound/join-parts.js'
import type { InboundPartStorage, PartsPlan } from '../../ports/inbound-part-storage.js'

/** What it takes to join the parts of inbound messages. */
export interface JoinNeeds {
  readonly storage: { readonly receipts: InboundPartStorage }
  readonly clock: Clock
}

/** The sweep skips texts younger than this, so that their first joining can finish. */
const SETTLING_MS = 2 * SECOND_MS
const PAGE = 100
/** Stands for missing parts. */
const GAP = '[…]'

/** The text of the parts that arrived, with a mark for each gap. */
const textWithGaps = (parts: readonly StoredInboundPart[], total: number): string => {
  const runs: StoredInboundPart[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last !== undefined && last.at(-1)?.number === part.number - 1) last.push(part)
    else runs.push([part])
  }
  const texts = runs.map(smsText)
  const start = parts[0]?.number === 1 ? '' : `${GAP} `
  const end = parts.at(-1)?.number === total ? '' : ` ${GAP}`
  return `${start}${texts.join(` ${GAP} `)}${end}`
}

/** A text as an inbound message; undefined if it has no parts. */
const messageOf = (arrived: readonly StoredInboundPart[]): StoredInbound | undefined => {
  const [first] = arrived
  if (first === undefined) return undefined
  const { partId, providerAccountId, to, from, total, stopWords, raw } = first
  const parts = arrived.toSorted((one, other) => one.number - other.number)
  const text = textWithGaps(parts, total)
  const isComplete = parts.length === total
  const { consentChange, isUnclear } = (isComplete ? readConsent : readFragment)(text, stopWords)
  return {
    inboundId: partId,
    providerAccountId,
    to,
    from,
    userId: undefined,
    text,
    inReplyTo: undefined,
    consentChange,
    atMs: undefined,
    eventKey: `parts:${partId}`,
    raw: `${raw} parts:${parts.length}/${total}`,
    receivedAtMs: greatestOf(parts.map(({ receivedAtMs }) => receivedAtMs)),
    organizationId: undefined,
    state: 'pending',
    task: isUnclear ? 'unclear' : undefined,
    missingParts: isComplete ? undefined : total - parts.length,
  }
}

const planOf = (kept: readonly StoredInboundPart[], nowMs: EpochMs): PartsPlan => {
  const byText = groupedBy(kept, ({ textKey }) => textKey)
  const decided = [...byText.values()].map((parts) => joinParts(parts, nowMs))
  return {
    messages: decided.flatMap(({ texts }) => texts.flatMap((text) => messageOf(text) ?? [])),
    joined: decided
      .flatMap(({ texts, repeats }) => [...texts.flat(), ...repeats])
      .map(({ partId }) => partId),
  }
}

/** Use cases for the parts of inbound messages. */
interface JoinUseCases {
  /** Joins the texts of these parts as far as they are complete. Right: the new messages. */
  join(
    parts: ReadonlyArray<Pick<StoredInboundPart, 'textKey'>>,
  ): TE.TaskEither<Outage, readonly StoredInbound[]>
  /** Joins all texts that are complete or whose time-out is over. Right: the new messages. */
  joinWaiting(): TE.TaskEither<Outage, readonly StoredInbound[]>
}

/**
 * Joins the stored parts of long inbound SMS (docs/api/delivery#inbound-messages). The database decides, so the parts
 * may have arrived over several sessions and in several processes.
 */
export const joinInbound = ({ storage, clock }: JoinNeeds): JoinUseCases => {
  const joinTexts = (textKeys: readonly Digest[]) =>
    storage.receipts.joinParts(textKeys, (kept) => planOf(kept, clock.nowMs()))
  return {
    join: (parts) => joinTexts([...new Set(parts.map(({ textKey }) => textKey))].toSorted()),
    joinWaiting: () => async () => {
      const nowMs = clock.nowMs()
      const [beforeMs, expiredBeforeMs] = [nowMs - SETTLING_MS, nowMs - PARTS_WAIT_MS]
      const messages: StoredInbound[] = []
      for (let after: Digest | undefined; ;) {
        const found = await storage.receipts.joinableTexts({
          beforeMs,
          expiredBeforeMs,
          after,
          limit: PAGE,
        })()
        if (E.isLeft(found)) return found
        if (found.right.length === 0) return E.right(messages)
        const joined = await joinTexts(found.right)()
        if (E.isLeft(joined)) return joined
        for (const message of joined.right) messages.push(message)
        after = found.right.at(-1)
      }
    },
  }
}

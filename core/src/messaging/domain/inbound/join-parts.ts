import { groupedBy } from '../../../kernel/grouped-by.js'
import { greatestOf } from '../../../kernel/numbers/extremes.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { StoredInboundPart } from '../../../providers/domain/inbound/inbound-part.js'

/** How long a text waits for its missing parts, after the latest one. */
export const PARTS_WAIT_MS = 10 * MINUTE_MS

type Parts = readonly StoredInboundPart[]

/** The decision on the parts of one key. */
interface JoinedParts {
  /** Texts, each with its parts in the order of arrival; a text without all its numbers is incomplete. */
  readonly texts: readonly Parts[]
  /** Parts that the provider delivered twice. */
  readonly repeats: Parts
}

const contentOf = ({ number, octets }: StoredInboundPart): string => `${number} ${octets}`

/** The parts of each number, in the order of arrival. */
const byNumber = (parts: Parts): readonly Parts[] => [...groupedBy(parts, ({ number }) => number).values()]

/** The parts without those whose content came before. */
const distinct = (parts: Parts): Parts => {
  const seen = new Set<string>()
  return parts.filter((part) => {
    const isFirst = !seen.has(contentOf(part))
    seen.add(contentOf(part))
    return isFirst
  })
}

/**
 * Complete texts among the parts: every number is there equally often. The first part of each number belongs to
 * the first text, and so on, because providers deliver in order. Unequal counts are ambiguous: none is complete.
 */
const completeTexts = (parts: Parts): readonly Parts[] => {
  const total = parts[0]?.total ?? 0
  const groups = byNumber(parts)
  const count = groups[0]?.length ?? 0
  if (groups.length !== total || groups.some(({ length }) => length !== count)) return []
  return Array.from({ length: count }, (_, at) => groups.flatMap((group) => group.slice(at, at + 1)))
}

/** The complete texts among the parts; a repeat among them isn't ambiguous. */
const takeComplete = (parts: Parts): readonly Parts[] => {
  const texts = completeTexts(parts)
  return texts.length > 0 ? texts : completeTexts(distinct(parts))
}

const isDue = (parts: Parts, nowMs: EpochMs): boolean =>
  greatestOf(parts.map(({ receivedAtMs }) => receivedAtMs)) + PARTS_WAIT_MS <= nowMs

/** The parts of an incomplete text, with missing ones that came later and look like repeats of an earlier text. */
const completedBy = (parts: Parts, repeats: Parts): Parts => {
  const [first] = parts
  const numbers = new Set(parts.map(({ number }) => number))
  const later = repeats.filter(
    (part) => first !== undefined && part.receivedAtMs >= first.receivedAtMs && !numbers.has(part.number),
  )
  const one = byNumber(later).flatMap((group) => group.slice(0, 1))
  return first !== undefined && numbers.size + one.length === first.total ? [...parts, ...one] : parts
}

/**
 * The next text whose time is over. If the parts are of several texts and can't be told apart, it is the oldest
 * part alone: then the others may become clear.
 */
const nextDue = (parts: Parts, repeats: Parts, nowMs: EpochMs): Parts => {
  const once = distinct(parts)
  const isAmbiguous = byNumber(once).some(({ length }) => length > 1)
  const text = isAmbiguous ? once.slice(0, 1) : once
  if (text.length === 0 || !isDue(text, nowMs)) return []
  return isAmbiguous ? text : completedBy(text, repeats)
}

/**
 * Joins the parts of one key in the order of arrival (docs/api/delivery#inbound-messages). Authors use references
 * again, so the parts of several texts may be among them; a text is joined only if that is unambiguous. A part
 * that equals one of a joined text is a repeat of the provider, unless all parts of the text come again. After
 * the time-out, each part that isn't a repeat is in a text: none is lost.
 */
export const joinParts = (kept: Parts, nowMs: EpochMs): JoinedParts => {
  const joined = new Set(kept.filter(({ state }) => state === 'joined').map(contentOf))
  const waiting = kept.filter(({ state }) => state === 'waiting')
  const texts: Parts[] = []
  const isNew = (part: StoredInboundPart): boolean => !joined.has(contentOf(part))
  const add = (text: Parts): void => {
    texts.push(text)
    for (const part of text) joined.add(contentOf(part))
  }
  let left = waiting
  for (;;) {
    const [fresh, repeats] = [left.filter(isNew), left.filter((part) => !isNew(part))]
    const complete = [takeComplete(fresh), takeComplete(repeats)].find((found) => found.length > 0)
    const next = complete ?? [nextDue(fresh, repeats, nowMs)]
    const taken = new Set(next.flat())
    if (taken.size === 0)
      return { texts, repeats: fresh.length > 0 ? [] : repeats.filter((part) => isDue([part], nowMs)) }
    for (const text of next) add(text)
    left = left.filter((part) => !taken.has(part))
  }
}

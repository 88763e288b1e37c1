import type { Random } from '@postrider/core/kernel/ports/random'

/** The next reference for the parts of a text to this recipient, 0 to 255. */
export type NextReference = (to: string) => number

const REFERENCES = 256
/** Recipients whose last reference is known; the one that got a text longest ago is forgotten first. */
const MOST_KNOWN = 10_000

/**
 * Counts references by recipient, because a phone tells the parts of texts from one sender apart by them. The
 * first one is random, so that processes rarely use the same ones at the same time.
 */
export const countReferences = (random: Random): NextReference => {
  const last = new Map<string, number>()
  return (to) => {
    const before = last.get(to) ?? Math.floor(random.fraction() * REFERENCES)
    const next = (before + 1) % REFERENCES
    last.delete(to)
    last.set(to, next)
    const [oldest] = last.keys()
    if (last.size > MOST_KNOWN && oldest !== undefined) last.delete(oldest)
    return next
  }
}

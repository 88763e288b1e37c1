/**
 * A line of what was said between a provider and us about one message, as it may be kept and shown: without secrets, and
 * without anything of what the message says (docs/contract#provider-tests).
 */
export interface WireLine {
  readonly direction: 'out' | 'in'
  readonly text: string
}

/** Stands where something was cut. */
export const CUT = '(cut)'

/** Whoever repeats a text may leave out its end. */
const BEGINNING = 12
/** Anything shorter stands in many values by chance. */
const SHORTEST_PART = 4

/** The value, or that it was cut: where it is one of the hidden ones, or has the beginning of one in it. */
export const cutValue = (value: string, hidden: readonly string[]): string =>
  hidden.some((one) =>
    one.length < SHORTEST_PART ? one !== '' && value === one : value.includes(one.slice(0, BEGINNING)),
  )
    ? CUT
    : value

/** What JSON holds, each of its texts and names for itself. */
export const cutJson = (value: unknown, hidden: readonly string[]): unknown => {
  if (typeof value === 'string') return cutValue(value, hidden)
  if (typeof value === 'number') return cutValue(String(value), hidden) === CUT ? CUT : value
  if (Array.isArray(value)) return value.map((one) => cutJson(one, hidden))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cutValue(name, hidden), cutJson(one, hidden)]),
  )
}

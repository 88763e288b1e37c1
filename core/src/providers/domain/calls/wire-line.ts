/**
 * A line of the exchange between a provider and us about one message, in a form that may be stored and shown:
 * without secrets and message content (docs/api/admin#provider-tests).
 */
export interface WireLine {
  readonly direction: 'out' | 'in'
  readonly text: string
}

/** Replaces removed text. */
export const CUT = '(cut)'

/** How many characters of a hidden text are compared: a provider that repeats a text may truncate it. */
const BEGINNING = 12
/** Shorter texts occur in many values by coincidence. */
const SHORTEST_PART = 4

/** Returns the value, or `CUT` if it contains a hidden text or the start of one. */
export const cutValue = (value: string, hidden: readonly string[]): string =>
  hidden.some((one) =>
    one.length < SHORTEST_PART ? one !== '' && value === one : value.includes(one.slice(0, BEGINNING)),
  )
    ? CUT
    : value

/** Cuts hidden texts from a JSON value, in each of its texts and names. */
export const cutJson = (value: unknown, hidden: readonly string[]): unknown => {
  if (typeof value === 'string') return cutValue(value, hidden)
  if (typeof value === 'number') return cutValue(String(value), hidden) === CUT ? CUT : value
  if (Array.isArray(value)) return value.map((one) => cutJson(one, hidden))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cutValue(name, hidden), cutJson(one, hidden)]),
  )
}

/** Things that wait in the order in which they came. */
export interface WaitingLine<A> {
  /** Waits behind all others; the answer leaves the line from wherever it stands, and says whether it still stood there. */
  join(thing: A): () => boolean
  /** Who came first, and still waits; undefined where nobody does. */
  first(): A | undefined
  /** Who came first, who leaves with it; undefined where nobody waits. */
  next(): A | undefined
  isEmpty(): boolean
}

interface Place<A> {
  readonly thing: A
  before: Place<A> | undefined
  after: Place<A> | undefined
}

/**
 * An empty line. Whoever leaves lets go of both neighbours: a place that has become old and points to a younger one would keep
 * all that follow alive until everything old is collected, as sets and maps do with the tables that they outgrow.
 */
export const waitingLine = <A>(): WaitingLine<A> => {
  let first: Place<A> | undefined
  let last: Place<A> | undefined

  const leave = (place: Place<A>): boolean => {
    const { before, after } = place
    if (before === undefined && first !== place) return false
    if (before === undefined) first = after
    else before.after = after
    if (after === undefined) last = before
    else after.before = before
    place.before = undefined
    place.after = undefined
    return true
  }

  return {
    join: (thing) => {
      const place: Place<A> = { thing, before: last, after: undefined }
      if (last === undefined) first = place
      else last.after = place
      last = place
      return () => leave(place)
    },
    first: () => first?.thing,
    next: () => {
      if (first === undefined) return undefined
      const { thing } = first
      leave(first)
      return thing
    },
    isEmpty: () => first === undefined,
  }
}

/** A first-in, first-out line whose items can leave from any position. */
export interface WaitingLine<A> {
  /**
   * Adds an item at the end. The returned function removes it from any position, and returns whether it was
   * still in the line.
   */
  join(thing: A): () => boolean
  /** The first item that still waits; undefined if the line is empty. */
  first(): A | undefined
  /** Removes and returns the first item; undefined if the line is empty. */
  next(): A | undefined
  isEmpty(): boolean
}

interface Place<A> {
  readonly thing: A
  before: Place<A> | undefined
  after: Place<A> | undefined
}

/**
 * Creates an empty line. An item that leaves drops its links to both neighbors. Otherwise an old item that
 * points to a younger one would keep all later items in memory until old objects are collected. Sets and maps
 * have this problem with the tables that they outgrow.
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

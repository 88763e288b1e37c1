/** A part of a list: it may be shorter than requested although there are more entries. */
export interface PartOf<R, I> {
  readonly found: readonly R[]
  /** The last entry that was examined; undefined: there are no earlier entries. */
  readonly before: I | undefined
}

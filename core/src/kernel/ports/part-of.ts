/** A part of a list: it may be shorter than was asked for although there is more. */
export interface PartOf<R, I> {
  readonly found: readonly R[]
  /** The last entry that was looked at; undefined: there is nothing before it. */
  readonly before: I | undefined
}

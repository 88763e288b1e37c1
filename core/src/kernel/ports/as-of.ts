/** Something that was read, and the catalog epoch of the same moment: a stale credential shows. */
export interface AsOf<A> {
  readonly epoch: number
  readonly value: A
}

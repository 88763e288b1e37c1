/** A value and the catalog epoch at the moment of reading: it shows whether a credential is stale. */
export interface AsOf<A> {
  readonly epoch: number
  readonly value: A
}

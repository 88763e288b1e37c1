/**
 * Records of one kind inside a unit of work. Later reads in the same unit see its writes; everyone else sees
 * them after the unit commits.
 */
export interface Repository<K, R> {
  /** Reads the record and locks it until the unit ends. Undefined if it doesn't exist. */
  lock(key: K): Promise<R | undefined>
  /** Adds a record whose key doesn't exist yet. */
  add(record: R): void
  /** Overwrites the record with the same key. */
  replace(record: R): void
}

/** A repository whose records can be removed. */
export interface ErasableRepository<K, R> extends Repository<K, R> {
  /** Removes the record; does nothing if it doesn't exist. */
  remove(key: K): void
}

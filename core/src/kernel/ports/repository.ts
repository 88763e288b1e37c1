/**
 * Records of one kind inside a unit of work. What is written is there for the unit's own later readings, and for
 * everybody else once the unit commits.
 */
export interface Repository<K, R> {
  /** The record, locked until the unit ends: nobody else changes it meanwhile. Undefined where there is none. */
  lock(key: K): Promise<R | undefined>
  /** Adds a record whose key is not there yet. */
  add(record: R): void
  /** Writes over the record that has its key. */
  replace(record: R): void
}

/** A repository whose records may go. */
export interface ErasableRepository<K, R> extends Repository<K, R> {
  /** Removes the record; nothing happens where there is none. */
  remove(key: K): void
}

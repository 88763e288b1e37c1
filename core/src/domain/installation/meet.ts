import { mismatchOf, type Mark, type Mismatch } from './mark.js'

/** What a process remembers when it meets a database. */
export interface Remembered {
  readonly seen: Mark | undefined
  readonly isAcknowledged: (installationId: string) => boolean
}

/** What the database says of itself. */
export interface Met {
  readonly mark: Mark
  readonly isHeld: boolean
  /** A database without a message has nothing that could be sent again. */
  readonly hasMessages: boolean
}

/**
 * What follows from meeting a database: it is taken for the one that is remembered from now on; nothing changes; it is
 * noted that an operator has to say whether it may take the other's place; or it must be held.
 */
export type Meeting =
  | { readonly _tag: 'Adopt' }
  | { readonly _tag: 'Stay' }
  | { readonly _tag: 'Acknowledge' }
  | { readonly _tag: 'Hold'; readonly because: Mismatch }

/**
 * What a process that remembers `seen` does about the database that it meets. While one is held nothing is adopted: a
 * copy that is put in the place of a held one is still compared with what was seen before either.
 */
export const meet = ({ seen, isAcknowledged }: Remembered, { mark, isHeld, hasMessages }: Met): Meeting => {
  if (seen === undefined) return isHeld ? { _tag: 'Stay' } : { _tag: 'Adopt' }
  const mismatch = mismatchOf(seen, mark)
  if (isHeld) return { _tag: mismatch === 'another_installation' ? 'Acknowledge' : 'Stay' }
  if (mismatch === undefined) return { _tag: mark.counter > seen.counter ? 'Adopt' : 'Stay' }
  const isKnown = mismatch === 'another_installation' && isAcknowledged(mark.installationId)
  return !hasMessages || isKnown ? { _tag: 'Adopt' } : { _tag: 'Hold', because: mismatch }
}

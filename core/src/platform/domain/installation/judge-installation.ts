import { type MarkMemory, seenOf } from '../../../kernel/installation/mark-memory.js'
import { mismatchOf, type Mark, type Mismatch } from '../../../kernel/installation/mark.js'

/** What the database says of itself. */
export interface DatabaseFacts {
  readonly mark: Mark
  readonly isHeld: boolean
  /** A database without a message has nothing that could be sent again. */
  readonly hasMessages: boolean
}

/**
 * What follows from meeting a database: it is taken for the one that is remembered from now on; nothing changes; it is
 * noted that an operator has to say whether it may take the other's place; or it must be held.
 */
export type InstallationVerdict =
  | { readonly _tag: 'Adopt' }
  | { readonly _tag: 'Stay' }
  | { readonly _tag: 'Acknowledge' }
  | { readonly _tag: 'Hold'; readonly because: Mismatch }

/** Whether there is something to be remembered of a database that is as it should be. */
const isNews = ({ marks, current }: MarkMemory, { installationId, counter }: Mark): boolean =>
  current !== installationId || counter > (marks.get(installationId)?.counter ?? 0)

/**
 * What a process with this memory does about the database that it meets. While one is held nothing is adopted: a
 * copy that is put in the place of a held one is still compared with what was seen before either.
 */
export const judgeInstallation = (
  memory: MarkMemory,
  { mark, isHeld, hasMessages }: DatabaseFacts,
): InstallationVerdict => {
  const seen = seenOf(memory, mark.installationId)
  if (seen === undefined) return isHeld ? { _tag: 'Stay' } : { _tag: 'Adopt' }
  const mismatch = mismatchOf(seen, mark)
  if (isHeld) return { _tag: mismatch === 'another_installation' ? 'Acknowledge' : 'Stay' }
  if (mismatch === undefined) return { _tag: isNews(memory, mark) ? 'Adopt' : 'Stay' }
  const isKnown = mismatch === 'another_installation' && memory.acknowledged.has(mark.installationId)
  return !hasMessages || isKnown ? { _tag: 'Adopt' } : { _tag: 'Hold', because: mismatch }
}

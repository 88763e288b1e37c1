/**
 * Texts of several statements inside a transaction. On a Galera node another node's transaction can abort
 * ours between two statements of a text. The server then rolls back, and runs the rest of the text outside a
 * transaction, so that each statement is committed on its own. A compound statement stops instead, and its
 * first statement fails if the transaction has ended before (docs/promises#whole-transactions).
 */

/** Fails with the error of a deadlock, because that is the cause, and the transaction has to be repeated. */
const STILL_OPEN =
  "IF @@in_transaction = 0 THEN SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'the server ended the transaction'; END IF"

const isReading = (text: string): boolean => /^\s*\(?\s*SELECT\b/i.test(text)

const compound = (texts: readonly string[]): string => `BEGIN NOT ATOMIC ${texts.join(';')}; END`

/**
 * The part of a transaction in a text: its start, a part in the middle, its end with COMMIT, or the whole.
 */
export type TextStage = 'start' | 'middle' | 'end' | 'whole'

/** A text to send, and the mapping of its results to the given statements. */
export interface TransactionText {
  readonly text: string
  /** The number of results that the server sends. */
  readonly results: number
  /** The number of results before those of the statements. */
  readonly before: number
  /** Whether the statement has a result of its own. */
  readonly hasResult: (statement: string) => boolean
}

const simple = (stage: TextStage, texts: readonly string[]): TransactionText => {
  const before = stage === 'start' || stage === 'whole' ? ['BEGIN'] : []
  const after = stage === 'end' || stage === 'whole' ? ['COMMIT'] : []
  return {
    text: [...before, ...texts, ...after].join(';'),
    results: before.length + texts.length + after.length,
    before: before.length,
    hasResult: () => true,
  }
}

const guarded = (stage: TextStage, texts: readonly string[]): TransactionText => {
  const first = stage === 'start' || stage === 'whole' ? 'START TRANSACTION' : STILL_OPEN
  const last = stage === 'end' || stage === 'whole' ? ['COMMIT'] : []
  // In a compound statement only readings have results; the compound statement's own result follows them.
  const results = texts.filter(isReading).length + 1
  return { text: compound([first, ...texts, ...last]), results, before: 0, hasResult: isReading }
}

/**
 * The statements as one text that is executed completely or not at all, also `onGalera`. A text that only
 * reads needs no guard there.
 */
export const transactionText = (
  stage: TextStage,
  texts: readonly string[],
  onGalera: boolean,
): TransactionText => {
  const onlyReads = (stage === 'start' || stage === 'middle') && texts.every(isReading)
  return onGalera && !onlyReads ? guarded(stage, texts) : simple(stage, texts)
}

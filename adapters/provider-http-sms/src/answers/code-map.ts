import { readCodeWords } from '@postrider/core/providers/domain/calls/code-words'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'

/** Parses a setting like `1234=recipient_invalid,http-503=transient_failure`; throws a sentence. */
export const readCodeMap = <W extends string>(
  name: string,
  text: string | undefined,
  words: readonly W[],
): ReadonlyMap<string, W> => {
  const entries = readCodeWords(text, words)
  if (entries === undefined)
    throw wrongAccount(
      `${name} must be a comma-separated list of code=word. The word is one of ${words.join(', ')}`,
    )
  return new Map(entries)
}

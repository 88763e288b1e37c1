import type { Suppression } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ConsentChange } from '../../../providers/domain/inbound/inbound-message.js'

/**
 * The words with which recipients opt out (docs/api/delivery#inbound-messages). An account can have
 * additional words.
 */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'optout',
])
const START_WORD = 'start'

/** Normalizes a text to compare it with keywords: trimmed and in lower case. */
const wordOf = (text: string): string => text.trim().toLowerCase()

/** The consent change that a text asks for; undefined unless the whole text is one of the words. */
export const consentChangeIn = (
  text: string,
  stopWords: readonly string[] = [],
): ConsentChange | undefined => {
  const word = wordOf(text)
  if (word === '') return undefined
  if (STOP_WORDS.has(word) || stopWords.some((own) => wordOf(own) === word))
    return { wants: 'stop', scope: 'all' }
  return word === START_WORD ? { wants: 'start', scope: 'all' } : undefined
}

/** Whether an opt-in at a given time removes an opt-out. Later opt-outs stay. */
export const isLiftedBy = (
  { source, scope, createdAtMs }: Pick<Suppression, 'source' | 'scope' | 'createdAtMs'>,
  consentChange: ConsentChange,
  writtenAtMs: EpochMs,
): boolean =>
  source === 'opt_out' &&
  consentChange.wants === 'start' &&
  (consentChange.scope === 'all' || scope === 'promotional') &&
  writtenAtMs >= createdAtMs

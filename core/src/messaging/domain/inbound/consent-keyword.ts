import type { Suppression } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ConsentChange } from '../../../providers/domain/inbound/inbound-message.js'

/** What people write who want nothing more (docs/contract#inbound-messages); an account may have words of its own besides. */
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

/** A text by which words are compared: without what stands around it, whatever the case of its letters. */
const wordOf = (text: string): string => text.trim().toLowerCase()

/** What somebody wants whose whole text is one of these words; undefined where it is none. */
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

/** Whether an opt-out goes when its recipient says at a moment that they want to get messages again: what was said later stays. */
export const isLiftedBy = (
  { source, scope, createdAtMs }: Pick<Suppression, 'source' | 'scope' | 'createdAtMs'>,
  consentChange: ConsentChange,
  writtenAtMs: EpochMs,
): boolean =>
  source === 'opt_out' &&
  consentChange.wants === 'start' &&
  (consentChange.scope === 'all' || scope === 'promotional') &&
  writtenAtMs >= createdAtMs

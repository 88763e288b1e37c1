import type { Suppression } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { keywordIn } from './consent-keywords.js'
import type { ConsentChange } from '../../../providers/domain/inbound/inbound-message.js'

/**
 * The consent change that a text asks for; undefined if it asks for none. `stopWords` are the account's own
 * opt-out words.
 */
export const consentChangeIn = (
  text: string,
  stopWords: readonly string[] = [],
): ConsentChange | undefined => {
  const wants = keywordIn(text, stopWords)
  return wants === undefined ? undefined : { wants, scope: 'all' }
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

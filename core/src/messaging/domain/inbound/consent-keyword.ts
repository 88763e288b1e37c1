import { coversScope, OPT_OUT_POLICY } from '../../../consent/domain/opt-out-policy.js'
import type { Suppression } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ConsentChange, ConsentReading } from '../../../providers/domain/inbound/inbound-message.js'
import { keywordIn, mentionsStop } from './consent-keywords.js'

const CHANGES = {
  stop: { wants: 'stop', scope: OPT_OUT_POLICY.stop.scope },
  'stop promotions': { wants: 'stop', scope: OPT_OUT_POLICY.stop_promotions.scope },
  start: { wants: 'start', scope: 'all' },
} as const satisfies Readonly<Record<string, ConsentChange>>

/**
 * The consent change that a text asks for; undefined if it asks for none. `stopWords` are the account's own
 * opt-out words.
 */
export const consentChangeIn = (
  text: string,
  stopWords: readonly string[] = [],
): ConsentChange | undefined => {
  const keyword = keywordIn(text, stopWords)
  return keyword === undefined ? undefined : CHANGES[keyword]
}

/**
 * The consent change that a text asks for (docs/api/delivery#inbound-messages). A text with an opt-out keyword
 * that asks for none is unclear: a person has to read it.
 */
export const readConsent = (text: string, stopWords: readonly string[] = []): ConsentReading => {
  const consentChange = consentChangeIn(text, stopWords)
  return consentChange === undefined && mentionsStop(text, stopWords)
    ? { consentChange, isUnclear: true }
    : { consentChange }
}

/**
 * Reads an incomplete text: it opts nobody out or in, because the rest may say the opposite. With an opt-out
 * keyword it is unclear.
 */
export const readFragment = (text: string, stopWords: readonly string[] = []): ConsentReading => {
  const { consentChange, isUnclear } = readConsent(text, stopWords)
  return isUnclear === true || consentChange?.wants === 'stop'
    ? { consentChange: undefined, isUnclear: true }
    : { consentChange: undefined }
}

/** Whether an opt-in at a given time removes an opt-out. Later opt-outs stay. */
export const isLiftedBy = (
  { source, scope, createdAtMs }: Pick<Suppression, 'source' | 'scope' | 'createdAtMs'>,
  consentChange: ConsentChange,
  writtenAtMs: EpochMs,
): boolean =>
  source === 'opt_out' &&
  consentChange.wants === 'start' &&
  coversScope(consentChange.scope, scope) &&
  writtenAtMs >= createdAtMs

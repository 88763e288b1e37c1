import { present } from '@postrider/core/kernel/present'
import type { CheckedPart } from './part-pages.js'

/** A finding of the doctor about a part of the installation. */
export interface Finding {
  readonly verdict: 'fine' | 'note' | 'warning' | 'wrong'
  readonly part: CheckedPart
  readonly sentence: string
  /** How to fix it. */
  readonly advice?: string
}

/** A finding without a problem. */
export const fine = (part: CheckedPart, sentence: string): Finding => ({ verdict: 'fine', part, sentence })

/** A finding that should be fixed, although the service works. */
export const warning = (part: CheckedPart, sentence: string, advice: string): Finding => ({
  verdict: 'warning',
  part,
  sentence,
  advice,
})

/** A finding that has to be fixed. */
export const wrong = (part: CheckedPart, sentence: string, advice?: string): Finding => ({
  verdict: 'wrong',
  part,
  sentence,
  ...present({ advice }),
})

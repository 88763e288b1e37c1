import { present } from '@postrider/core/kernel/present'

/** A finding of the doctor about a part of the installation. */
export interface Finding {
  readonly verdict: 'fine' | 'note' | 'warning' | 'wrong'
  readonly part: string
  readonly sentence: string
  /** How to fix it. */
  readonly advice?: string
}

/** A finding without a problem. */
export const fine = (part: string, sentence: string): Finding => ({ verdict: 'fine', part, sentence })

/** A finding that should be fixed, although the service works. */
export const warning = (part: string, sentence: string, advice: string): Finding => ({
  verdict: 'warning',
  part,
  sentence,
  advice,
})

/** A finding that has to be fixed. */
export const wrong = (part: string, sentence: string, advice?: string): Finding => ({
  verdict: 'wrong',
  part,
  sentence,
  ...present({ advice }),
})

import { present } from '@postrider/core/kernel/present'

/** What the doctor found out about a part of the installation. */
export interface Finding {
  readonly verdict: 'fine' | 'note' | 'warning' | 'wrong'
  readonly part: string
  readonly sentence: string
  /** What to do about it. */
  readonly advice?: string
}

/** All is well. */
export const fine = (part: string, sentence: string): Finding => ({ verdict: 'fine', part, sentence })

/** Something that should change, although the service works with it. */
export const warning = (part: string, sentence: string, advice: string): Finding => ({
  verdict: 'warning',
  part,
  sentence,
  advice,
})

/** Something to be mended. */
export const wrong = (part: string, sentence: string, advice?: string): Finding => ({
  verdict: 'wrong',
  part,
  sentence,
  ...present({ advice }),
})

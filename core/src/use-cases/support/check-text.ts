import { compile } from '../../domain/codecs/compile.js'
import { closed } from '../../domain/codecs/shape.js'
import { supportText } from '../../domain/operations/fields/written-texts.js'
import type { FieldProblem } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'

const decode = compile(closed({ text: supportText }, {}))

/** What is wrong with what an operator says: the rules are those of what customers say. Empty when nothing is. */
export const checkText = (text: string): readonly FieldProblem[] => {
  const decoded = decode({ text }, 'body')
  return E.isLeft(decoded) ? decoded.left : []
}

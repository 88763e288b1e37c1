import type { TextNode, TextRules } from './codec.js'
import { broken, wrongType } from './fault.js'
import type { Faults } from './fault.js'
import { Leaf } from './leaf.js'
import { countCodePoints, countSecretCodePoints, NOT_ALLOWED } from './count-code-points.js'

export class TextCodec extends Leaf<string> implements TextNode {
  readonly _tag = 'Text'
  constructor(readonly rules: TextRules) {
    super('text', textRefusal(rules))
  }
}

/**
 * A string. Lone surrogates and NUL are always refused. Other control characters are refused except tabs and
 * line breaks, which `oneLine` refuses too (docs/api/conventions#text). `anyCharacter` allows all control
 * characters except NUL.
 */
export const text = (rules: TextRules = {}): TextCodec => new TextCodec(rules)

const textRefusal = (rules: TextRules): ((input: unknown) => Faults | undefined) => {
  const { minLength = 0, maxLength = Infinity, pattern } = rules
  const oneLine = rules.oneLine === true
  const count =
    rules.anyCharacter === true ? countSecretCodePoints : (input: string) => countCodePoints(input, oneLine)
  const tooShort = broken(
    'too_short',
    `The value must have at least ${minLength} character${minLength === 1 ? '' : 's'}.`,
  )
  const tooLong = broken('too_long', `The value must have at most ${maxLength} characters.`)
  const wrongForm = broken(
    'format',
    rules.format === 'date-time'
      ? 'The value must be a time in UTC with milliseconds, for example `2026-11-21T08:30:00.000Z`.'
      : 'The value does not have the required format.',
  )
  const blank = broken('format', 'The value must not be blank.')
  const wrongCharacter = broken('format', 'The value contains a character that is not allowed.')
  return (input) => {
    if (typeof input !== 'string') return wrongType('a string', input)
    const codePoints = count(input)
    if (codePoints === NOT_ALLOWED) return wrongCharacter
    if (codePoints < minLength) return tooShort
    if (codePoints > maxLength) return tooLong
    if (rules.visible === true && !/\S/.test(input)) return blank
    if (pattern !== undefined && !pattern.test(input)) return wrongForm
    return rules.refuses?.(input)
  }
}

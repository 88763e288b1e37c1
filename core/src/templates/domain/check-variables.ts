import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { CompiledTemplate, ValueRule } from './compiled-template.js'

/** Line breaks and other control characters (docs/api/conventions#text). */
const BREAKS_A_LINE = /[\p{Cc}\u2028\u2029]/u

const problem = (name: string, code: FieldProblem['code'], message: string): FieldProblem =>
  bodyProblem(`/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, code, message)

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Code points are counted only if the number of code units, a cheap upper bound, exceeds the limit. */
const isLonger = (value: string, most: number): boolean => value.length > most && codePoints(value) > most

/**
 * The first way in which a value violates its variable's rule, checking its length first; undefined if it is
 * valid.
 */
export const breachOf = (
  { maxLength, oneLine, forms }: ValueRule,
  value: string,
): Pick<FieldProblem, 'code' | 'message'> | undefined => {
  if (isLonger(value, maxLength))
    return { code: 'too_long', message: `The value must have at most ${maxLength} characters.` }
  if (oneLine && BREAKS_A_LINE.test(value))
    return {
      code: 'format',
      message: 'The value must be one line without control characters.',
    }
  const form = forms.find((each) => !each.fits(value))
  return form === undefined ? undefined : { code: 'format', message: form.message }
}

/**
 * Checks the values against the template's declaration; empty if all are valid.
 * - Every declared variable must have a value, and no others may be given (docs/api/sending#message-request).
 * - No value may be too long, and each must match its channel and type.
 * - A text of one line allows no line breaks or control characters (docs/api/templates#template-variables).
 * - The value of `codeVariable` is an OTP's mask and is checked as the digits that it replaces.
 */
export const checkVariables = (
  template: CompiledTemplate,
  variables: Readonly<Record<string, string>>,
  codeVariable?: string,
): readonly FieldProblem[] => {
  const problems: FieldProblem[] = []
  for (const [name, rule] of template.rules) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined)
      problems.push(problem(name, 'required', 'The template requires a value for this variable.'))
    else {
      const breach = breachOf(rule, name === codeVariable ? '0'.repeat(value.length) : value)
      if (breach !== undefined) problems.push(problem(name, breach.code, breach.message))
    }
  }
  for (const name of Object.keys(variables)) {
    if (!template.rules.has(name))
      problems.push(problem(name, 'unknown', 'The template does not have this variable.'))
  }
  return problems
}

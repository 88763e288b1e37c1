import type { FieldProblem } from '../refusals/refusal.js'
import type { CompiledTemplate } from './compiled-template.js'

/** Line breaks and other control characters (decisions 1, "Character counts"). */
const BREAKS_A_LINE = /[\p{Cc}\u2028\u2029]/u

const problem = (name: string, code: FieldProblem['code'], message: string): FieldProblem => ({
  location: 'body',
  field: `/variables/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code,
  message,
})

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A value is too long only if it has more code points than allowed; code units are an upper bound that is free. */
const isLonger = (value: string, most: number): boolean => value.length > most && codePoints(value) > most

/**
 * Compares the values with the template's declaration: every declared variable, no other (specification 2.2),
 * none too long, and no line break or control character where the text has one line (decisions 12). Empty when all is well.
 */
export const checkVariables = (
  template: CompiledTemplate,
  variables: Readonly<Record<string, string>>,
): readonly FieldProblem[] => {
  const problems: FieldProblem[] = []
  for (const [name, maxLength] of template.maxLengths) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value === undefined) problems.push(problem(name, 'required', 'The template declares this variable.'))
    else if (isLonger(value, maxLength))
      problems.push(problem(name, 'too_long', `The value may have at most ${maxLength} characters.`))
    else if (template.oneLine.has(name) && BREAKS_A_LINE.test(value))
      problems.push(
        problem(
          name,
          'format',
          'The value stands in one line and may hold no line break or control character.',
        ),
      )
  }
  for (const name of Object.keys(variables)) {
    if (!template.maxLengths.has(name))
      problems.push(problem(name, 'unknown', 'The template declares no such variable.'))
  }
  return problems
}

import type { WrittenContent } from '../../channels/kind.js'
import { countCodePoints, NOT_ALLOWED } from '../../kernel/codecs/count-code-points.js'
import { RESERVED_NAME } from '../../kernel/codecs/text-map.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem, FieldProblemCode } from '../../kernel/refusals/refusal.js'
import { isVariableName, parseText, variableNames } from '../../kernel/texts/placeholders.js'
import { breachOf } from './check-variables.js'
import { MAX_VALUE_LENGTH, ruleOf, type ValueSetting } from './compiled-template.js'
import type { TemplateVariable } from './template.js'

/** Whether the value at a JSON Pointer, or one inside it, was already refused. */
export type BrokenFieldTest = (field: string) => boolean

type Fault = readonly [property: keyof TemplateVariable, code: FieldProblemCode, message: string]

/** The draft's requirements for a variable. */
interface Setting extends ValueSetting {
  /** Undefined if a part of the content is unknown. */
  readonly used: ReadonlySet<string> | undefined
  /** The problem of a variable without a type; undefined if it needs none. */
  readonly untyped: string | undefined
}

const usedIn = (parts: WrittenContent['parts']): ReadonlySet<string> =>
  new Set(parts.flatMap(({ text }) => variableNames(parseText(text))))

const nameFaults = (name: string, isRepeated: boolean, { used }: Setting): readonly Fault[] => {
  if (!isVariableName(name)) return [['name', 'format', 'The name must be 1 to 64 letters, digits or `_`.']]
  if (name === RESERVED_NAME) return [['name', 'not_allowed', 'The name is reserved.']]
  if (isRepeated) return [['name', 'not_allowed', 'Another variable already has this name.']]
  return used === undefined || used.has(name)
    ? []
    : [['name', 'mismatch', 'No placeholder uses this variable.']]
}

const lengthFaults = ({ maxLength = MAX_VALUE_LENGTH }: TemplateVariable): readonly Fault[] => {
  if (!Number.isInteger(maxLength)) return [['maxLength', 'type', 'The value must be an integer.']]
  if (maxLength < 1) return [['maxLength', 'too_small', 'The value must be at least 1.']]
  if (maxLength <= MAX_VALUE_LENGTH) return []
  return [['maxLength', 'too_large', `The value must be at most ${MAX_VALUE_LENGTH}.`]]
}

const exampleFaults = (variable: TemplateVariable, setting: Setting): readonly Fault[] => {
  const { example } = variable
  if (example === '') return [['example', 'too_short', 'An example value is required.']]
  if (countCodePoints(example, false) === NOT_ALLOWED)
    return [['example', 'format', 'The example must not contain control characters.']]
  const breach = breachOf(ruleOf(variable, setting), example)
  return breach === undefined ? [] : [['example', breach.code, breach.message]]
}

const typeFaults = ({ type = 'text' }: TemplateVariable, { untyped }: Setting): readonly Fault[] =>
  untyped !== undefined && type === 'text' ? [['type', 'not_allowed', untyped]] : []

/**
 * The problems of the declared variables (docs/api/templates#template-variables): their number, unused or
 * duplicate names, lengths, invalid examples, and the type `text` if the content requires another.
 */
export const lintVariables = (
  variables: readonly TemplateVariable[],
  { parts, untyped, values, places }: Pick<WrittenContent, 'parts' | 'untyped' | 'values' | 'places'>,
  isBroken: BrokenFieldTest,
): readonly FieldProblem[] => {
  const setting: Setting = {
    used: isBroken('/content') ? undefined : usedIn(parts),
    oneLine: usedIn(parts.filter(({ oneLine }) => oneLine)),
    untyped,
    values,
    places,
  }
  const seen = new Set<string>()
  const most = PLATFORM_LIMITS.variables
  const tooMany = variables.length > most
  return [
    ...(tooMany
      ? [bodyProblem('/variables', 'too_many', `The template must have at most ${most} variables.`)]
      : []),
    ...variables.flatMap((variable, at) => {
      const isRepeated = seen.has(variable.name)
      seen.add(variable.name)
      if (isBroken(`/variables/${at}`)) return []
      return [
        ...nameFaults(variable.name, isRepeated, setting),
        ...typeFaults(variable, setting),
        ...lengthFaults(variable),
        ...exampleFaults(variable, setting),
      ].map(([property, code, message]) => bodyProblem(`/variables/${at}/${property}`, code, message))
    }),
  ]
}

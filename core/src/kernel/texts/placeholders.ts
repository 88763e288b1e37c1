/** The values of variables, by name. */
export type Values = Readonly<Record<string, string>>

/** A text split at its placeholders: literals at even positions, variable names at odd ones. */
export type ParsedText = readonly string[]

const PLACEHOLDER = /\{\{([A-Za-z0-9_]{1,64})\}\}/

/** Whether the name is valid in a placeholder. */
export const isVariableName = (name: string): boolean => /^[A-Za-z0-9_]{1,64}$/.test(name)

/**
 * Splits a template's text at its `{{name}}` placeholders (docs/api/templates#template-variables). Braces
 * without a valid name are literal text.
 */
export const parseText = (text: string): ParsedText => text.split(PLACEHOLDER)

/** The variables in the order of their first appearance. */
export const variableNames = (text: ParsedText): readonly string[] => [
  ...new Set(text.filter((_, at) => at % 2 === 1)),
]

/** A variable's own value; inherited names (`toString`) have none. */
export const valueOf = (variables: Values, name: string): string =>
  Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''

/** The examples of declared variables as values. */
export const examplesOf = (
  variables: ReadonlyArray<{ readonly name: string; readonly example: string }>,
): Values => Object.fromEntries(variables.map(({ name, example }) => [name, example]))

/**
 * Replaces the placeholders with values. Values aren't searched for placeholders again; a variable without a
 * value becomes empty.
 */
export const fill = (
  text: ParsedText,
  variables: Values,
  escape: (value: string) => string = (value) => value,
): string => {
  let filled = text[0] ?? ''
  for (let at = 1; at < text.length; at += 2) {
    filled += escape(valueOf(variables, text[at] ?? '')) + (text[at + 1] ?? '')
  }
  return filled
}

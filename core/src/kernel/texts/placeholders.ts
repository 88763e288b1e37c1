/** What stands for the variables, by their names. */
export type Values = Readonly<Record<string, string>>

/** A text cut at its placeholders: literals at even places, variable names at odd ones. */
export type ParsedText = readonly string[]

const PLACEHOLDER = /\{\{([A-Za-z0-9_]{1,64})\}\}/

/** Whether a placeholder can hold the name. */
export const isVariableName = (name: string): boolean => /^[A-Za-z0-9_]{1,64}$/.test(name)

/**
 * Cuts a template's text at its `{{name}}` placeholders (docs/contract#template-variables). Braces that enclose no
 * name are text.
 */
export const parseText = (text: string): ParsedText => text.split(PLACEHOLDER)

/** The variables in the order of their first appearance. */
export const variableNames = (text: ParsedText): readonly string[] => [
  ...new Set(text.filter((_, at) => at % 2 === 1)),
]

/** A variable's own value; names that every object inherits (`toString`) have none. */
export const valueOf = (variables: Values, name: string): string =>
  Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''

/** The examples of declared variables as values. */
export const examplesOf = (
  variables: ReadonlyArray<{ readonly name: string; readonly example: string }>,
): Values => Object.fromEntries(variables.map(({ name, example }) => [name, example]))

/** Puts the values in. Values are never searched for placeholders again; a variable without value stays empty. */
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

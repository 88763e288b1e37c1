/** Replaces each character of the values with a dot: their length can be shown, their content can't. */
export const masked = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, '•'.repeat([...value].length)]))

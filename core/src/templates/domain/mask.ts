/** The values with a dot for each of their characters: how long they are may be shown, what they say may not. */
export const masked = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, '•'.repeat([...value].length)]))

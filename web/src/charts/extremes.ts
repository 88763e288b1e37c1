/** The greatest of numbers, or `atLeast`. Lists of any length: arguments of a call have a limit. */
export const highestOf = (values: readonly number[], atLeast = -Infinity): number =>
  values.reduce((highest, value) => Math.max(highest, value), atLeast)

/** The least of numbers, or `atMost`. Lists of any length: arguments of a call have a limit. */
export const lowestOf = (values: readonly number[], atMost = Infinity): number =>
  values.reduce((lowest, value) => Math.min(lowest, value), atMost)

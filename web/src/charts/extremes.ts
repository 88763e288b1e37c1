/**
 * The highest of the values, or `atLeast`. Works for lists of any length; `Math.max` is limited by the number
 * of arguments.
 */
export const highestOf = (values: readonly number[], atLeast = -Infinity): number =>
  values.reduce((highest, value) => Math.max(highest, value), atLeast)

/**
 * The lowest of the values, or `atMost`. Works for lists of any length; `Math.min` is limited by the number
 * of arguments.
 */
export const lowestOf = (values: readonly number[], atMost = Infinity): number =>
  values.reduce((lowest, value) => Math.min(lowest, value), atMost)

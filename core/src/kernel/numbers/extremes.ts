/**
 * The greatest of the numbers, or `atLeast` if all are less. Works for lists of any length; the number of
 * arguments of a call is limited.
 */
export const greatestOf = (values: Iterable<number>, atLeast = -Infinity): number => {
  let greatest = atLeast
  for (const value of values) greatest = Math.max(greatest, value)
  return greatest
}

/**
 * The least of the numbers, or `atMost` if all are greater. Works for lists of any length; the number of
 * arguments of a call is limited.
 */
export const leastOf = (values: Iterable<number>, atMost = Infinity): number => {
  let least = atMost
  for (const value of values) least = Math.min(least, value)
  return least
}

/** The greatest of numbers, or `atLeast` if they are all less. Lists of any length: arguments of a call have a limit. */
export const greatestOf = (values: Iterable<number>, atLeast = -Infinity): number => {
  let greatest = atLeast
  for (const value of values) greatest = Math.max(greatest, value)
  return greatest
}

/** The least of numbers, or `atMost` if they are all greater. Lists of any length: arguments of a call have a limit. */
export const leastOf = (values: Iterable<number>, atMost = Infinity): number => {
  let least = atMost
  for (const value of values) least = Math.min(least, value)
  return least
}

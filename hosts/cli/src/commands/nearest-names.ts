/** The number of letters to insert, delete or change to turn one word into another (Levenshtein). */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, its] of [...other].entries())
      next.push(
        Math.min(
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
          (row[place] ?? 0) + Number(letter !== its),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

const MOST = 3

/**
 * The names that the user most likely meant, nearest first, ignoring case; at most a third of the letters may
 * differ.
 */
export const nearestNames = (typed: string, names: readonly string[]): readonly string[] => {
  const wanted = typed.slice(0, 64).toLowerCase()
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= name.length / 3)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST)
    .map(({ name }) => name)
}

import type { BarPart } from '../../charts/bar-chart.js'
import { partTotal } from './sum-chart.js'

const MOST_PARTS = 4

/** A named amount of one day or hour, which is given by its index. */
interface NamedAmount {
  readonly name: string
  readonly at: number | undefined
  readonly amount: number
}

/** The sums by name over the days or hours: the largest ones, and the rest combined under another name. */
export const largestParts = (
  amounts: readonly NamedAmount[],
  count: number,
  others: string,
): readonly BarPart[] => {
  const sums = new Map<string, number[]>()
  for (const { name, at, amount } of amounts) {
    if (at === undefined) continue
    const own = sums.get(name) ?? Array<number>(count).fill(0)
    own[at] = (own[at] ?? 0) + amount
    sums.set(name, own)
  }
  const ordered = [...sums]
    .map(([name, own]) => ({ name, sums: own }))
    .filter((part) => partTotal(part) > 0)
    .toSorted((one, other) => partTotal(other) - partTotal(one))
  const isMany = ordered.length > MOST_PARTS
  const named = isMany ? ordered.slice(0, MOST_PARTS - 1) : ordered
  const rest = ordered.slice(named.length)
  const restSums = Array.from({ length: count }, (_, at) =>
    rest.reduce((sum, part) => sum + (part.sums[at] ?? 0), 0),
  )
  return [...named, ...(isMany ? [{ name: others, sums: restSums }] : [])].map((part, at) => ({
    ...part,
    color: (at + 1) as 1 | 2 | 3 | 4,
  }))
}

import { figure, printTable } from './table.js'

/** A metric with its limit; undefined for a metric that is only shown. */
export interface BoundFigure {
  readonly what: string
  readonly value: number
  readonly digits?: number
  readonly unit: string
  readonly atMost?: number
  readonly atLeast?: number
}

const holds = ({ value, atMost = Infinity, atLeast = -Infinity }: BoundFigure): boolean =>
  value <= atMost && value >= atLeast

const expectedOf = ({ digits = 0, atMost, atLeast }: BoundFigure): string => {
  if (atMost !== undefined) return `at most ${figure(atMost, digits)}`
  return atLeast === undefined ? '' : `at least ${figure(atLeast, digits)}`
}

const verdictOf = (bound: BoundFigure): string => {
  if (bound.atMost === undefined && bound.atLeast === undefined) return ''
  return holds(bound) ? 'holds' : 'MISSED'
}

/** Prints metrics with their limits. The exit code shows if one was missed. */
export const printBounds = (title: string, bounds: readonly BoundFigure[]): void => {
  printTable(
    title,
    ['', 'figure', '', 'expected', ''],
    bounds.map((bound) => [
      bound.what,
      figure(bound.value, bound.digits),
      bound.unit,
      expectedOf(bound),
      verdictOf(bound),
    ]),
  )
  if (!bounds.every(holds)) process.exitCode = 1
}
